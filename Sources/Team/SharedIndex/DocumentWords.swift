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
  }

  /// The last position of a word; PostgreSQL gives this one to all that come later.
  private static let lastPosition = 16_383
  /// The most positions of a word.
  private static let mostPositions = 255
  /// The most bytes of a vector; PostgreSQL refuses those from 1 MiB on.
  private static let mostBytes = 900_000
  /// What a position takes in a vector, and what a word takes besides its bytes.
  private static let (positionBytes, wordBytes) = (2, 8)

  private var analyzer = SittaAnalyzer(options: SittaAnalyzer.Options(splitsNames: true))

  /// Makes an analyzer with its own buffers.
  package init() {}

  /// Analyzes the texts of a document; O(bytes).
  ///
  /// - Parameter parts: each part with its weight, from `A` to `D`.
  /// - Returns: the vector.
  package mutating func vector(_ parts: [(weight: Character, text: [UInt8])]) -> Vector {
    var places: [[UInt8]: [(position: Int, weight: Character)]] = [:]
    var (position, bytes, isCut) = (0, 0, false)
    for part in parts where !part.text.isEmpty {
      // Phrases do not reach from one part into the next one.
      if position > 0 { position += 10 }
      analyzer.analyze(part.text.span, for: .document) { token, _, flags in
        if !flags.contains(.colocated) || position == 0 { position += 1 }
        let word = (0..<token.count).map { token[$0] }
        if bytes >= Self.mostBytes || position > Self.lastPosition { isCut = true }
        guard bytes < Self.mostBytes else { return }
        let place = min(position, Self.lastPosition)
        guard var known = places.removeValue(forKey: word) else {
          bytes += word.count + Self.wordBytes + Self.positionBytes
          places[word] = [(place, part.weight)]
          return
        }
        if known.count < Self.mostPositions, known.last?.position != place {
          known.append((place, part.weight))
          bytes += Self.positionBytes
        }
        places[word] = known
      }
    }
    return Vector(text: Self.text(of: places), isCut: isCut)
  }

  private static func text(
    of places: [[UInt8]: [(position: Int, weight: Character)]]
  ) -> [UInt8] {
    var text: [UInt8] = []
    for (word, positions) in places {
      if !text.isEmpty { text.append(0x20) }
      text.append(UInt8(ascii: "'"))
      for byte in word {
        if byte == UInt8(ascii: "'") || byte == 0x5c { text.append(byte) }
        text.append(byte)
      }
      text.append(UInt8(ascii: "'"))
      for (number, place) in positions.enumerated() {
        text.append(UInt8(ascii: number == 0 ? ":" : ","))
        text += "\(place.position)".utf8
        if place.weight != "D" { text += place.weight.utf8 }
      }
    }
    return text
  }
}
