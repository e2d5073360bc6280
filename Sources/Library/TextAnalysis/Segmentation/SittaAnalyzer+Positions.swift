/// A place in a text from which its tokens can be found without the text before it.
public struct TokenPlace: Equatable, Sendable {
  /// The number of tokens before the place that are not colocated.
  public let position: Int
  /// The offset of the place, in bytes.
  public let offset: Int

  /// Describes a place.
  public init(position: Int, offset: Int) {
    (self.position, self.offset) = (position, offset)
  }
}

/// Chooses places of a document from its tokens.
package struct TokenPlaceSelection {
  /// The places so far, ascending, without the beginning of the text.
  package private(set) var places: [TokenPlace] = []
  /// The position of the last token.
  private var position = -1
  /// The first position at which the next place may be.
  private var next: Int
  private let interval: Int

  /// So many positions from a multiple of the interval on may be a place.
  fileprivate static let width = 32

  /// Begins with the first token.
  ///
  /// - Parameter interval: the number of tokens between two places, at least 32; more where a text has no blanks.
  package init(every interval: Int) {
    (self.interval, next) = (interval, interval)
  }

  /// Takes the next token of the text.
  @inline(__always)
  package mutating func take(_ range: Range<Int>, _ flags: TokenFlags, of text: Span<UInt8>) {
    if !flags.contains(.colocated) || position < 0 { position += 1 }
    if position >= next { take(at: position, range, flags, of: text) }
  }

  /// Takes the token at a position.
  fileprivate mutating func take(
    at position: Int, _ range: Range<Int>, _ flags: TokenFlags, of text: Span<UInt8>
  ) {
    guard position >= next, position % interval < Self.width, !flags.contains(.colocated),
      range.lowerBound > 0, [0x20, 0x0a, 0x09].contains(text[range.lowerBound - 1])
    else { return }
    places.append(TokenPlace(position: position, offset: range.lowerBound))
    next = (position / interval + 1) * interval
  }
}

extension SittaAnalyzer {
  /// Finds places of a document at intervals, as ``analyze(_:at:knowing:_:)`` uses them.
  ///
  /// Before a place is a blank or the end of a line: what is before that cannot change the tokens after it.
  ///
  /// - Parameters:
  ///   - text: the bytes, in UTF-8.
  ///   - interval: the number of tokens between two places, at least 32; more where a text has no blanks.
  /// - Returns: the places, ascending, without the beginning of the text.
  /// - Complexity: O(bytes).
  public mutating func places(in text: Span<UInt8>, every interval: Int) -> [TokenPlace] {
    let wanted = stride(from: interval, to: text.count, by: interval).map {
      $0..<$0 + TokenPlaceSelection.width
    }
    var selection = TokenPlaceSelection(every: interval)
    _ = analyze(text, at: wanted) { position, _, range, flags in
      selection.take(at: position, range, flags, of: text)
    }
    return selection.places
  }

  /// Finds the tokens at some positions of a document; other tokens are only counted, up to the
  /// last position.
  ///
  /// The position of a token is the number of tokens before it that are not colocated. Counting ASCII words
  /// is several times faster than analyzing them.
  ///
  /// - Parameters:
  ///   - text: the bytes, in UTF-8.
  ///   - positions: the wanted positions, ascending and without overlaps.
  ///   - places: known places, ascending: the text between a wanted position and the next place at or before
  ///     another one is not looked at.
  ///   - emit: is called for each token at one of them: with its position, its bytes, its range in the text
  ///     and its flags. The bytes are valid only during the call.
  /// - Returns: the number of positions in the text; nil if it has some after the wanted ones.
  /// - Complexity: O(bytes up to the last position), without places.
  public mutating func analyze(
    _ text: Span<UInt8>, at positions: [Range<Int>], knowing places: [TokenPlace] = [],
    _ emit: (_ position: Int, Span<UInt8>, Range<Int>, TokenFlags) -> Void
  ) -> Int? {
    begin(for: .document)
    // The position of the last token, and the index of the first range that does not end before it.
    var (position, number) = (-1, 0)
    var offset = 0
    var rest = places[...]
    while offset < text.count, number < positions.count {
      var limit = positions[number].lowerBound - position - 1
      if limit > 0 {
        if let place = rest.removeAll(upTo: positions[number].lowerBound), place.offset > offset {
          (position, offset) = (place.position - 1, place.offset)
          limit = positions[number].lowerBound - place.position
          if offset >= text.count { break }
        }
        let skipped = text.skippingASCIIWords(from: offset, limit: limit)
        offset = skipped.end
        position += skipped.count
      }
      if offset == text.count { break }
      offset = analyzeNext(in: text, from: offset) { token, range, flags in
        if !flags.contains(.colocated) || position < 0 {
          position += 1
          while number < positions.count, position >= positions[number].upperBound { number += 1 }
        }
        if number < positions.count, positions[number].contains(position) {
          emit(position, token, range, flags)
        }
      }
    }
    return number < positions.count ? position + 1 : nil
  }
}

extension ArraySlice<TokenPlace> {
  /// Removes the places up to a position, and returns the last of them.
  fileprivate mutating func removeAll(upTo position: Int) -> TokenPlace? {
    guard let last = lastIndex(where: { $0.position <= position }) else { return nil }
    defer { self = self[(last + 1)...] }
    return self[last]
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    0x30...0x39 ~= self || 0x61...0x7a ~= self | 0x20
  }
}

extension Span<UInt8> {
  /// Skips words of ASCII letters and digits, each of which gives one token that is not colocated.
  ///
  /// - Returns: the number of words, and the offset after them: before a word that touches a character
  ///   outside of ASCII, or after `limit` words.
  fileprivate func skippingASCIIWords(from start: Int, limit: Int) -> (end: Int, count: Int) {
    var (end, words) = skippingASCIIBlocks(from: start, limit: limit)
    while end < count, words < limit {
      if self[end] >= 0x80 { break }
      var next = end + 1
      if self[end].isASCIILetterOrDigit {
        while next < count, self[next].isASCIILetterOrDigit { next += 1 }
        if next < count, self[next] >= 0x80 { break }
        words += 1
      }
      end = next
    }
    return (end, words)
  }

  /// Skips words eight bytes at a time; ends at the beginning of a word or between words.
  private func skippingASCIIBlocks(from start: Int, limit: Int) -> (end: Int, count: Int) {
    var (end, words) = (start, 0)
    // Inside a word, the high bit of the lowest byte is set.
    var inside: UInt64 = 0
    // At most four words can begin in eight bytes.
    while end + 8 <= count, words + 4 <= limit {
      let block = ByteBlock(self, at: end)
      guard block.bytes & ByteBlock.highBits == 0 else { break }
      let letters = block.letters | block.digits
      words += (letters & ~(letters << 8 | inside)).nonzeroBitCount
      inside = letters >> 56
      end += 8
    }
    if inside == 0 { return (end, words) }
    while end > start, self[end - 1].isASCIILetterOrDigit { end -= 1 }
    return (end, words - 1)
  }
}
