/// The code pages of DOS and of the Macintosh, which ICU's statistics do not know.
enum CodePages {
  static let western = CharacterEncoding(known: "IBM850")
  static let original = CharacterEncoding(known: "IBM437")
  static let central = CharacterEncoding(known: "IBM852")
  static let cyrillic = CharacterEncoding(known: "IBM866")
  static let macintosh = CharacterEncoding(known: "macintosh")

  /// Statistics need no more bytes than these.
  private static let sampleSize = 16_384
  /// A code page must be better than other encodings by this number of bits, about two letters.
  private static let margin = 16
  /// The most bits that a byte beyond ASCII may cost on average in a code page.
  private static let highestCost = 7

  private static let candidates = pages([western, original, central, cyrillic, macintosh])
  private static let rivals = pages(
    ["windows-1252", "windows-1250", "windows-1251", "KOI8-R", "ISO-8859-2"].map {
      CharacterEncoding(known: $0)
    })

  /// The page of an encoding, loaded once for the common ones; nil if it is no single-byte encoding.
  static func page(_ encoding: CharacterEncoding) -> SingleBytePage? {
    (candidates + rivals).first { $0.encoding == encoding } ?? SingleBytePage(encoding)
  }

  /// Whether the encoding is one of DOS, in which ICU exchanges control characters.
  static func isDOS(_ encoding: CharacterEncoding) -> Bool {
    [western, original, central, cyrillic].contains(encoding)
  }

  /// Finds a code page in place of an encoding.
  ///
  /// - Parameters:
  ///   - bytes: text that is not UTF-8.
  ///   - found: the encoding that was recognized, or is assumed.
  /// - Returns: nil unless the bytes clearly say so.
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
