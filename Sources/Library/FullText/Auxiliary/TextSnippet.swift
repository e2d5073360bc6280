/// The piece of a text with the most phrases of a query.
///
/// It is cut at token boundaries, and never inside a character (grapheme cluster).
public struct TextSnippet: Equatable, Sendable {
  /// A part of the piece that is a match, or that contains no match.
  public struct Part: Equatable, Sendable {
    /// The text; invalid UTF-8 is replaced by U+FFFD.
    public let text: String
    /// Whether it is a match.
    public let isMatch: Bool
  }

  /// The parts in their order; none is empty.
  public let parts: [Part]
  /// The offset of its first match in the text; nil if it shows no match.
  public let matchOffset: Int?
  /// Whether there is text before it.
  public let isCutBefore: Bool
  /// Whether there is text after it.
  public let isCutBehind: Bool

  /// Cuts the best piece out of a text, given the positions of the query's matches.
  ///
  /// O(text up to the piece's end).
  ///
  /// - Parameters:
  ///   - text: the text of the column, as it was indexed.
  ///   - positions: the positions of the matches in the text.
  ///   - count: the largest number of tokens in the piece.
  ///   - tokenize: passes the tokens of the text, as they were indexed, to the receiver. If the
  ///     receiver throws, it throws the same error.
  /// - Throws: the errors of `tokenize` itself.
  public init(
    of text: Span<UInt8>, showing positions: FTS5Places, count: Int,
    tokenize: (
      _ receiver: (_ isColocated: Bool, _ range: Range<Int>) throws -> Void
    ) throws -> Void
  ) throws {
    let window = SnippetWindow(bestFor: positions.hits, count: count)
    try self.init(text, window, tokenize: tokenize)
  }

  init(
    _ text: Span<UInt8>, _ window: SnippetWindow,
    tokenize: (_ receiver: ColumnTokens.Receiver) throws -> Void
  ) throws {
    let wanted = window.positions
    // If the text ends inside the window, the window moves back by at most its length.
    let candidates = max(0, wanted.lowerBound - wanted.count)..<wanted.upperBound
    let tokens = try ColumnTokens(at: candidates, tokenize: tokenize)
    let positions = tokens.total.map(window.positions(in:)) ?? wanted
    guard let bytes = tokens.bytes(from: positions.lowerBound, count: positions.count) else {
      (parts, matchOffset, isCutBefore, isCutBehind) = ([], nil, false, false)
      return
    }
    let start = positions.lowerBound == 0 ? 0 : bytes.lowerBound
    let isEnd = tokens.total.map { $0 <= positions.upperBound } ?? false
    let end = isEnd ? text.count : bytes.upperBound
    let ranges = window.hits.compactMap { tokens.bytes(from: $0.token, count: $0.count) }
    matchOffset = ranges.lazy.map(\.lowerBound).min()
    parts = MarkedText(text, piece: start..<end).parts(marking: ranges)
    (isCutBefore, isCutBehind) = (start > 0, end < text.count)
  }
}

extension [TextSnippet.Part] {
  /// The parts as one text, with marks around matches.
  func text(open: String, close: String) -> String {
    map { $0.isMatch ? open + $0.text + close : $0.text }.joined()
  }
}
