/// The other ways to write Han characters: traditional, simplified, and older Japanese forms.
///
/// A character can have several other forms: 发 is 發 and 髮. `TableGenerator` makes
/// `Generated/HanVariantsData.swift` from ICU's "Traditional-Simplified"; ``KanjiForms`` has the
/// Japanese pairs.
public struct HanVariants: Sendable {
  /// The shared table.
  public static let shared = HanVariants()

  /// The most variants of a token that are returned.
  public static let limit = 16

  private let variants: [Unicode.Scalar: [Unicode.Scalar]]

  private init() {
    var variants: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    func add(_ first: Unicode.Scalar, _ second: Unicode.Scalar) {
      for (one, other) in [(first, second), (second, first)]
      where variants[one]?.contains(other) != true {
        variants[one, default: []].append(other)
      }
    }
    var reader = VariableLengthReader(base64: HanVariantsData.encoded)
    var traditional = UInt32(0)
    for _ in 0..<reader.readNumber() {
      traditional += UInt32(reader.readNumber())
      let simplified = Self.firstScalar + UInt32(reader.readNumber())
      guard let first = Unicode.Scalar(traditional), let second = Unicode.Scalar(simplified) else {
        continue
      }
      add(first, second)
    }
    for pair in KanjiForms.pairs.split(whereSeparator: \.isWhitespace) {
      let scalars = Array(pair.unicodeScalars)
      add(scalars[0], scalars[1])
    }
    self.variants = variants
  }

  /// The lowest simplified character in the table; the table stores differences from it.
  private static let firstScalar: UInt32 = 0x3400

  /// The other forms of a character; most characters have none.
  func variants(of scalar: Unicode.Scalar) -> [Unicode.Scalar] { variants[scalar] ?? [] }

  /// Returns the other ways to write a token; at most ``limit``.
  ///
  /// - Parameter token: A token of ``SittaAnalyzer``.
  /// - Returns: All combinations of the forms of its characters, without the token itself.
  public func variants(of token: Span<UInt8>) -> [[UInt8]] {
    // No Han character begins with a lower byte in UTF-8.
    guard token.count > 0, token[0] >= 0xe3 else { return [] }
    var texts: [[UInt8]] = [[]]
    var offset = 0
    while offset < token.count {
      let (scalar, length) = token.scalar(at: offset)
      guard let scalar else { return [] }
      offset += length
      texts = ([scalar] + variants(of: scalar)).flatMap { form in
        texts.prefix(Self.limit + 1).map { text in
          var text = text
          text.append(utf8Of: form)
          return text
        }
      }
    }
    // The first combination is the token itself.
    return Array(texts.dropFirst().prefix(Self.limit))
  }
}
