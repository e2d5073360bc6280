import TestSupport

/// Changes bytes at random, but the same on each run.
struct OfficeMutator {
  private var generator: SplitMix

  init(seed: UInt64) { generator = SplitMix(seed: seed) }

  /// Returns a number below a bound.
  mutating func next(_ bound: Int) -> Int {
    Int.random(in: 0..<max(bound, 1), using: &generator)
  }

  /// Returns the bytes with one to eight changes: flips, cuts, insertions and extreme numbers.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...next(8) where !bytes.isEmpty {
      let index = next(bytes.count)
      switch next(16) {
      case 0: bytes.removeLast(next(bytes.count))
      case 1: bytes.removeSubrange(index..<min(index + next(16), bytes.count))
      case 2: bytes.insert(contentsOf: bytes[index..<min(index + next(16), bytes.count)], at: index)
      case 3...8: bytes[index] = UInt8(next(256))
      case 9, 10: bytes[index] = 0xff
      case 11:
        for index in index..<min(index + 4, bytes.count) { bytes[index] = 0xff }
      default: bytes[index] ^= 1 << UInt8(next(8))
      }
    }
    return bytes
  }
}
