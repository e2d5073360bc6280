import LinuxSystem
import TestSupport

/// Damaged copies of sound documents, the same for the same seed.
struct DocumentDamage {
  /// How a copy differs from its document.
  enum Kind: Equatable {
    /// This number of bytes have other values.
    case changed(Int)
    /// The end is missing.
    case cut
  }

  private var random: SplitMix

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  /// The damage of the copy with a number: one in ten is cut, the others have 5 or 50 bytes changed.
  static func kind(_ number: Int) -> Kind {
    if number.isMultiple(of: 10) { return .cut }
    return .changed(number.isMultiple(of: 2) ? 5 : 50)
  }

  /// Damages a document.
  mutating func damage(_ document: [UInt8], _ kind: Kind) -> [UInt8] {
    if document.isEmpty { return document }
    var copy = document
    switch kind {
    case .cut: copy.removeLast(Int.random(in: 1...copy.count, using: &random))
    case .changed(let count):
      for _ in 0..<count {
        copy[Int.random(in: copy.indices, using: &random)] ^= .random(in: 1...255, using: &random)
      }
    }
    return copy
  }
}
