/// Decodes the blocks of a data file, which are encoded without a secret.
///
/// Source: MS-PST, section 5.1 and 5.2.
enum BlockCipher: UInt8 {
  case none
  /// Each byte is replaced by another one: "compressible encryption".
  case permute
  /// Three permutations, which depend on the position: "high encryption".
  case cyclic

  /// Decodes a block.
  ///
  /// - Parameters:
  ///   - bytes: the block.
  ///   - identifier: the number of the block.
  func decode(_ bytes: inout [UInt8], of identifier: UInt64) {
    switch self {
    case .none: return
    case .permute:
      for index in bytes.indices { bytes[index] = Self.first[Int(bytes[index])] }
    case .cyclic:
      var key = UInt16(truncatingIfNeeded: identifier ^ identifier >> 16)
      for index in bytes.indices {
        let (low, high) = (UInt8(truncatingIfNeeded: key), UInt8(truncatingIfNeeded: key >> 8))
        let byte = Self.second[Int(Self.reverse[Int(bytes[index] &+ low)] &+ high)] &- high
        bytes[index] = Self.first[Int(byte)] &- low
        key &+= 1
      }
    }
  }

  /// The permutation that decodes.
  private static let first = table(
    """
    47f1b4e60b6a7248854e9eebe2f89453e0bba002e85a09abdbe3bac67cc310dd\
    39059630f53760828cc9134a6b1df3fb8f2697ca911701c4322d6e3195ffd923\
    d1005e79dc443b1a28c5615720903d83b943be67d2464276c06d5b7eb20f1629\
    3ca903540dda5ddff6b7c762cd8d06d3695c86d614f7a56675acb1e94521700c\
    879f74a4224c6fbf1f56aa2eb3783350b0a392bccf191ca763cb1e4d3e4b1b9b\
    4fe7f0eead3ab55904ea40552551e57a893868527bfc27aed7bdfa07f4cc8e5f\
    ef359c842b15d5773449b6120a7f7188fd9d18417d93d8582ccefe24afdeb836\
    c8a180a69998a82f0e816573e4c2a28ad4e111d0088b2af2ed9a643fc16cf9ec
    """)

  /// The reverse of ``first``.
  private static let reverse = {
    var reverse = first
    for (index, byte) in first.enumerated() { reverse[Int(byte)] = UInt8(index) }
    return reverse
  }()

  /// The permutation in the middle, which is its own reverse.
  private static let second = table(
    """
    14530f56b3c87a9ceb65481716159f02cc547c83000d0c0ba262a876dbd9edc7\
    c5a4dcac8574d6d0a79bae9a967166c36399b8dd73928e847da55ed15d93b157\
    5150808952944f4e0a6bbc8d7f6e47464140440111cb033ff7f4e1a98f3c3af9\
    fbf0193082092ec99da08649ee6f4d6dc42d813425871b88aafc06a11238fd4c\
    4272641337246a757743ffe6b44b365ce4d8353d45b92cecb7312b290768a30e\
    697b189e2139be281a5b78f523ca2ab0af3efe048ce7e5983295d3f64ae8a6ea\
    e9f3d52f7020f21f0567ad5510cecde3273bdabad7c226d4911dd21c2233f8fa\
    f15aefcf90b68bb5bdc0bf08971e6ce261e0c6c159abbb58de5fdf60797eb28a
    """)

  private static func table(_ digits: String) -> [UInt8] {
    let digits = Array(digits.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).map { index in
      (digits[index].hexValue ?? 0) << 4 | (digits[index + 1].hexValue ?? 0)
    }
  }
}
