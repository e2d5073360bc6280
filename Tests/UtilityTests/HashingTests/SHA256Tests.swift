import Hashing
import Testing

/// The examples of NIST, and the lengths around the end of a block.
struct SHA256Tests {
  @Test(
    arguments: [
      ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("a", 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
      ("a", 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    ])
  func `The hash is SHA-256`(text: String, count: Int, expected: String) {
    let bytes = Array(String(repeating: text, count: count).utf8)
    let digits = SHA256.hash(bytes).flatMap { byte in
      let text = String(byte, radix: 16)
      return byte < 16 ? "0" + text : text
    }
    #expect(String(digits) == expected)
  }
}
