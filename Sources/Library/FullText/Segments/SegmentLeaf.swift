/// The layout of a leaf: a page of a segment with terms and their doclists.
///
/// Two bytes have the offset of the first row id that is before the first term, or 0. Two bytes have the
/// offset of the page index, which ends the page and has the offset of the first term and the distances of
/// the others. Between them are terms, each followed by its doclist. The first term of a page is whole;
/// another one begins with the number of bytes that it shares with the term before it. See "Segment leaf" in
/// `fts5_index.c`.
struct SegmentLeaf {
  /// The doclist of a term on this page.
  struct Doclist: Equatable {
    let start: Int
    /// The offset of the next term, or of the page index.
    let end: Int
    /// Whether no other term follows on this page, so that the doclist can go on in the next leaf.
    let isLast: Bool
  }

  /// Where terms and doclists begin.
  static let contentStart = 4

  /// The offset of the first row id before the first term; 0 if there is none.
  let firstRow: Int
  /// The offset of the page index.
  let contentEnd: Int
  /// The offset of the first term; ``contentEnd`` if the page has no term.
  let firstTerm: Int

  init(_ bytes: Span<UInt8>) throws(FTS5SegmentError) {
    guard bytes.count >= Self.contentStart else { throw .damaged(.leaf) }
    firstRow = bytes.bigEndian16(at: 0)
    contentEnd = bytes.bigEndian16(at: 2)
    guard contentEnd >= Self.contentStart, contentEnd <= bytes.count, firstRow < contentEnd,
      firstRow == 0 || firstRow >= Self.contentStart
    else { throw .damaged(.leaf) }
    guard contentEnd < bytes.count else {
      firstTerm = contentEnd
      return
    }
    var offset = contentEnd
    guard let first = bytes.number(at: &offset, before: bytes.count, most: contentEnd - 1),
      first >= Self.contentStart
    else { throw .damaged(.leaf) }
    firstTerm = first
  }

  /// Looks for a term; nil if it is not on the page.
  ///
  /// No other term is put together: a term is compared only if it shares exactly the bytes with the one
  /// before it that this one shared with `key`. It is `fts5LeafSeek` in `fts5_index.c`.
  ///
  /// O(bytes of the page).
  func doclist(of key: Span<UInt8>, in bytes: Span<UInt8>) throws(FTS5SegmentError) -> Doclist? {
    var index = contentEnd
    var start = 0
    var shared = 0
    while index < bytes.count {
      let isFirst = index == contentEnd
      start = try termStart(after: start, &index, in: bytes)
      var offset = start
      let kept = isFirst ? 0 : try length(at: &offset, in: bytes)
      let count = try length(at: &offset, in: bytes)
      guard count <= contentEnd - offset else { throw .damaged(.leaf) }
      if kept < shared { return nil }
      if kept > shared { continue }
      var same = 0
      while same < count, shared < key.count, bytes[offset + same] == key[shared] {
        same += 1
        shared += 1
      }
      if shared == key.count {
        // The key can be the beginning of a longer term.
        if same < count { return nil }
        let isLast = index == bytes.count
        let end = isLast ? contentEnd : try termStart(after: start, &index, in: bytes)
        guard end >= offset + count else { throw .damaged(.leaf) }
        return Doclist(start: offset + count, end: end, isLast: isLast)
      }
      if same < count, bytes[offset + same] > key[shared] { return nil }
    }
    return nil
  }

  /// Reads the next offset of a term in the page index.
  private func termStart(
    after start: Int, _ index: inout Int, in bytes: Span<UInt8>
  ) throws(FTS5SegmentError) -> Int {
    guard let distance = bytes.number(at: &index, before: bytes.count, most: contentEnd),
      distance > 0, start + distance < contentEnd
    else { throw .damaged(.leaf) }
    return start + distance
  }

  private func length(
    at offset: inout Int, in bytes: Span<UInt8>
  ) throws(FTS5SegmentError) -> Int {
    guard let length = bytes.number(at: &offset, before: contentEnd, most: contentEnd) else {
      throw .damaged(.leaf)
    }
    return length
  }
}
