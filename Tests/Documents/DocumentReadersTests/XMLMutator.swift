import TestSupport

/// Changes bytes in a way that is the same in every run.
struct XMLMutator {
  private var generator: SplitMix

  init(seed: UInt64) {
    generator = SplitMix(seed: seed)
  }

  /// Flips, cuts or inserts a few bytes.
  mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      case 2: bytes.removeSubrange(index..<min(bytes.count, index + 9))
      case 3:
        bytes.insert(contentsOf: Array("<&\"'/>]=#;".utf8).shuffled(using: &generator), at: index)
      default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 40)], at: 0)
      }
    }
    if Int.random(in: 0..<10, using: &generator) == 0 {
      bytes.removeSubrange((bytes.count / 2)...)
    }
    return bytes
  }
}
