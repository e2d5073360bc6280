/// Reads the postings of a term in all segments of a snapshot.
struct SegmentTermReader {
  /// The first byte of a term in the main index; other bytes belong to the indexes of prefixes.
  private static let mainIndex = UInt8(ascii: "0")
  /// The longest term that FTS5 stores, in bytes.
  private static let mostTermBytes = 32_768

  let pages: SegmentPages
  let structure: SegmentStructure
  /// Where terms were found before.
  let leaves = SegmentTermLeaves()

  /// Passes the rows of a term to a sink: those of the newest segment first, and in ascending order in each.
  ///
  /// The newest segment with a row decides whether and how often it has the term, so the sink must ignore a
  /// row that it knows.
  ///
  /// O(bytes of the term's doclists), less if the sink is selective.
  func read<Sink: PostingSink>(
    _ term: [UInt8], into sink: inout Sink, beginSegment: (inout Sink) -> Void = { _ in }
  ) throws(FTS5SegmentError) {
    guard term.count <= Self.mostTermBytes else { throw .unsupported(.term) }
    let key = [Self.mainIndex] + term
    let known = leaves.places(of: key)
    var found: [SegmentTermLeaves.Place] = []
    for (index, segment) in structure.segments.enumerated() {
      beginSegment(&sink)
      if sink.isSelective, sink.nextWanted(from: .min) == nil { return }
      found.append(try read(key, in: segment, at: known?[index], into: &sink))
    }
    if known == nil { leaves.keep(found, of: key) }
  }

  /// Passes the rows of a term in one segment to a sink.
  ///
  /// - Returns: where the term is.
  private func read<Sink: PostingSink>(
    _ key: [UInt8], in segment: SegmentStructure.Segment, at place: SegmentTermLeaves.Place?,
    into sink: inout Sink
  ) throws(FTS5SegmentError) -> SegmentTermLeaves.Place {
    let (termLeaf, hasDoclistIndex): (Int, Bool)
    switch place {
    case .missing: return .missing
    case .leaf(let leaf, let hasIndex): (termLeaf, hasDoclistIndex) = (leaf, hasIndex)
    case nil: (termLeaf, hasDoclistIndex) = try pages.leaf(of: segment, for: key)
    }
    var doclist = SegmentDoclist()
    var index: SegmentDoclistIndex?
    var isFound = false
    var isFinished = false
    var start: Int? = termLeaf
    while let first = start {
      start = nil
      try pages.forEachLeaf(of: segment, from: first) {
        (bytes, number) throws(FTS5SegmentError) in
        let leaf = try SegmentLeaf(bytes)
        var goesOn: Bool
        if number == termLeaf {
          guard let found = try leaf.doclist(of: key.span, in: bytes) else {
            isFinished = true
            return .stop
          }
          isFound = true
          goesOn = try doclist.read(bytes, found, into: &sink)
          if sink.isSelective, goesOn, hasDoclistIndex {
            index = try SegmentDoclistIndex(of: segment, leaf: termLeaf, in: pages)
          }
        } else {
          goesOn = try doclist.read(bytes, next: leaf, into: &sink)
        }
        guard goesOn else {
          isFinished = true
          return .stop
        }
        // The list of the last row must be read to its end.
        guard sink.isSelective, let last = doclist.row, !doclist.isInsideWantedList else {
          return .next
        }
        guard last < .max, let wanted = sink.nextWanted(from: last + 1) else {
          isFinished = true
          return .stop
        }
        guard let target = index?.leaf(of: wanted), target > number + 1 else { return .next }
        doclist.skip()
        start = target
        return .stop
      }
    }
    // A term has a row, and a list does not go on after the last leaf.
    if isFound && doclist.row == nil || !isFinished && doclist.isInsideList {
      throw .damaged(.leaf)
    }
    return isFound ? .leaf(termLeaf, hasDoclistIndex: hasDoclistIndex) : .missing
  }
}
