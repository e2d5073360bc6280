import FullText
import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import TestSupport
import Testing
import TextAnalysis

@testable import SearchIndex

/// An index of words whose queries take stems finds the same documents as an index of stems.
@Suite(.timeLimit(.minutes(15)))
struct PorterComparisonTests {
  /// The texts that this very repository is made of, in pieces of forty lines.
  private static func texts() throws -> [String] {
    let sources = SourceTree.root.appending("Sources")
    var texts = [try read(SourceTree.root.appending("README.md"))]
    let folders = try names(in: sources).map(sources.appending)
    for target in try folders.flatMap({ try names(in: $0).map($0.appending) }) {
      for name in try names(in: target) where name.suffix(6).elementsEqual(".swift".utf8) {
        texts.append(try read(target.appending(name)))
      }
    }
    return texts.flatMap { text in
      let lines = text.split(separator: "\n")
      return stride(from: 0, to: lines.count, by: 40).map { start in
        lines[start..<min(start + 40, lines.count)].joined(separator: "\n")
      }
    }
  }

  private static func names(in folder: FilePath) throws -> [[UInt8]] {
    guard let descriptor = try? FileDescriptor(openingDirectory: folder) else { return [] }
    return try DirectoryListing(of: descriptor).names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func read(_ path: FilePath) throws -> String {
    let file = try FileDescriptor(openingOwn: path)
    return String(decoding: try file.read(upTo: 1 << 20, expecting: 4_096), as: UTF8.self)
  }

  @Test func `200 words of a text find the same documents as with porter`() throws {
    let texts = try Self.texts()
    let text = try TextSettings(languages: ["porter"], synonyms: SynonymTable())
    let index = try TestIndex(text: text)
    let stemmed = try Database(path: Array(":memory:".utf8))
    try stemmed.add(tokenizer: FTS5SittaTokenizer.self)
    try stemmed.create(virtualTable: "t", using: FTS5()) { t in
      t.tokenizer = .porter(wrapping: .sitta(splitsNames: true))
      t.column("text")
    }
    for (number, text) in texts.enumerated() {
      try index.put("/n\(number)n", text)
      try stemmed.run(
        "INSERT INTO t(rowid, text) VALUES(?1, ?2)", .integer(Int64(number)), .text(text))
    }
    try index.writer.commit()

    var random = SplitMix(seed: 3)
    var (words, withOtherForms) = (0, 0)
    while words < 200 {
      let candidates = texts[Int(random.next() % UInt64(texts.count))]
        .split { !($0.isLetter || $0.isNumber) }
      guard !candidates.isEmpty else { continue }
      let word = candidates[Int(random.next() % UInt64(candidates.count))].lowercased()
      // With capitals or a number it is a name, and finds longer names as well.
      if word.contains(where: \.isNumber) { continue }
      // FTS5 has Porter's later rules for `-bli` and `-logi`, and Snowball's algorithm of this name has not.
      if word.contains("bl") || word.contains("logi") { continue }
      let pattern = try #require(FTS5SittaTokenizer.pattern(matchingAllWordsIn: word))
      var expected: Set<String> = []
      try stemmed.forEachRow("SELECT rowid FROM t WHERE t MATCH ?1", .pattern(pattern)) {
        expected.insert("/n\($0.integer(at: 0))n")
      }
      let found = Set(try index.find(word, limit: 10_000))
      #expect(found == expected, "\(word): \(found.symmetricDifference(expected).sorted())")
      if try index.find("\"\(word)\"", limit: 10_000).count < expected.count { withOtherForms += 1 }
      words += 1
    }
    // The comparison means something only where stems make a difference.
    #expect(withOtherForms > 50)
  }
}
