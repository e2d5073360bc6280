import TestSupport

/// Damages documents, in the same way in each run.
struct Mutations {
  private var generator: SplitMix

  init(seed: UInt64) { generator = SplitMix(seed: seed) }

  /// A number below a bound.
  private mutating func next(_ bound: Int) -> Int {
    Int.random(in: 0..<max(bound, 1), using: &generator)
  }

  /// The bytes with one to eight changes: flips, cuts, insertions and extreme numbers.
  mutating func damaged(_ sample: [UInt8]) -> [UInt8] {
    var bytes = sample
    for _ in 0...next(8) where !bytes.isEmpty {
      let index = next(bytes.count)
      let end = min(index + 1 + next(8), bytes.count)
      switch next(12) {
      case 0: bytes.removeLast(next(bytes.count))
      case 1: bytes.removeSubrange(index..<end)
      case 2: bytes.insert(contentsOf: bytes[index..<end], at: index)
      case 3, 4: for place in index..<end { bytes[place] = 0xff }
      case 5, 6: for place in index..<end { bytes[place] = 0 }
      case 7...9: bytes[index] = UInt8(next(256))
      default: bytes[index] ^= 1 << UInt8(next(8))
      }
    }
    return bytes
  }
}
