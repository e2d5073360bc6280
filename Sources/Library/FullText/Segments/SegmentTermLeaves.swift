/// Where the terms of a query are in the segments, so that a second reading looks nothing up again.
///
/// It belongs to one snapshot. With many segments most terms are in few of them.
final class SegmentTermLeaves {
  /// The leaf of a term in a segment.
  enum Place {
    case missing
    case leaf(Int, hasDoclistIndex: Bool)
  }

  private var places: [[UInt8]: [Place]] = [:]

  /// The places of a term in the segments, the newest first; nil if it was not read yet.
  func places(of key: [UInt8]) -> [Place]? { places[key] }

  /// Keeps the places of a term that was looked for in all segments.
  func keep(_ found: [Place], of key: [UInt8]) { places[key] = found }
}
