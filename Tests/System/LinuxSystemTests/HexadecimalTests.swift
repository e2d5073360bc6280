import LinuxSystem
import Testing

struct HexadecimalTests {
  @Test func `Bytes become digits and back`() {
    let bytes = [UInt8](0...255)
    let digits = bytes.hexadecimalDigits
    #expect(digits.hasPrefix("000102030405060708090a0b0c0d0e0f10"))
    #expect(digits.utf8.count == 512)
    #expect([UInt8](hexadecimalDigits: digits) == bytes)
    #expect([UInt8](hexadecimalDigits: "fF") == [255])
    #expect([UInt8](hexadecimalDigits: "") == [])
  }

  @Test(arguments: ["0", "000", "0x", "g0", " 1", "-1", "１２", "0\u{301}"])
  func `Other texts are no bytes`(text: String) {
    #expect([UInt8](hexadecimalDigits: text) == nil)
  }
}
