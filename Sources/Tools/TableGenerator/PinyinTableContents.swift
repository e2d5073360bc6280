import Foundation

/// The usual pinyin syllable, without tone, of each Han character from U+4E00 to U+9FFF.
struct PinyinTableContents {
  /// Returns the syllables in the format that `PinyinTable` in `TextAnalysis` reads.
  ///
  /// In order: the number of bytes of the syllables; the syllables with spaces between them, the most
  /// frequent ones first so that their numbers are short; for each character the number of its syllable,
  /// counted from 1, or 0 if it has none.
  func serialized() -> [UInt8] {
    let readings = (UInt32(0x4e00)...0x9fff).map(Self.syllable)
    let counts = Dictionary(readings.map { ($0, 1) }, uniquingKeysWith: +)
    let syllables = counts.keys.filter { !$0.isEmpty }.sorted {
      (counts[$1] ?? 0, $0) < (counts[$0] ?? 0, $1)
    }
    let numbers = Dictionary(uniqueKeysWithValues: syllables.enumerated().map { ($1, $0 + 1) })
    var writer = VariableLengthWriter()
    let text = Array(syllables.joined(separator: " ").utf8)
    writer.append(text.count)
    writer.bytes += text
    for reading in readings { writer.append(numbers[reading] ?? 0) }
    return writer.bytes
  }

  private static func syllable(of value: UInt32) -> String {
    guard let scalar = Unicode.Scalar(value) else { return "" }
    let transform = StringTransform("Han-Latin; Latin-ASCII; Lower")
    let latin = String(scalar).applyingTransform(transform, reverse: false) ?? ""
    return latin.utf8.allSatisfy { (0x61...0x7a).contains($0) } ? latin : ""
  }
}
