/// A document that libFuzzer has made, and how it is read; the same for the same bytes.
struct FuzzedInput {
  /// Repetitions make a document about this long.
  private static let repeatedSize = 512 << 10

  /// The document.
  let bytes: [UInt8]
  /// The size of the text after which the sink wants no more.
  let textLimit: Int
  /// Whether the sink wants the content of members.
  let wantsMembers: Bool

  /// Chooses by a hash of the bytes; in one of 32 inputs a piece is repeated very often.
  ///
  /// A quadratic loop is fast in a short document.
  init(_ input: [UInt8]) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in input { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash ^= hash >> 29
    textLimit = [1 << 10, 64 << 10, 8 << 20, 8 << 20][Int(hash >> 8 & 3)]
    wantsMembers = hash >> 10 & 1 == 0
    guard hash & 31 == 0, !input.isEmpty else {
      bytes = input
      return
    }
    // One piece often, or first one and then another one.
    let pieces = hash >> 11 & 1 == 0 ? [hash >> 12] : [hash >> 12, hash >> 36]
    let start = Int(hash >> 16 & 0xfff) % input.count
    var document = Array(input[..<start])
    document.reserveCapacity(Self.repeatedSize + 2 * input.count)
    for choice in pieces {
      let offset = Int(choice >> 4 & 0xfff) % input.count
      let longest = [2, 8, 64, 4_096][Int(choice & 3)]
      let length = 1 + Int(choice >> 16 & 0xfff) % min(longest, input.count - offset)
      for _ in 0..<Self.repeatedSize / length / pieces.count {
        document += input[offset..<offset + length]
      }
    }
    bytes = document + input[start...]
  }
}
