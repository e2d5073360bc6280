package import SittaSQLite
package import TextAnalysis

/// The stored text of a document, or only the pieces of it that show some tokens.
package struct PartialText {
  /// The pieces in the order of the text, with a NUL before each but the beginning of the text.
  package private(set) var bytes: [UInt8] = []
  /// From where tokens can be found; their offsets are those in ``bytes``.
  package private(set) var places: [TokenPlace] = []
  private var pieces: [Piece] = []

  /// Successive frames of the text.
  private struct Piece {
    /// Where it begins in ``bytes``, and in the text.
    let start: Int
    let offset: Int
    /// The first place of the piece as an offset into ``bytes``, and the number of its line, from 1 on; 0 before
    /// a place is added.
    var anchor: (start: Int, line: Int)
  }

  private init() {}

  /// A text that is known from its beginning to its end.
  package init(whole text: [UInt8]) {
    bytes = text
    pieces = [Piece(start: 0, offset: 0, anchor: (0, 1))]
  }

  /// The offset in the text of an offset into ``bytes``.
  package func offset(of index: Int) -> Int {
    pieces.last { $0.start <= index }.map { $0.offset + index - $0.start } ?? index
  }

  /// The number of the line with an offset into ``bytes``, from 1 on.
  ///
  /// O(bytes from a place to the offset).
  package func line(at index: Int) -> Int {
    guard let (start, line) = pieces.last(where: { $0.start <= index })?.anchor else { return 1 }
    return line + bytes.span.lineFeeds(in: min(start, index)..<max(start, index))
      * (start <= index ? 1 : -1)
  }
}

extension PartialText {
  /// Texts of at most this size are read at once, in compressed bytes.
  private static let small = 8 << 10

  /// Reads what is needed of the stored text of a document.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - positions: the positions of the tokens that are shown, in any order.
  ///   - database: the index, in a transaction.
  ///   - decompressor: decompresses the text.
  /// - Returns: the text; nil if the document has none.
  /// - Throws: the error of SQLite, also if the text is damaged.
  package static func read(
    _ document: DocumentID, at positions: [Range<Int>], in database: Database,
    _ decompressor: TextDecompressor
  ) throws(SQLiteError) -> PartialText? {
    let found = try database.first(
      "SELECT length(text) <= ?2, CASE WHEN length(text) <= ?2 THEN text END FROM body WHERE id = ?1",
      .document(document), .integer(Int64(Self.small))
    ) { row in (isSmall: row.integer(at: 0) == 1, bytes: row.bytes(at: 1)) }
    guard let found else { return nil }
    if found.isSmall {
      let bytes = found.bytes
      return try read(bytes.count, at: positions, decompressor) { range throws(SQLiteError) in
        guard range.upperBound <= bytes.count else { throw damage }
        return Array(bytes[range])
      }
    }
    let blob = try database.blob("text", of: "body", row: document.rawValue)
    return try read(blob.count, at: positions, decompressor) { range throws(SQLiteError) in
      try blob.bytes(in: range)
    }
  }

  /// Reads a text of a number of compressed bytes, of which `bytes` returns a range.
  private static func read(
    _ count: Int, at positions: [Range<Int>], _ decompressor: TextDecompressor,
    from bytes: (Range<Int>) throws(SQLiteError) -> [UInt8]
  ) throws(SQLiteError) -> PartialText {
    let head = try bytes(0..<min(TextLayout.headSize, count))
    guard let size = TextLayout.size(afterHead: head) else {
      let frame = try bytes(0..<count)
      return PartialText(whole: try checked(decompressor.text(from: frame.span)))
    }
    let start = TextLayout.headSize + size
    guard start <= count else { throw damage }
    let stored = try bytes(TextLayout.headSize..<start)
    guard let layout = TextLayout(stored: stored) else { throw damage }
    var text = PartialText()
    try text.append(layout, at: positions, from: start, decompressor, bytes)
    return text
  }

  /// Reads the frames that show some tokens.
  private mutating func append(
    _ layout: TextLayout, at positions: [Range<Int>], from start: Int,
    _ decompressor: TextDecompressor, _ stored: (Range<Int>) throws(SQLiteError) -> [UInt8]
  ) throws(SQLiteError) {
    let wanted = Set(positions.flatMap(layout.frames))
    var (offset, last) = (start, -2)
    for (number, size) in layout.frames.enumerated() {
      defer { offset += size }
      guard wanted.contains(number) else { continue }
      if number != last + 1 {
        if number > 0 { bytes.append(0) }
        pieces.append(
          Piece(
            start: bytes.count, offset: layout.bytes(ofFrame: number).lowerBound, anchor: (0, 0)))
      }
      let frame = try stored(offset..<offset + size)
      let text = try Self.checked(decompressor.text(from: frame.span))
      let covered = layout.bytes(ofFrame: number)
      guard text.count == covered.count else { throw Self.damage }
      bytes += text
      add(layout.places.filter { covered.contains($0.offset) })
      last = number
    }
  }

  /// Adds places of the last piece.
  private mutating func add(_ found: [TextLayout.Place]) {
    guard var piece = pieces.popLast() else { return }
    for place in found {
      let index = piece.start + place.offset - piece.offset
      if piece.anchor.line == 0 { piece.anchor = (index, place.line) }
      places.append(TokenPlace(position: place.position, offset: index))
    }
    pieces.append(piece)
  }

  private static let damage = SQLiteError.corruption("a stored text cannot be decompressed")

  private static func checked(_ text: [UInt8]?) throws(SQLiteError) -> [UInt8] {
    guard let text else { throw damage }
    return text
  }
}
