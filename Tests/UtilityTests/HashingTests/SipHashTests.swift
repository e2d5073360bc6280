import Hashing
import Testing

/// The test vectors of the reference implementation: the key and the bytes are 0, 1, 2, ….
struct SipHashTests {
  private static let key = SipHash.Key((0..<16).map { UInt8($0) })

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test func `The hash is SipHash-2-4`() {
    let (none, bytes): ([UInt8], [UInt8]) = ([], Array(0..<15))
    for key in [SipHash.Key(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908), Self.key] {
      let hashes = [none, bytes].map { SipHash.hash($0.span, key: key) }
      #expect(hashes == [0x726f_db47_dd0e_0e31, 0xa129_ca61_49be_45e5])
    }
  }

  @Test(
    arguments: [
      (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
      (8, "3b62a9ba6258f5610f83e264f31497b4"), (14, "31fcefac66d7de9c7ec7485fe4494902"),
      (15, "5493e99933b0a8117e08ec0f97cfc3d9"),
    ])
  func `The long hash is SipHash-2-4 with 128 bits`(count: Int, expected: String) {
    let bytes = (0..<count).map { UInt8($0) }
    let hash = SipHash.longHash(bytes.span, key: Self.key)
    #expect(hex(hash) == expected)
  }
}
