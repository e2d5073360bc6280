/// The piece of a text that contains the most phrases of a query.
///
/// The piece is cut at token boundaries, and never inside a character (grapheme cluster).
public struct TextSnippet: Equatable, Sendable {
  /// A part of the piece: either a match, or text without matches.
  public struct Part: Equatable, Sendable {
    /// The text; invalid UTF-8 is replaced by U+FFFD.
    public let text: String
    /// Whether the part is a match.
    public let isMatch: Bool
  }

  /// The parts of the piece, in order; none is empty.
  public let parts: [Part]
  /// The offset of the first match in the text; nil if the piece shows no match.
  public let matchOffset: Int?
  /// Whether there is more text before the piece.
  public let isCutBefore: Bool
  /// Whether there is more text after the piece.
  public let isCutBehind: Bool

  /// Cuts the best piece out of a text, given the positions of the query's matches.
  ///
  /// O(text up to the end of the piece).
  ///
  /// - Parameters:
  ///   - text: the text of the column, as it was indexed.
  ///   - positions: the positions of the matches in the text.
  ///   - count: the largest number of tokens in the piece.
  ///   - tokenize: passes the tokens of the text, as they were indexed, to the receiver. If the receiver
  ///     throws an error, `tokenize` must stop and throw this error.
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
    // If the text ends inside the window, the window moves back by at most its own length.
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
  /// Returns the parts as one text, with marks around the matches.
  func text(open: String, close: String) -> String {
    map { $0.isMatch ? open + $0.text + close : $0.text }.joined()
  }
}
