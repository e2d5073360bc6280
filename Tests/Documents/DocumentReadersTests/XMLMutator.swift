/// Changes bytes in a way that is the same in every run.
struct XMLMutator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  /// Flips, cuts or inserts a few bytes.
  mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &self) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &self)
      switch Int.random(in: 0..<5, using: &self) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &self)
      case 1: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &self)
      case 2: bytes.removeSubrange(index..<min(bytes.count, index + 9))
      case 3: bytes.insert(contentsOf: Array("<&\"'/>]=#;".utf8).shuffled(using: &self), at: index)
      default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 40)], at: 0)
      }
    }
    if Int.random(in: 0..<10, using: &self) == 0 {
      bytes.removeSubrange((bytes.count / 2)...)
    }
    return bytes
  }
}
