/// The tokens of a text around the windows, and the byte ranges that the hits mark there.
package struct PassageTokens {
  /// Receives a token: its position, its bytes, its byte range in the text, and whether another token was
  /// passed before at the same position.
  package typealias Receiver = (
    _ position: Int, _ token: Span<UInt8>, _ range: Range<Int>, _ isColocated: Bool
  ) -> Void
  /// Passes the tokens at the given positions of a text to a receiver, as they were indexed.
  ///
  /// It returns the number of positions in the text; nil if the text has more after the given ones.
  package typealias Tokenization = (_ positions: [Range<Int>], _ receiver: Receiver) -> Int?

  /// A run of successive tokens.
  struct Section {
    /// The position of the first token.
    let start: Int
    /// The byte ranges of the tokens in the text.
    fileprivate(set) var ranges: [Range<Int>] = []

    var tokens: Range<Int> { start..<start + ranges.count }

    subscript(token: Int) -> Range<Int> { ranges[token - start] }
  }

  /// The sections in the order of the text.
  private(set) var sections: [Section] = []
  /// The number of tokens in the text; nil if there are more after the last section.
  private(set) var total: Int?
  /// For the index of each hit of one token: the byte ranges of the tokens that match.
  private var marks: [Int: [Mark]] = [:]
  private let words: [PassageWord]

  private struct Mark {
    let range: Range<Int>
    let isColocated: Bool
  }

  /// Tokenizes a text up to the end of the last section.
  ///
  /// `wanted` are the token positions of the sections; overlapping ones are merged. The hits are in the order
  /// of their positions.
  init(
    at wanted: [Range<Int>], hits: [PassageHit], words: [PassageWord], tokenize: Tokenization
  ) {
    self.words = words
    let wanted = wanted.merged
    if wanted.isEmpty { return }
    var (sections, marks): ([Section], [Int: [Mark]]) = ([], [:])
    // The hits at the current position.
    var here = 0..<0
    total = tokenize(wanted) { position, token, range, isColocated in
      if !isColocated || sections.isEmpty {
        var start = here.upperBound
        if sections.last.map({ $0.tokens.upperBound < position }) ?? true {
          sections.append(Section(start: position))
          start = hits.partitioningIndex { $0.token >= position }
        }
        sections[sections.count - 1].ranges.append(range)
        let end = hits[start...].firstIndex { $0.token > position } ?? hits.count
        here = start..<end
      }
      for index in here where hits[index].token == position && hits[index].count == 1 {
        let word = hits[index].word
        guard words.indices.contains(word), words[word].matches(token) else { continue }
        marks[index, default: []].append(Mark(range: range, isColocated: isColocated))
      }
    }
    (self.sections, self.marks) = (sections, marks)
  }

  /// Returns the section that contains a token; nil if there is none.
  func section(containing token: Int) -> Section? {
    sections.first { $0.tokens.contains(token) }
  }

  /// Returns the byte ranges that a hit marks in a section.
  ///
  /// In a compound word, only the parts that match are marked.
  func marks(
    of hit: PassageHit, at index: Int, in section: Section, of text: Span<UInt8>
  ) -> [Range<Int>] {
    let tokens = (hit.token..<hit.token + hit.count).clamped(to: section.tokens)
    guard let last = tokens.last else { return [] }
    let markedCharacters = words.indices.contains(hit.word) ? words[hit.word].markedCharacters : nil
    let whole = section[tokens.lowerBound]
    if hit.count == 1, let marks = marks[index] {
      if let markedCharacters {
        return marks.map { text.prefix(of: $0.range, characters: markedCharacters) }
      }
      // The token of the whole word can match, too, because a word also finds its compounds.
      let parts = marks.filter { $0.isColocated && $0.range != whole }.map(\.range)
      return parts.isEmpty ? [whole] : parts
    }
    let end = tokens.reduce(whole.upperBound) { max($0, section[$1].upperBound) }
    if let markedCharacters, last == hit.token + hit.count - 1 {
      let shortened = text.prefix(of: section[last], characters: markedCharacters)
      let before = tokens.dropLast().reduce(0) { max($0, section[$1].upperBound) }
      return [whole.lowerBound..<max(before, shortened.upperBound)]
    }
    return [whole.lowerBound..<end]
  }
}

extension [Range<Int>] {
  /// The ranges in ascending order, with overlapping and touching ones merged.
  fileprivate var merged: [Range<Int>] {
    sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] =
          last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }
}

extension Span where Element == UInt8 {
  /// The first code points of a range, with the marks that follow them in the range.
  fileprivate func prefix(of range: Range<Int>, characters: Int) -> Range<Int> {
    let bytes = Array(range.map { self[$0] })
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.count == bytes.count else { return range }
    return range.lowerBound..<range.lowerBound + text.prefix(characters).utf8.count
  }
}
