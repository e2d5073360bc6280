/// Decides where a passage begins and ends.
///
/// It prefers whole sentences. A sentence that does not fit is cut at a token.
struct PassageCut {
  /// The tokens of the passage.
  let tokens: Range<Int>
  /// The bytes of the passage.
  private(set) var bytes: Range<Int>
  /// Whether the passage begins inside a sentence.
  private(set) var isCutBefore: Bool
  /// Whether the passage ends inside a sentence.
  private(set) var isCutBehind: Bool
  /// Whether a sentence ends in the passage.
  let hasSentenceEnd: Bool

  /// The most bytes before the first token and after the last token of a text that are shown.
  private static let margin = 64

  /// The beginning of a sentence, list item, heading or paragraph.
  private struct Boundary {
    let token: Int
    let offset: Int
  }

  /// Cuts a passage of `length` words, which contains the tokens `shown`.
  ///
  /// It contains no token outside of `limits`; these contain the first of `shown`. The text begins with the token
  /// `beginning`, behind its metadata. `total` is the number of tokens in the text, if it is known.
  init(
    _ text: Span<UInt8>, showing shown: Range<Int>, in section: PassageTokens.Section,
    limits: Range<Int>, beginning: Int = 0, total: Int?, length: Int
  ) {
    let limits = limits.clamped(to: section.tokens)
    let shown = shown.clamped(to: limits)
    let scale = CutScale(text, section, limits, length: length)
    var boundaries = Self.boundaries(of: text, section, limits, scale, total: total)
    if beginning > 0, limits.lowerBound == beginning, boundaries.first?.token != beginning {
      boundaries.insert(
        Boundary(token: beginning, offset: section[beginning].lowerBound), at: 0)
    }
    let starts = boundaries.filter { $0.token <= shown.lowerBound }
    let ends = boundaries.filter {
      $0.token >= shown.upperBound && $0.token > shown.lowerBound
    }
    var (start, end): (Boundary?, Boundary?) = (starts.last, nil)
    // Prefer the latest start from which whole sentences fill at least half of the passage.
    for earlier in starts {
      let whole = ends.last { scale.fits(earlier.token..<$0.token) }
      if let whole, scale.isEnough(earlier.token..<whole.token) { (start, end) = (earlier, whole) }
    }
    if let own = start, !scale.fits(own.token..<shown.upperBound) { start = nil }
    var first = start?.token ?? Self.start(showing: shown, scale)
    var last = end?.token ?? scale.end(from: first)
    if end == nil, start != nil, last == total {
      // The text ends before the passage is full: show more sentences before.
      start = starts.first { scale.fits($0.token..<last) } ?? start
      first = start?.token ?? first
    }
    if end == nil, last == total || start == nil {
      // A passage that begins inside a sentence can still end with a sentence.
      end = ends.last { $0.token <= last && scale.isEnough(first..<$0.token) }
      last = end?.token ?? last
      if start == nil { first = min(first, scale.start(to: last, budget: scale.budget)) }
    }
    tokens = first..<last
    (isCutBefore, isCutBehind) = (start == nil && first > 0, end == nil && last != total)
    // Show the characters before the first token of the text, too.
    let from =
      first == 0
      ? text.skippingSpace(
        from: max(0, section[0].lowerBound - Self.margin), to: section[0].lowerBound)
      : min(start?.offset ?? .max, section[first].lowerBound)
    let reach = tokens.reduce(from + 1) { max($0, section[$1].upperBound) }
    let to = end?.offset ?? (last == total ? min(text.count, reach + Self.margin) : reach)
    bytes = from..<max(from + 1, text.trimmingSpace(from..<max(from, to)).upperBound)
    let limit = 48 * length + 160
    hasSentenceEnd = text.hasSentenceEnd(in: bytes.prefix(limit))
    guard bytes.count > limit else { return }
    // A token is very long, or there is much white space: cut at the limit of bytes.
    let middle = max(from, min(section[shown.lowerBound].lowerBound, bytes.upperBound - limit))
    (isCutBefore, isCutBehind) = (
      isCutBefore || middle > from, isCutBehind || middle + limit < bytes.upperBound
    )
    bytes = middle..<min(middle + limit, bytes.upperBound)
  }

  /// Returns the beginnings of sentences and other units, and the end of the text if it is within the limits.
  private static func boundaries(
    of text: Span<UInt8>, _ section: PassageTokens.Section, _ limits: Range<Int>, _ scale: CutScale,
    total: Int?
  ) -> [Boundary] {
    let end = min(text.count, section[limits.upperBound - 1].upperBound + margin)
    let units = TextUnits(text, in: section[limits.lowerBound].lowerBound..<end)
    let starts = units.starts.compactMap { offset in
      scale.token(atOrAfter: offset).map { Boundary(token: $0, offset: offset) }
    }
    return starts
      + (total == limits.upperBound ? [Boundary(token: limits.upperBound, offset: end)] : [])
  }

  /// Returns a start inside a sentence that leaves half of the free room for text after the shown tokens.
  private static func start(showing shown: Range<Int>, _ scale: CutScale) -> Int {
    let free = scale.budget - scale.cost(shown)
    if free <= 0 { return shown.lowerBound }
    return scale.start(to: shown.upperBound, budget: scale.cost(shown) + free / 2)
  }
}
