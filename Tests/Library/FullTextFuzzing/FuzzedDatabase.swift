import FullText
import SittaSQLite
import TextAnalysis

/// A database with tables of several tokenizers, which any input can be put to.
///
/// The fuzzer looks for new inputs, and a test goes through the inputs that were worth keeping.
package final class FuzzedDatabase {
  private static let functions = [
    "highlight_words(t, 0, '[', ']')", "snippet_words(t, -1, '[', ']', '…', 4)", "offsets(t)",
    "matchinfo(t, 'pcnalsxyb')", "bm25_in_memory(t)",
  ]

  private let db: Database
  private let tokenizers: [any FTS5Tokenizer]
  private let descriptors: [FTS5TokenizerDescriptor]

  /// Opens a database in memory with all tokenizers and functions.
  package init() throws {
    let db = try Database(path: Array(":memory:".utf8))
    try db.add(tokenizer: Twice.self)
    try db.add(tokenizer: Backwards.self)
    try db.add(tokenizer: FTS5SittaTokenizer.self)
    try db.add(auxiliaryFunction: .highlight())
    try db.add(auxiliaryFunction: .snippet())
    try db.add(auxiliaryFunction: .offsets())
    try db.add(auxiliaryFunction: .matchinfo())
    try db.add(auxiliaryFunction: .rank(lengths: FTS5DocumentLengths()))
    self.db = db
    descriptors = [
      .unicode61(diacritics: .remove), .porter(), .ascii(), .trigram(),
      Twice.tokenizerDescriptor(), Twice.tokenizerDescriptor(arguments: ["trigram"]),
      Backwards.tokenizerDescriptor(), .sitta(),
      .sitta(splitsNames: true, readings: [.pinyin, .romaji]), .porter(wrapping: .sitta()),
    ]
    tokenizers = try descriptors.map { try db.makeTokenizer($0) }
  }

  /// Takes an input apart: the first byte chooses, a line feed parts document and pattern.
  ///
  /// It throws the typed error of an input that is refused.
  package func run(_ input: [UInt8]) throws {
    guard let choice = input.first else { return }
    let parts = input.dropFirst().split(
      separator: 0x0a, maxSplits: 1, omittingEmptySubsequences: false)
    let document = Array(parts[0])
    let pattern = String(decoding: parts.count > 1 ? parts[1] : [], as: UTF8.self)
    let tokenizer = tokenizers[Int(choice) % tokenizers.count]
    for tokenization in [FTS5Tokenization.document, .query, [.query, .prefix], .aux] {
      try tokenizer.forEachToken(in: document.span, for: tokenization) { token, _, range in
        precondition(!token.isEmpty && range.upperBound <= document.count)
      }
    }
    try search(document, pattern, descriptors[Int(choice) % descriptors.count])
  }

  private func search(
    _ document: [UInt8], _ pattern: String, _ tokenizer: FTS5TokenizerDescriptor
  ) throws {
    try db.execute("BEGIN")
    defer { try? db.execute("ROLLBACK") }
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.tokenizer = tokenizer
      t.column("a")
      t.column("b")
    }
    try db.run("INSERT INTO t VALUES(?1, ?2)", .utf8(document), .text(pattern))
    let patterns = [
      FTS5Pattern(matchingAnyTokenIn: pattern), FTS5Pattern(matchingAllTokensIn: pattern),
      FTS5Pattern(matchingAllPrefixesIn: pattern), FTS5Pattern(matchingPhrase: pattern),
      FTS5Pattern(matchingPrefixPhrase: pattern),
      FTS5SittaTokenizer.pattern(matchingAllWordsIn: pattern),
    ]
    for pattern in patterns.compactMap({ $0 }) { try look(for: pattern) }
    _ = FTS3Pattern(matchingAnyTokenIn: pattern)
    try look(for: db.makeFTS5Pattern(rawPattern: pattern, forTable: "t"))
  }

  /// A pattern that was made or checked may fail no more.
  private func look(for pattern: FTS5Pattern) throws {
    for function in Self.functions {
      do throws(SQLiteError) {
        try db.run("SELECT \(function) FROM t WHERE t MATCH ?1", .pattern(pattern))
      } catch {
        guard !error.message.contains("syntax error") else {
          fatalError("\(pattern.rawPattern.debugDescription): \(error)")
        }
        throw error
      }
    }
  }
}

/// Gives each token and, as its synonym, the same with a letter more.
final class Twice: FTS5ByteWrapperTokenizer {
  static let name = "twice"
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    wrappedTokenizer = try db.makeTokenizer(
      FTS5TokenizerDescriptor(components: arguments.isEmpty ? ["unicode61"] : arguments))
  }

  func accept(
    token: Span<UInt8>, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5ByteWrapperTokenCallback
  ) throws {
    if token.count != 3 { try tokenCallback(token, flags) }
    let longer = (0..<token.count).map { token[$0] } + [0x78]
    try tokenCallback(longer.span, token.count == 3 ? flags : .colocated)
  }
}

/// Gives each token backwards.
final class Backwards: FTS5WrapperTokenizer {
  static let name = "backwards"
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    wrappedTokenizer = try db.makeTokenizer(.ascii())
  }

  func accept(
    token: String, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5WrapperTokenCallback
  ) throws {
    try tokenCallback(String(token.reversed()), flags)
  }
}
