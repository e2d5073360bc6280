/// Recognizes code pages of DOS and of the Macintosh, which ICU's statistics do not recognize.
enum CodePages {
  static let western = CharacterEncoding(known: "IBM850")
  static let original = CharacterEncoding(known: "IBM437")
  static let central = CharacterEncoding(known: "IBM852")
  static let cyrillic = CharacterEncoding(known: "IBM866")
  static let macintosh = CharacterEncoding(known: "macintosh")

  /// Only this number of first bytes is examined.
  private static let sampleSize = 16_384
  /// A code page must be this number of bits cheaper than other encodings, which is about two letters.
  private static let margin = 16
  /// The highest average cost of a byte from 0x80 on in a recognized code page, in bits.
  private static let highestCost = 7

  private static let candidates = pages([western, original, central, cyrillic, macintosh])
  private static let rivals = pages(
    ["windows-1252", "windows-1250", "windows-1251", "KOI8-R", "ISO-8859-2"].map {
      CharacterEncoding(known: $0)
    })

  /// Returns the page of an encoding, cached for the common ones; nil if it is not a single-byte encoding.
  static func page(_ encoding: CharacterEncoding) -> SingleBytePage? {
    (candidates + rivals).first { $0.encoding == encoding } ?? SingleBytePage(encoding)
  }

  /// Whether the encoding is a code page of DOS; ICU's converters for these swap control characters.
  static func isDOS(_ encoding: CharacterEncoding) -> Bool {
    [western, original, central, cyrillic].contains(encoding)
  }

  /// Returns the code page that fits the bytes better than the encoding found so far.
  ///
  /// - Parameters:
  ///   - bytes: text that is not UTF-8.
  ///   - found: the encoding that was recognized or assumed.
  /// - Returns: nil unless a code page fits clearly better.
  static func encoding(
    of bytes: Span<UInt8>, insteadOf found: CharacterEncoding
  ) -> CharacterEncoding? {
    let bytes = bytes.extracting(first: sampleSize)
    let high = bytes.indices.count { bytes[$0] >= 0x80 }
    let costs = candidates.map { (encoding: $0.encoding, cost: $0.cost(of: bytes)) }
    guard let best = costs.min(by: { $0.cost < $1.cost }), best.cost <= high * highestCost else {
      return nil
    }
    let other =
      (rivals.map { $0.cost(of: bytes) } + [LetterStatistics.cost(of: bytes, in: found)]).min() ?? 0
    return other - best.cost >= margin && other * 5 >= best.cost * 8 ? best.encoding : nil
  }

  private static func pages(_ encodings: [CharacterEncoding]) -> [SingleBytePage] {
    encodings.compactMap { SingleBytePage($0) }
  }
}
