/// A search for ``FTS5SegmentReader``: the request for ``FTS5Candidates``, with the terms instead of an
/// expression.
public struct FTS5SegmentRequest {
  /// The words, fields and limits.
  public var candidates: FTS5Candidates.Request
  /// For each phrase of the expression the terms of its only token; an empty list if the words do not use it.
  ///
  /// Several terms are what FTS5 calls synonyms: a row has the phrase if it has one of them.
  public var phrases: [[[UInt8]]]
  /// Words by number: each row has at least one word of each group; without groups, at least one word.
  public var groups: [[Int]]
  /// Whether a row can be a match; nil for all rows.
  public var accepts: ((Int64) -> Bool)?

  /// Makes a request.
  public init(
    _ candidates: FTS5Candidates.Request, phrases: [[[UInt8]]], groups: [[Int]] = []
  ) {
    self.candidates = candidates
    self.phrases = phrases
    self.groups = groups
  }
}
