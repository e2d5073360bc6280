import IndexStorage
import LinuxSystem
import TestSupport
import Testing
import TextAnalysis

@testable import Configuration

struct TextOptionsTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func parse(_ lines: String) throws(ConfigurationError) -> TextOptions {
    var configuration = ServiceConfiguration()
    try ConfigurationReader(home: "/home/a")
      .parse(Array("[Text]\n\(lines)".utf8), named: "f", into: &configuration)
    return configuration.text
  }

  @Test(
    arguments: [
      ("", nil), ("Languages=de", ["de"]), ("Languages=de\nLanguages=fr it", ["de", "fr", "it"]),
      ("Languages=de\nLanguages=", nil), ("Languages=none", []),
      ("Languages=de\nLanguages=none", []),
      ("Languages=none\nLanguages=de", ["de"]), ("Languages=auto", nil),
      ("Languages=de\nLanguages=AUTO", nil), ("Languages=auto\nLanguages=de", ["de"]),
    ] as [(String, [String]?)])
  func `Languages are those of the documents, or those that are named`(
    lines: String, languages: [String]?
  ) throws {
    #expect(try parse(lines).languages == languages)
    let text = try parse(lines).load()
    #expect(text.languages == languages ?? ["english"])
    #expect(text.choosesLanguages == (languages == nil))
  }

  @Test(arguments: [
    "Languages=klingon", "Languages=none de", "Languages=auto de", "StopWords=klingon",
    "Readings=kanji",
    "Synonyms=words", "Synonyms=~b/words", "MeaningModel=model", "MeaningTable=table",
  ])
  func `What is not known is refused with what is`(line: String) {
    let error = #expect(throws: ConfigurationError.self) { try parse(line) }
    #expect(error?.description.hasPrefix("f, line 2: \(line) is not allowed. ") == true)
  }

  @Test func `Synonyms of a file stand beside the shipped ones`() throws {
    let file = folder.path.appending("words")
    try file.write("car, automobile\n")
    let both = try parse("Synonyms=\(file)").load().synonyms
    #expect(both.synonyms(of: "car".utf8Span.span) == [Array("automobile".utf8)])
    #expect(both.synonyms(of: "first".utf8Span.span) == [Array("1st".utf8)])
    let one = try parse("Synonyms=none \(file)").load().synonyms
    #expect(one.synonyms(of: "car".utf8Span.span) == [Array("automobile".utf8)])
    #expect(one.synonyms(of: "first".utf8Span.span) == [])
  }

  @Test func `A wrong line of synonyms is named`() throws {
    try folder["words"].write("car, automobile\nalone\n")
    let options = try parse("Synonyms=\(folder.path.appending("words"))")
    let error = #expect(throws: ConfigurationError.self) { try options.load() }
    #expect(
      error?.description
        == """
        \(folder.path)/words: Synonyms, line 2: 'alone' has no synonym; add ',' or '=>' and \
        another word.
        """)
  }

  @Test func `A file of synonyms that is not there is named`() throws {
    let options = try parse("Synonyms=/nowhere/words")
    let error = #expect(throws: ConfigurationError.self) { try options.load() }
    #expect(error?.description.hasPrefix("/nowhere/words: the synonyms cannot be read") == true)
  }

  @Test(
    arguments: [
      ("", .none), ("MeaningModel=auto", .installed), ("MeaningModel=NONE", .none),
      ("MeaningModel=auto\nMeaningModel=", .none), ("MeaningModel=~/m", .file("/home/a/m")),
    ] as [(String, TextOptions.DataFile)])
  func `The sentence encoder is used only if it is asked for`(
    lines: String, file: TextOptions.DataFile
  ) throws {
    #expect(try parse(lines).meaningModel == file)
  }

  @Test func `A sentence encoder is named with its fault`() throws {
    try folder["table"].write(VectorTableFile.household)
    let lines = "MeaningTable=\(folder["table"])\nMeaningModel=\(folder["model"])"
    func fault() throws -> String? {
      let options = try parse(lines)
      return #expect(throws: ConfigurationError.self) { try options.load() }?.description
    }
    #expect(
      try fault()?.hasPrefix("\(folder["model"]): the sentence encoder cannot be used") == true)
    try folder["model"].write("SITTANET")
    #expect(try fault()?.contains("not whole") == true)
    try folder["model"].write(TinyModel().bytes)
    #expect(try fault()?.contains("another table") == true)
    let table = [1] + [UInt8](repeating: 0, count: 15)
    try folder["model"].write(TinyModel(table: table).bytes)
    #expect(try parse(lines).load().encoder != nil)
  }
}
