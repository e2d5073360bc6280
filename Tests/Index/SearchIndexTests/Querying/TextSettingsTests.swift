import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import TestSupport
import Testing
import TextAnalysis

@testable import SearchIndex

/// The other words that a word finds.
@Suite(.timeLimit(.minutes(15)))
struct TextSettingsTests {
  private func index(
    of documents: [String], _ text: TextSettings = .default
  ) throws -> TestIndex {
    let index = try TestIndex(text: text)
    for (number, text) in documents.enumerated() { try index.put("/\(number)", text) }
    try index.writer.commit()
    return index
  }

  @Test(
    arguments: [
      // Stems, from either side; not in phrases, not where the beginning of a word was asked for.
      ("databases", "a Database", true), ("frustrated", "FRUSTRATION", true),
      ("runs", "running", true), ("\"runs\"", "running", false), ("runs*", "running", false),
      ("\"running\"", "running", true), ("run -running", "run running", false),
      ("runner", "run", false), ("file-system", "file systems", true),
      ("\"file system\"", "file systems", false),
      ("=runs", "running", false), ("=running", "running", true), ("body:runs", "running", true),
      ("title:runs", "running", false), ("nothing OR runs", "running", true),
      ("run NEAR/2 seeds", "running for a seed", true), ("a -=runs", "a running", true),
      ("a -runs", "a running", false), ("(runs OR x) -(seeds OR y)", "running seed", false),
      // Synonyms, with their stems
      ("first", "the 1st", true), ("1st", "the first", true), ("colour", "three colors", true),
      ("\"first\"", "the 1st", false), ("first", "the 2nd", false),
      // Spellings
      ("Mueller", "Müller", true), ("Müller", "Mueller", true), ("Muller", "Müller", true),
      ("Bauer", "Baur", false), ("strasse", "Straße", true), ("Straßen", "strasse", false),
      ("find", "ﬁnd", true), ("encyclopaedia", "Encyclopædia", true), ("lodz", "Łódź", true),
      // Han, kana, hangul, Thai
      ("文字", "これは文字です", true), ("の", "私の本", true), ("の", "本の", true), ("の", "本", false),
      ("\"の\"", "のれん", true), ("本 -の", "本の", false), ("文字列", "文字の列", false),
      ("NEAR(の x)", "のれん x", true), ("body:の", "のれん", true),
      ("국어", "한국어", true), ("ไทย", "ภาษาไทย", true), ("databases 日本", "日本Database", true),
      // Words inside names, in texts as well
      ("quarterly", "QuarterlyReport_v2", true), ("reports", "QuarterlyReport_v2", true),
      ("quarterlyreport", "QuarterlyReport_v2", true), ("v2", "QuarterlyReport_v2", true),
      ("eport", "QuarterlyReport_v2", false),
      // The mark for inexact words is no way to make a phrase inexact.
      ("\"\u{1}runs\"", "running", false), ("\u{1}runs", "running", true),
    ])
  func `A word finds its spellings, stems and synonyms`(
    query: String, document: String, isFound: Bool
  ) throws {
    #expect(try index(of: [document]).find(query) == (isFound ? ["/0"] : []))
  }

  @Test func `A name is tokenized like a text`() throws {
    let index = try TestIndex()
    try index.put("/QuarterlyReports_v2.txt", "")
    try index.writer.commit()
    for query in ["quarterly", "report", "v2", "quarterlyreports", "QuarterlyReports_v2.txt"] {
      #expect(try index.find(query) == ["/QuarterlyReports_v2.txt"], "\(query)")
    }
  }

  @Test(arguments: [
    ("the license", ["/0", "/1"]), ("license the", ["/0", "/1"]), ("the", ["/0", "/2"]),
    ("the of", ["/0"]), ("\"the license\"", ["/0"]), ("\"the\" license", ["/0"]),
    ("license -the", ["/1"]), ("theory OR (the license)", ["/0", "/1", "/2"]),
    ("the type:text", ["/0", "/2"]), ("=the license", ["/0"]), ("the*", ["/0", "/2"]),
    ("nothing the", []),
  ])
  func `Stop words are ignored beside other words`(query: String, paths: [String]) throws {
    let stopWords = try StopWords(languages: ["english"])
    let index = try index(
      of: ["of the license", "a license", "the theory"], TextSettings(stopWords: stopWords))
    #expect(try index.find(query) == paths)
  }

  @Test func `Without languages and synonyms a word finds only itself`() throws {
    let text = try TextSettings(languages: [], synonyms: SynonymTable())
    let index = try index(of: ["databases", "database", "color", "colour"], text)
    #expect(try index.find("database") == ["/1"])
    #expect(try index.find("colour") == ["/3"])
  }

  @Test func `Pronunciations are found if they are configured`() throws {
    let index = try index(of: ["文件", "问题"], TextSettings(readings: .pinyin))
    #expect(try index.find("wenjian") == ["/0"])
    #expect(try index.find("文件") == ["/0"])
  }

  @Test func `An unknown language is refused by name`() {
    #expect(throws: AnalysisError.self) { try TextSettings(languages: ["klingon"]) }
  }

  @Test func `A stem that is a word with another stem is not found`() throws {
    // Porter's stem of "filesize" is "files", but the stem of "files" is "file".
    let index = try TestIndex(
      text: try TextSettings(languages: ["porter"], synonyms: SynonymTable()))
    try index.put("/files", "Files and a file.")
    try index.put("/size", "The filesize, and other filesizes.")
    try index.writer.commit()
    #expect(try index.find("filesize") == ["/size"])
    #expect(try index.find("files") == ["/files"])
  }
}
