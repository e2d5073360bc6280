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
    let start = Int(hash >> 16 & 0xffff) % input.count
    let longest = [4, 32, 256, 65_536][Int(hash >> 12 & 3)]
    let length = 1 + Int(hash >> 32 & 0xffff) % min(longest, input.count - start)
    let piece = input[start..<start + length]
    var document = Array(input[..<start])
    document.reserveCapacity(Self.repeatedSize + input.count)
    for _ in 0..<Self.repeatedSize / length { document += piece }
    bytes = document + input[start...]
  }
}
