/// The occurrences of a phrase in a row after the first one, read from FTS5's own bytes.
///
/// `xPhraseNext` reads the same bytes, with a function call for each occurrence. Each occurrence is a number
/// in seven bits a byte, the highest bits first: the distance from the last token, plus 2. The number 1 means
/// that the number of another column follows. See `fts5ApiPhraseNext` in SQLite's source, and "Position
/// Lists" in `fts5_index.c`.
@safe
struct PositionList {
  /// The column of the current occurrence.
  private(set) var column: Int
  /// The position of the first token of the current occurrence.
  private(set) var token: Int
  private var next: UnsafePointer<UInt8>?
  private let end: UnsafePointer<UInt8>?

  /// Makes the list after an occurrence.
  ///
  /// - Parameters:
  ///   - column: the column of the occurrence.
  ///   - token: the position of its first token.
  ///   - next: the bytes after the occurrence.
  ///   - end: the end of the bytes; they must not move while the list is read.
  @inline(__always)
  init(
    column: Int, token: Int, next: UnsafePointer<UInt8>?, end: UnsafePointer<UInt8>?
  ) {
    (self.column, self.token) = (column, token)
    unsafe (self.next, self.end) = (next, end)
  }

  /// Moves to the next occurrence; returns false after the last one.
  ///
  /// Damaged bytes can give any column and token, but bytes after the end are never read.
  @inline(__always)
  mutating func advance() -> Bool {
    guard var number = readNumber() else { return false }
    if number == 1 {
      guard let column = readNumber(), let first = readNumber() else { return false }
      self.column = column
      (token, number) = (0, first)
    }
    token &+= number - 2
    return true
  }

  @inline(__always)
  private mutating func readNumber() -> Int? {
    guard let start = unsafe next, let end = unsafe end, unsafe start < end else { return nil }
    unsafe next = start + 1
    let first = unsafe start.pointee
    return first < 0x80 ? Int(first) : unsafe readLongNumber(after: first, end)
  }

  /// Reads the rest of a number of several bytes; only its lowest 31 bits are used, as in FTS5.
  private mutating func readLongNumber(
    after first: UInt8, _ end: UnsafePointer<UInt8>
  ) -> Int? {
    var number = Int(first & 0x7f)
    while let byte = unsafe next, unsafe byte < end {
      unsafe next = byte + 1
      number = number << 7 & 0x7fff_ffff | Int(unsafe byte.pointee & 0x7f)
      if unsafe byte.pointee < 0x80 { return number }
    }
    return nil
  }
}
