import CSittaSQLite
import SittaSQLite

/// A row that a full-text query found, as an auxiliary function sees it.
///
/// Columns, phrases and tokens are numbered from 0. A match is valid only during the call. The corresponding
/// C interface is `Fts5ExtensionApi`; see
/// <https://www.sqlite.org/fts5.html#custom_auxiliary_functions_api_reference>.
@safe
public struct FTS5Match: ~Copyable {
  /// An occurrence of a phrase of the query in the row.
  public struct Instance: Equatable, Sendable {
    /// The number of the phrase in the query.
    public let phrase: Int
    /// The number of the column.
    public let column: Int
    /// The position of the first token in the column; synonyms have no positions of their own.
    public let token: Int

    /// Makes an occurrence.
    public init(phrase: Int, column: Int, token: Int) {
      self.phrase = phrase
      self.column = column
      self.token = token
    }
  }

  let api: UnsafePointer<Fts5ExtensionApi>
  let context: OpaquePointer

  init(_ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer) {
    unsafe self.api = api
    unsafe self.context = context
  }

  /// The id of the row.
  public var rowID: Int64 { unsafe api.pointee.xRowid(context) }

  /// The number of columns, including the unindexed ones.
  public var columnCount: Int { unsafe Int(api.pointee.xColumnCount(context)) }

  /// The number of phrases in the query; a word is a phrase too.
  public var phraseCount: Int { unsafe Int(api.pointee.xPhraseCount(context)) }

  /// The number of tokens in a phrase; 0 if there is no such phrase.
  public func tokenCount(ofPhrase phrase: Int) -> Int {
    guard phrase >= 0, phrase < phraseCount else { return 0 }
    return unsafe Int(api.pointee.xPhraseSize(context, Int32(phrase)))
  }

  /// The number of tokens in a column of this row; nil means all columns.
  public func tokenCount(inColumn column: Int? = nil) throws(FullTextError) -> Int {
    var count: Int32 = 0
    let column = try checked(column)
    try check(unsafe api.pointee.xColumnSize(context, column, &count))
    return Int(count)
  }

  /// The number of tokens in a column of the whole table; nil means all columns.
  public func totalTokenCount(inColumn column: Int? = nil) throws(FullTextError) -> Int64 {
    var count: Int64 = 0
    let column = try checked(column)
    try check(unsafe api.pointee.xColumnTotalSize(context, column, &count))
    return count
  }

  /// The number of rows in the whole table.
  public func rowCount() throws(FullTextError) -> Int64 {
    var count: Int64 = 0
    try check(unsafe api.pointee.xRowCount(context, &count))
    return count
  }

  /// Calls `body` with a column's text as UTF-8, valid or not; it is empty for NULL, or if not stored.
  public func withText<Result>(
    ofColumn column: Int, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    var text: UnsafePointer<CChar>?
    var count: Int32 = 0
    let column = try checked(column)
    try check(unsafe api.pointee.xColumnText(context, column, &text, &count))
    return unsafe try body(UnsafeBufferPointer<UInt8>(token: text, count: count).span)
  }

  func checked(_ column: Int?) throws(FullTextError) -> Int32 {
    guard let column else { return -1 }
    guard column >= 0, column < columnCount else {
      throw FullTextError(
        .invalidArgument, "There is no column \(column): the table has \(columnCount) columns.")
    }
    return Int32(column)
  }

  func check(_ code: Int32) throws(FullTextError) {
    guard code != SQLITE_OK else { return }
    let message = unsafe sqlite3_errstr(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    throw FullTextError.database(SQLiteError(code: code, message: message))
  }
}
