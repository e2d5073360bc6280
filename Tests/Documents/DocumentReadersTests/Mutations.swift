@testable import DocumentReaders

/// Makes damaged documents, the same ones in each run.
struct Mutations {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func number(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(max(limit, 1)))
  }

  /// A copy of a document with bytes flipped, cut or inserted.
  mutating func damage(_ sample: [UInt8]) -> [UInt8] {
    var bytes = sample
    for _ in 0...number(below: 4) {
      let index = number(below: bytes.count)
      switch number(below: 5) {
      case 0 where !bytes.isEmpty: bytes[index] = UInt8(number(below: 256))
      case 1 where !bytes.isEmpty: bytes[index] ^= 1 << UInt8(number(below: 8))
      case 2: bytes.removeSubrange(index..<min(bytes.count, index + number(below: 24)))
      case 3: bytes.insert(contentsOf: bytes.prefix(index).suffix(number(below: 32)), at: index)
      default:
        if number(below: 4) == 0 { bytes.removeSubrange(index...) }
      }
      if bytes.isEmpty { break }
    }
    return bytes
  }
}
