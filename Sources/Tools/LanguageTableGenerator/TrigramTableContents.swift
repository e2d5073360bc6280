import Foundation
import LanguageDetection

/// Computes the trigram table of one script.
struct TrigramTableContents {
  private let languages: TrigramLanguages
  /// The values of each trigram, one for each language: 0 to 15, by its probability.
  private(set) var rows: [UInt32: [UInt8]] = [:]
  /// For each language, the mean value of the trigrams in its own text, in sixteenths.
  private let usualValues: [Int]

  /// The largest number of rows; with these limits, all tables take 420 KB of memory.
  private let limit: Int
  /// A trigram's value rises by one whenever the logarithm of its probability rises by this.
  private static let step = 0.5
  /// The logarithm of the probability whose value is 0.
  private static let floor = -12.0
  /// Added to each count, so that no probability is 0.
  private static let smoothing = 0.5

  init(_ languages: TrigramLanguages, counts: [TrigramCounts]) {
    self.languages = languages
    limit =
      switch languages.script {
      case .latin: 8_500
      case .cyrillic: 2_400
      default: 1_800
      }
    let all = Set(counts.flatMap { $0.counts.keys })
    var means: [UInt32: Double] = [:]
    for trigram in all {
      let sum = counts.reduce(0.0) { $0 + Self.probability(of: trigram, in: $1) }
      means[trigram] = sum / Double(counts.count)
    }
    var rows: [UInt32: [UInt8]] = [:]
    for trigram in Self.choose(from: counts, means: means, limit: limit) {
      rows[trigram] = counts.map { Self.value(Self.probability(of: trigram, in: $0)) }
    }
    usualValues = counts.enumerated().map { column, count in
      let sum = count.counts.reduce(0.0) { $0 + $1.value * Double(rows[$1.key]?[column] ?? 0) }
      return Int(16 * sum / max(1, count.total))
    }
    self.rows = rows
  }

  /// Chooses the trigrams that distinguish languages best: the best of each language, then the next best.
  private static func choose(
    from counts: [TrigramCounts], means: [UInt32: Double], limit: Int
  ) -> Set<UInt32> {
    let ranked = counts.map { count in
      let weights = count.counts.keys.map { trigram in
        let probability = probability(of: trigram, in: count)
        let ratio = log(probability / (means[trigram] ?? probability))
        return (weight: probability * abs(ratio), trigram: trigram)
      }
      return weights.sorted { ($1.weight, $0.trigram) < ($0.weight, $1.trigram) }.map(\.trigram)
    }
    var chosen: Set<UInt32> = []
    for rank in 0..<(ranked.map(\.count).max() ?? 0) {
      for trigrams in ranked where rank < trigrams.count && chosen.count < limit {
        chosen.insert(trigrams[rank])
      }
    }
    return chosen
  }

  private static func probability(of trigram: UInt32, in counts: TrigramCounts) -> Double {
    ((counts.counts[trigram] ?? 0) + smoothing) / (counts.total + 1)
  }

  private static func value(_ probability: Double) -> UInt8 {
    UInt8(min(15, max(0, ((log(probability) - floor) / step).rounded())))
  }

  /// Returns the table in the format that `TrigramTable` in `LanguageDetection` reads.
  func serialized() -> [UInt8] {
    var bytes = usualValues.flatMap { Self.variableLength(UInt32($0)) }
    bytes += Self.variableLength(UInt32(rows.count))
    var last: UInt32 = 0
    for (trigram, values) in rows.sorted(by: { $0.key < $1.key }) {
      bytes += Self.variableLength(trigram - last)
      last = trigram
      var taken = [UInt8](repeating: 0, count: (values.count + 7) / 8)
      for (column, value) in values.enumerated() where value > 0 {
        taken[column / 8] |= 1 << UInt8(column % 8)
      }
      bytes += taken
      let kept = values.filter { $0 > 0 }
      for start in stride(from: 0, to: kept.count, by: 2) {
        bytes.append(kept[start] | (start + 1 < kept.count ? kept[start + 1] << 4 : 0))
      }
    }
    return bytes
  }

  private static func variableLength(_ number: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}
