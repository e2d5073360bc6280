import Testing

@testable import IndexStorage

struct ContentDigestTests {
  /// Computed by another implementation, in Python.
  @Test(
    arguments: [
      ("", "0db4d9615d9334210333fb31d05e1cb9"),
      ("abcdefghi", "0b8b1402bda876a50f6c86ab1908a699"),
    ])
  func `A digest is that of SipHash-1-3 with 128 bits`(text: String, digest: String) {
    #expect(ContentDigest(of: Array(text.utf8)).text == digest)
  }

  @Test func `Texts of any length have different digests, and stored ones are read`() {
    let digests = (0...100).map { ContentDigest(of: Array(repeating: 0, count: $0)) }
    #expect(Set(digests).count == 101)
    for digest in digests { #expect(ContentDigest(stored: digest.bytes) == digest) }
    #expect(ContentDigest(stored: [1, 2, 3]) == nil)
  }
}
