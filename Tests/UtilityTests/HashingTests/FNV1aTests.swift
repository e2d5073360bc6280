import Hashing
import Testing

/// The test vectors of the authors: <http://www.isthe.com/chongo/src/fnv/test_fnv.c>.
struct FNV1aTests {
  @Test(
    arguments: [
      ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
    ] as [(String, UInt64)])
  func `The hash is FNV-1a`(text: String, expected: UInt64) {
    var hash = FNV1a()
    for byte in text.utf8 { hash.add(byte) }
    #expect(hash.value == expected)
  }

  @Test func `Bytes are followed by their number`() {
    var hashes = [FNV1a(), FNV1a()]
    hashes[0].add([1, 2] as [UInt8])
    for byte: UInt8 in [1, 2, 2, 0, 0, 0, 0, 0, 0, 0] { hashes[1].add(byte) }
    #expect(hashes[0] == hashes[1])
  }
}
