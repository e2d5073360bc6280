import TextAnalysis

/// The words of a document as a `tsvector`, each with its positions and the part of the document it is in.
///
/// The words are those of Sitta's analyzer. The parts have the four weights of PostgreSQL: A for the title, B for the
/// name, C for tags and people, D for the text. See <https://www.postgresql.org/docs/15/datatype-textsearch.html>.
package struct DocumentWords: ~Copyable {
  /// A `tsvector` as text.
  package struct Vector: Equatable, Sendable {
    /// The text.
    package let text: [UInt8]
    /// Whether words or positions are missing in it.
    package let isCut: Bool
    /// The number of words, with those that are missing.
    package let count: Int
  }

  /// A word at a position.
  private struct Place {
    let word: Int
    let position: Int
    let weight: Character
  }

  /// The last position of a word; PostgreSQL gives this one to all that come later.
  private static let lastPosition = 16_383
  /// The most positions of a word.
  private static let mostPositions = 255
  /// The most bytes of a vector; PostgreSQL refuses those from 1 MiB on.
  private static let mostBytes = 900_000
  /// What a position takes in a vector, and what a word takes besides its bytes.
  private static let (positionBytes, wordBytes) = (2, 8)
  /// Phrases do not reach from one part into the next one, which begins so much further back.
  private static let partDistance = 10

  private var analyzer = SittaAnalyzer(options: SittaAnalyzer.Options(splitsNames: true))
  private var words = TokenDictionary()
  private var places: [Place] = []
  /// Of each word, how many positions it has and which one is the last.
  private var known: [(count: Int, last: Int)] = []

  /// Makes an analyzer with its own buffers.
  package init() {}

  /// Analyzes the texts of a document; O(bytes).
  ///
  /// - Parameter parts: each part with its weight, from `A` to `D`.
  /// - Returns: the vector.
  package mutating func vector(_ parts: [(weight: Character, text: [UInt8])]) -> Vector {
    words.removeAll()
    places.removeAll(keepingCapacity: true)
    known.removeAll(keepingCapacity: true)
    var (position, count, bytes, isCut) = (0, 0, 0, false)
    for part in parts where !part.text.isEmpty {
      if position > 0 { position += Self.partDistance }
      analyzer.analyze(part.text.span, for: .document) { token, _, flags in
        if !flags.contains(.colocated) || position == 0 {
          (position, count) = (position + 1, count + 1)
        }
        if bytes >= Self.mostBytes || position > Self.lastPosition { isCut = true }
        guard bytes < Self.mostBytes else { return }
        let place = min(position, Self.lastPosition)
        let word = words.add(token)
        if word == known.count {
          known.append((0, 0))
          bytes += token.count + Self.wordBytes
        }
        guard known[word].count < Self.mostPositions, known[word].last < place else { return }
        known[word] = (known[word].count + 1, place)
        bytes += Self.positionBytes
        places.append(Place(word: word, position: place, weight: part.weight))
      }
    }
    return Vector(text: text(), isCut: isCut, count: count)
  }

  /// Calls `body` with each word of the last vector that can be completed, or can have other forms.
  package func forEachWord(_ body: (ArraySlice<UInt8>) -> Void) {
    for number in known.indices {
      let word = words.token(number)
      // From U+3000 on, tokens are pairs of characters; longer tokens are data, and others with digits or joined words
      // are names.
      if word.first ?? 0xff < 0xe3, word.count <= Self.longestWord,
        word.allSatisfy({ $0 >= 0x80 || (0x61...0x7a).contains($0) })
      {
        body(word)
      }
    }
  }

  /// The most bytes of a word that has other forms.
  private static let longestWord = 64

  /// The words in the order in which they came first, each with its positions.
  private func text() -> [UInt8] {
    // Where the places of each word begin, once they are sorted by word.
    var starts = [0]
    for word in known { starts.append(starts[starts.count - 1] + word.count) }
    var next = starts
    var sorted = [Int](repeating: 0, count: places.count)
    for (index, place) in places.enumerated() {
      sorted[next[place.word]] = index
      next[place.word] += 1
    }
    var text: [UInt8] = []
    text.reserveCapacity(words.byteCount + 8 * places.count)
    for word in known.indices {
      text.append(UInt8(ascii: word == 0 ? "'" : " "))
      if word > 0 { text.append(UInt8(ascii: "'")) }
      for byte in words.token(word) {
        if byte == UInt8(ascii: "'") || byte == 0x5c { text.append(byte) }
        text.append(byte)
      }
      text.append(UInt8(ascii: "'"))
      for index in starts[word]..<starts[word + 1] {
        let place = places[sorted[index]]
        text.append(UInt8(ascii: index == starts[word] ? ":" : ","))
        text.append(decimal: place.position)
        if place.weight != "D" { text += place.weight.utf8 }
      }
    }
    return text
  }
}

extension [UInt8] {
  /// Appends the digits of a number from 0 to 99,999.
  fileprivate mutating func append(decimal number: Int) {
    var divisor = 10_000
    while divisor > Swift.max(1, number) { divisor /= 10 }
    var rest = number
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }
}
