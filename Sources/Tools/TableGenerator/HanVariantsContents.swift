import Foundation

/// Pairs of traditional and simplified Chinese characters, from ICU's transforms.
struct HanVariantsContents {
  /// Returns the pairs in the format that `HanVariants` in `TextAnalysis` reads.
  ///
  /// In order: the number of pairs; then for each pair, sorted by the traditional character, its difference
  /// from the traditional character before, and the simplified character less 0x3400.
  func serialized() -> [UInt8] {
    var pairs: Set<Pair> = []
    for value in [0x3400...0x4dbf, 0x4e00...0x9fff, 0x20000...0x323af].joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      if let other = Self.transform(scalar, "Traditional-Simplified") {
        pairs.insert(Pair(traditional: scalar, simplified: other))
      }
      if let other = Self.transform(scalar, "Simplified-Traditional") {
        pairs.insert(Pair(traditional: other, simplified: scalar))
      }
    }
    let sorted = pairs.sorted {
      ($0.traditional, $0.simplified) < ($1.traditional, $1.simplified)
    }
    var writer = VariableLengthWriter()
    writer.append(sorted.count)
    var last = 0
    for pair in sorted {
      writer.append(Int(pair.traditional.value) - last)
      writer.append(Int(pair.simplified.value) - 0x3400)
      last = Int(pair.traditional.value)
    }
    return writer.bytes
  }

  private struct Pair: Hashable {
    let traditional: Unicode.Scalar
    let simplified: Unicode.Scalar
  }

  /// Returns a character's other form; nil if it has none, or if it is not a single character.
  private static func transform(_ scalar: Unicode.Scalar, _ name: String) -> Unicode.Scalar? {
    let text = String(scalar).applyingTransform(StringTransform(name), reverse: false)
    guard let other = text?.unicodeScalars.first, text?.unicodeScalars.count == 1,
      other != scalar, other.value >= 0x3400
    else { return nil }
    return other
  }
}
