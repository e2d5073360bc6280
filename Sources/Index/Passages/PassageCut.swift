/// Decides where a passage begins and ends.
///
/// It prefers whole sentences. A sentence that does not fit is cut at a token.
struct PassageCut {
  /// The tokens of the passage.
  private(set) var tokens: Range<Int>
  /// The bytes of the passage.
  private(set) var bytes: Range<Int>
  /// Whether it begins inside a sentence.
  private(set) var isCutBefore: Bool
  /// Whether it ends inside a sentence.
  private(set) var isCutBehind: Bool
  /// How many sentences begin between the first and the last of the tokens that must be in it.
  let boundaries: Int

  /// The bytes without a token that are shown at each end of a text.
  private static let margin = 64

  /// Cuts a passage.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - shown: the tokens that must be in it.
  ///   - section: the tokens around them.
  ///   - limits: the tokens that may be in it; they contain the first of `shown`.
  ///   - total: the number of tokens in the text, if it is known.
  ///   - length: the number of words.
  init(
    _ text: Span<UInt8>, showing shown: Range<Int>, in section: PassageTokens.Section,
    limits: Range<Int>, total: Int?, length: Int
  ) {
    let limits = limits.clamped(to: section.tokens)
    let shown = shown.clamped(to: limits)
    let last = section[limits.upperBound - 1].upperBound
    let units = TextUnits(
      text,
      in: section[limits.lowerBound].lowerBound..<min(text.count, last + Self.margin))
    let scale = CutScale(text, section, limits, length: length)
    let sentences = units.starts.compactMap { start in
      scale.token(atOrAfter: start.offset).map { Sentence(token: $0, start: start) }
    }
    boundaries = sentences.count { $0.token > shown.lowerBound && $0.token < shown.upperBound }

    var start = Self.start(showing: shown, sentences, scale, clauses: units.clauses)
    var end = scale.end(from: start.token)
    let isTextEnd = total.map { end >= $0 } ?? false
    if isTextEnd {
      // The text ends soon, so more of the text before is shown.
      if start.sentence == nil || !scale.isEnough(start.token..<end) {
        start = Self.start(to: end, notAfter: start, sentences, scale)
      }
    }
    var endByte = (start.token..<end).reduce(0) { max($0, section[$1].upperBound) }
    isCutBehind = !isTextEnd
    if isTextEnd {
      endByte = text.trimmingSpace(endByte..<min(text.count, endByte + Self.margin)).upperBound
    } else if let next = Self.end(
      from: start.token, after: shown, notAfter: end, sentences, scale, in: text)
    {
      end = next.token
      endByte = text.trimmingSpace(section[start.token].lowerBound..<next.start.offset).upperBound
      isCutBehind = false
      if start.sentence == nil { start = Start(token: min(start.token, scale.start(to: end))) }
    }
    tokens = start.token..<end
    isCutBefore = start.token > 0 && start.sentence == nil
    let first = section[start.token].lowerBound
    // Nothing before the first word of the text is left out.
    let startByte =
      start.token == 0
      ? text.skippingSpace(from: max(0, first - Self.margin), to: first)
      : min(start.sentence?.offset ?? first, first)
    bytes = startByte..<max(endByte, first + 1)
    limitBytes(text, section, shown: shown, length: length)
  }

  /// The beginning of a sentence or another unit.
  private struct Sentence {
    let token: Int
    let start: TextUnits.Start
  }

  /// Where a passage begins.
  private struct Start {
    let token: Int
    /// The beginning of the sentence; nil inside a sentence.
    var sentence: TextUnits.Start?

    init(token: Int) {
      self.token = token
    }

    init(_ sentence: Sentence) {
      (token, self.sentence) = (sentence.token, sentence.start)
    }
  }

  /// The beginning of the sentence with the first token, if that fits.
  private static func start(
    showing shown: Range<Int>, _ sentences: [Sentence], _ scale: CutScale, clauses: [Int]
  ) -> Start {
    guard let own = sentences.last(where: { $0.token <= shown.lowerBound }),
      scale.fits(own.token..<shown.upperBound)
    else { return Start(token: scale.cutStart(showing: shown, clauses: clauses)) }
    // A short sentence is shown with whole sentences after it or, if they are too long, before it.
    let ends = sentences.lazy.map(\.token).filter { $0 >= shown.upperBound }
    guard let end = ends.first, !scale.isEnough(own.token..<end),
      !ends.contains(where: { scale.fits(own.token..<$0) && scale.isEnough(own.token..<$0) }),
      let earlier = sentences.first(where: { scale.fits($0.token..<end) }),
      scale.isEnough(earlier.token..<end)
    else { return Start(own) }
    return Start(earlier)
  }

  /// The start of a passage that ends with the text.
  private static func start(
    to end: Int, notAfter start: Start, _ sentences: [Sentence], _ scale: CutScale
  ) -> Start {
    if let earlier = sentences.first(where: { scale.fits($0.token..<end) }),
      scale.isEnough(earlier.token..<end)
    {
      return Start(earlier)
    }
    let earlier = scale.start(to: end)
    return earlier < start.token ? Start(token: earlier) : start
  }

  /// The beginning of the sentence after the passage; nil if it must end inside a sentence.
  private static func end(
    from start: Int, after shown: Range<Int>, notAfter end: Int, _ sentences: [Sentence],
    _ scale: CutScale, in text: Span<UInt8>
  ) -> Sentence? {
    let first = max(shown.upperBound, start + 1)
    let index = sentences.indices.last { index in
      let next = sentences[index]
      guard next.token >= first, next.token <= end, scale.isEnough(start..<next.token) else {
        return false
      }
      // A heading is nothing without the text below it.
      guard index > 0 else { return true }
      let last = sentences[index - 1]
      let isHeading =
        last.start.isNewLine && last.token >= first
        && LineFeatures(text, last.start.offset..<next.start.offset).isTitle
      return !isHeading || !scale.isEnough(start..<last.token)
    }
    return index.map { sentences[$0] }
  }

  /// Shortens a passage with very long words or much white space.
  private mutating func limitBytes(
    _ text: Span<UInt8>, _ section: PassageTokens.Section, shown: Range<Int>, length: Int
  ) {
    let limit = 48 * length + 160
    if bytes.count <= limit { return }
    var (start, end) = (tokens.lowerBound, tokens.upperBound)
    let first = max(start, min(shown.lowerBound, end - 1))
    while end > first + 1, section[end - 1].upperBound - bytes.lowerBound > limit { end -= 1 }
    if end < tokens.upperBound {
      bytes = bytes.lowerBound..<max(section[end - 1].upperBound, bytes.lowerBound)
      isCutBehind = true
    }
    while start < first, bytes.upperBound - section[start].lowerBound > limit { start += 1 }
    if start > tokens.lowerBound {
      bytes = min(section[start].lowerBound, bytes.upperBound)..<bytes.upperBound
      isCutBefore = true
    }
    tokens = start..<end
    guard bytes.count > limit else { return }
    // One token is too long.
    let from = max(bytes.lowerBound, min(section[first].lowerBound, bytes.upperBound - limit))
    isCutBefore = isCutBefore || from > bytes.lowerBound
    isCutBehind = isCutBehind || from + limit < bytes.upperBound
    bytes = from..<min(from + limit, bytes.upperBound)
  }
}
