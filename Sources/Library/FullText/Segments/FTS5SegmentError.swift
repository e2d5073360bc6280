public import SittaSQLite

/// Why ``FTS5SegmentReader`` gives no answer; FTS5 can be asked instead.
public enum FTS5SegmentError: Error, Equatable, Sendable {
  /// The table or the request has something that the reader does not know.
  case unsupported(Reason)
  /// A record is missing or not valid. FTS5 reports the damage when it reads the same record.
  case damaged(Record)
  /// SQLite failed, or the deadline has passed.
  case failed(SQLiteError)

  /// What the reader does not know.
  public enum Reason: String, Sendable {
    /// There is no such table in the main database, or another module made it.
    case noTable
    /// The version in `%_config` is not 4: a newer SQLite changes pages in place.
    case version
    /// `detail` is not `full`, so there are no lists of positions.
    case detail
    /// The table has an option that the reader does not know, such as `tokendata`.
    case option
    /// The table keeps no lengths: `columnsize=0`.
    case noLengths
    /// The structure record is one of `contentless_delete`, or has too many segments.
    case structure
    /// The connection has no open transaction, so two records could be of different states.
    case noTransaction
    /// The connection writes, and FTS5 keeps a part of its changes in memory.
    case writing
    /// Row ids are negative or far apart, so an array by row id would be too large.
    case sparseRows
    /// A term is too long.
    case term
    /// The words do not fit the phrases, or a phrase is not one token.
    case phrases
    /// A word has an addition.
    case addition
    /// A comparison with FTS5 has found a difference, and the reader was switched off.
    case switchedOff
  }

  /// A kind of record in the table `%_data` or `%_idx`.
  public enum Record: String, Sendable {
    /// The list of the segments.
    case structure
    /// A row of `%_idx`.
    case termIndex
    /// A page with terms and lists.
    case leaf
    /// A page with the first row of each leaf.
    case doclistIndex
    /// The lengths of a row.
    case lengths
  }
}

extension FTS5SegmentError: CustomStringConvertible {
  /// A sentence for people; it quotes no term.
  public var description: String {
    switch self {
    case .unsupported(let reason):
      "The segments of the full-text table are not read directly (\(reason.rawValue))."
    case .damaged(let record):
      "A record of the full-text table is damaged (\(record.rawValue)): rebuild the table."
    case .failed(let error): error.description
    }
  }
}
