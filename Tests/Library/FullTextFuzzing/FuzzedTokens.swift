import FullText
import SittaSQLite

/// A table whose tokenizer gives any bytes with any flags and offsets.
///
/// FTS5 may refuse a document, but it may never take one that damages its index.
package final class FuzzedTokens {
  private let db: Database

  /// Opens a database in memory.
  package init() throws {
    db = try Database(path: Array(":memory:".utf8))
    try db.add(tokenizer: ArbitraryTokens.self)
  }

  /// Indexes the parts of an input as documents of one transaction, and checks the index after each.
  ///
  /// The first byte chooses the tokenizer and the options of the table; bytes of 0xff part the documents.
  ///
  /// - Parameter input: the bytes.
  /// - Returns: the number of documents that were taken.
  /// - Throws: the error of the check.
  @discardableResult
  package func run(_ input: [UInt8]) throws -> Int {
    guard let choice = input.first else { return 0 }
    try db.execute("DROP TABLE IF EXISTS t")
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.tokenizer = ArbitraryTokens.tokenizerDescriptor(
        arguments: choice & 1 == 0 ? [] : ["swallowing"])
      t.prefixes = choice & 2 == 0 ? [] : [1, 3]
      t.detail = [.full, .column, .none][Int(choice >> 2) % 3]
      t.column("a")
    }
    try db.execute("BEGIN")
    defer { try? db.execute("COMMIT") }
    var count = 0
    for document in input.dropFirst().split(separator: 0xff) {
      try db.execute("SAVEPOINT document")
      do throws(SQLiteError) {
        try db.run("INSERT INTO t VALUES(?1)", .blob(Array(document)))
        count += 1
      } catch {
        guard error.message.contains("is refused") else { throw error }
        try db.execute("ROLLBACK TO document")
      }
      try db.execute("RELEASE document")
      try check()
    }
    try db.execute("COMMIT; BEGIN")
    try check()
    try db.execute("INSERT INTO t(t) VALUES('optimize')")
    try db.execute("DELETE FROM t WHERE rowid % 2 = 0")
    try check()
    return count
  }

  private func check() throws(SQLiteError) {
    try db.execute("INSERT INTO t(t) VALUES('integrity-check')")
    for pattern in ["a*", "\u{1}*", "\"a b\""] {
      do throws(SQLiteError) {
        try db.run("SELECT count(*) FROM t WHERE t MATCH ?1", .text(pattern))
      } catch {
        // The pattern is tokenized as a document is, so its token can be refused, too.
        if error.message.contains("malformed") { throw error }
      }
    }
  }
}

/// Reads tokens from the text: for each token four bytes that describe it, then its bytes.
///
/// The four are the flags, the distance of its start from the last start, its length, and its length in the
/// text.
private final class ArbitraryTokens: FTS5CustomTokenizer {
  static let name = "arbitrary"
  private let swallowsErrors: Bool

  init(db: Database, arguments: [String]) throws {
    swallowsErrors = arguments == ["swallowing"]
  }

  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    var (offset, start) = (0, 0)
    while offset + 4 < text.count {
      let flags: FTS5TokenFlags = text[offset] & 3 == 1 ? .colocated : []
      start += Int(Int8(bitPattern: text[offset + 1])) / 16
      let length = min(Int(text[offset + 2] % 8), text.count - offset - 4)
      let token = text.extracting(offset + 4..<offset + 4 + length)
      let end = start + Int(Int8(bitPattern: text[offset + 3])) / 8
      if swallowsErrors {
        try? tokenCallback(token, flags: flags, from: start, to: end)
      } else {
        try tokenCallback(token, flags: flags, from: start, to: end)
      }
      offset += 4 + length
    }
  }
}
