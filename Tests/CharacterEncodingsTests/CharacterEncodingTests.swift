import Testing

@testable import CharacterEncodings

struct CharacterEncodingTests {
  @Test func `An unknown label has no encoding`() {
    #expect(CharacterEncoding(label: "klingon") == nil)
  }
}
