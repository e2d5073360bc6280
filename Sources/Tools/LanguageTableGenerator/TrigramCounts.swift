import Foundation
import LanguageDetection

/// Counts the trigrams in the training text of one language.
struct TrigramCounts {
  /// The number of occurrences of each trigram.
  private(set) var counts: [UInt32: Double] = [:]
  /// The sum of the counts.
  private(set) var total = 0.0

  /// The number of bytes of a domain that are counted, so that no domain outweighs the others.
  private static let longestDomain = 600_000
  /// The share of the counts that is added once more without accents, as people type on foreign keyboards.
  private static let plainShare = 0.1

  /// Counts the trigrams in the files of a folder; each file is a domain.
  init(_ folder: URL, script: Script) throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    for file in files.sorted(by: { $0.path < $1.path }) {
      let text = [UInt8](try Data(contentsOf: file).prefix(Self.longestDomain))
      var survey = TextSurvey()
      survey.read(text.span, in: 0..<text.count)
      for trigram in survey.trigrams(of: script) {
        counts[trigram, default: 0] += 1
        total += 1
      }
    }
    if script == .latin { addPlainLetters() }
  }

  private mutating func addPlainLetters() {
    let plain = (0..<1_024).map(Self.plainLetter)
    for (trigram, count) in counts {
      let letters = [trigram >> 20, trigram >> 10 & 0x3ff, trigram & 0x3ff].map { plain[Int($0)] }
      let added = letters[0] << 20 | letters[1] << 10 | letters[2]
      counts[added, default: 0] += count * Self.plainShare
      total += count * Self.plainShare
    }
  }

  /// Returns a letter of a trigram without its accents.
  private static func plainLetter(_ letter: UInt32) -> UInt32 {
    switch letter {
    case 0x111: 0x64  // đ
    case 0x131: 0x69  // ı
    case 0x142: 0x6c  // ł
    case 0xf8: 0x6f  // ø
    default:
      Unicode.Scalar(letter < 0x300 ? letter : letter + 0x1b00)
        .flatMap { String($0).decomposedStringWithCanonicalMapping.unicodeScalars.first?.value }
        ?? letter
    }
  }
}
