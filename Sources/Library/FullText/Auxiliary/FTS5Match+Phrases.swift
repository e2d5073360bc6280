import CSittaSQLite
import Glibc

extension FTS5Match {
  /// Calls `body` with the column and position of each occurrence of a phrase until it returns false.
  ///
  /// Ranking spends its time in this loop, so nothing is checked: the phrase must exist, and a damaged index
  /// can give any column and position.
  ///
  /// - Returns: whether `body` never returned false.
  @inline(__always)
  @discardableResult
  func forEachPosition(
    ofPhrase phrase: Int, _ body: (_ column: Int, _ token: Int) -> Bool
  ) throws(FullTextError) -> Bool {
    var iterator = unsafe Fts5PhraseIter()
    var (column, token) = (Int32(0), Int32(0))
    try check(
      unsafe api.pointee.xPhraseFirst(context, Int32(phrase), &iterator, &column, &token))
    if column < 0 { return true }
    var list = unsafe PositionList(
      column: Int(column), token: Int(token), next: iterator.a, end: iterator.b)
    repeat {
      guard body(list.column, list.token) else { return false }
    } while list.advance()
    return true
  }

  /// The most bytes of a list of positions in which another column is looked for.
  private static let searchedBytes = 64

  /// Returns what is known about a phrase's occurrences in this row; nil if the phrase does not occur.
  ///
  /// FTS5 stores each occurrence in at least one byte, and begins another column with a byte of 1. See
  /// <https://www.sqlite.org/fts5.html#fts5_structure> and `sqlite3Fts5PoslistNext64` in its source.
  @inline(__always)
  func occurrences(ofPhrase phrase: Int) throws(FullTextError) -> PhraseOccurrences? {
    var iterator = unsafe Fts5PhraseIter()
    var (column, token) = (Int32(0), Int32(0))
    try check(
      unsafe api.pointee.xPhraseFirst(context, Int32(phrase), &iterator, &column, &token))
    if column < 0 { return nil }
    // The iterator is after the first occurrence.
    guard let start = unsafe iterator.a, let end = unsafe iterator.b else { return nil }
    let count = unsafe end - start
    guard count >= 0, count <= Self.searchedBytes else {
      return PhraseOccurrences(column: Int(column), most: .max, areInOneColumn: false)
    }
    let otherColumn = unsafe count == 0 ? nil : memchr(start, 1, count)
    return unsafe PhraseOccurrences(
      column: Int(column), most: 1 + count, areInOneColumn: otherColumn == nil)
  }

  /// Calls `body` with each occurrence of a phrase in this row, by column and position.
  ///
  /// The corresponding C functions are `xPhraseFirst` and `xPhraseNext`.
  public func forEachInstance(
    ofPhrase phrase: Int, body: (Instance) throws -> Void
  ) throws {
    guard phrase >= 0, phrase < phraseCount else {
      throw FullTextError(
        .invalidArgument, "There is no phrase \(phrase): the query has \(phraseCount) phrases.")
    }
    var iterator = unsafe Fts5PhraseIter()
    var (column, token) = (Int32(0), Int32(0))
    try check(
      unsafe api.pointee.xPhraseFirst(context, Int32(phrase), &iterator, &column, &token))
    while column >= 0 {
      try checkIndexed(column)
      try body(Instance(phrase: phrase, column: Int(column), token: Int(token)))
      unsafe api.pointee.xPhraseNext(context, &iterator, &column, &token)
    }
  }

  /// Calls `body` with each occurrence of each phrase in this row, by column and position.
  ///
  /// The corresponding C functions are `xInstCount` and `xInst`.
  public func forEachInstance(body: (Instance) throws -> Void) throws {
    var count: Int32 = 0
    try check(unsafe api.pointee.xInstCount(context, &count))
    for index in 0..<count {
      var (phrase, column, token) = (Int32(0), Int32(0), Int32(0))
      try check(unsafe api.pointee.xInst(context, index, &phrase, &column, &token))
      try checkIndexed(column)
      try body(Instance(phrase: Int(phrase), column: Int(column), token: Int(token)))
    }
  }

  /// Throws an error if a damaged index names a column that the table does not have.
  private func checkIndexed(_ column: Int32) throws(FullTextError) {
    if column < 0 || column >= columnCount { try check(SQLITE_CORRUPT) }
  }

  /// Calls `body` with each row of the table that contains a phrase; in `body` this phrase has the number 0.
  ///
  /// This runs another query, so keep the result for all rows with ``queryData(_:)``. The corresponding C
  /// function is `xQueryPhrase`.
  public func forEachRow(
    matchingPhrase phrase: Int, body: (borrowing FTS5Match) throws -> Void
  ) throws {
    guard phrase >= 0, phrase < phraseCount else {
      throw FullTextError(
        .invalidArgument, "There is no phrase \(phrase): the query has \(phraseCount) phrases.")
    }
    try withoutActuallyEscaping(body) { body in
      let rows = PhraseRows(body)
      let code = unsafe api.pointee.xQueryPhrase(
        context, Int32(phrase), Unmanaged.passUnretained(rows).toOpaque()
      ) { api, context, rows in
        guard let api = unsafe api, let context = unsafe context, let rows = unsafe rows else {
          return SQLITE_MISUSE
        }
        return unsafe Unmanaged<PhraseRows>.fromOpaque(rows)._withUnsafeGuaranteedRef {
          unsafe $0.receive(FTS5Match(api, context))
        }
      }
      if let error = rows.error { throw error }
      try check(code)
    }
  }

  /// Calls `body` with each token of a text, using the table's tokenizer.
  ///
  /// - Parameters:
  ///   - text: the text as UTF-8, valid or not.
  ///   - body: receives each token; an error of `body` stops the tokenizer and is rethrown.
  /// - Throws: the errors of `body` and of the tokenizer.
  public func forEachToken(
    in text: Span<UInt8>,
    body: (_ token: Span<UInt8>, _ flags: FTS5TokenFlags, _ range: Range<Int>) throws -> Void
  ) throws {
    try withoutActuallyEscaping(body) { body in
      try ClosureReceiver(body).receiveTokens(of: text) { text, callback in
        let receiver = unsafe callback.receiver
        let code = unsafe text.withUnsafeBufferPointer { bytes in
          unsafe api.pointee.xTokenize(
            context, UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
            Int32(bytes.count), receiver.pointee.context, receiver.pointee.function)
        }
        try check(code)
      }
    }
  }

  /// Returns data that the function keeps for all rows of one query; `make` makes it for the first row.
  ///
  /// If a query calls a function twice, both calls share the data. The corresponding C functions are
  /// `xGetAuxdata` and `xSetAuxdata`.
  public func queryData<Data: AnyObject>(_ make: () throws -> Data) throws -> Data {
    if let pointer = unsafe api.pointee.xGetAuxdata(context, 0) {
      let object = unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
      if let data = object as? Data { return data }
    }
    let data = try make()
    let code = unsafe api.pointee.xSetAuxdata(
      context, Unmanaged<AnyObject>.passRetained(data).toOpaque(),
      { data in
        guard let data = unsafe data else { return }
        unsafe Unmanaged<AnyObject>.fromOpaque(data).release()
      })
    try check(code)
    return data
  }
}

/// Passes the rows of a phrase from a C callback to a Swift closure, and keeps its error.
private final class PhraseRows {
  private let body: (borrowing FTS5Match) throws -> Void
  private(set) var error: (any Error)?

  init(_ body: @escaping (borrowing FTS5Match) throws -> Void) {
    self.body = body
  }

  func receive(_ match: borrowing FTS5Match) -> Int32 {
    do {
      try body(match)
      return SQLITE_OK
    } catch {
      self.error = error
      return SQLITE_ABORT
    }
  }
}
