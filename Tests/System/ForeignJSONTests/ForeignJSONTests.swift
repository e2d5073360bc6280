import Testing

@testable import ForeignJSON

/// JSON that would end the process, and other harmful texts.
struct ForeignJSONTests {
  private func isHarmless(_ text: String) -> Bool { ForeignJSON.isHarmless(Array(text.utf8)) }

  @Test func `Deep texts are refused before Foundation sees them`() {
    // With 513 Foundation reads behind the end.
    for count in [129, 512, 513, 514, 100_000] {
      for opening in ["[", "{\"a\":", "[{\"a\":"] {
        let text = String(repeating: opening, count: count)
        #expect(throws: DecodingError.self) {
          try ForeignJSON.decode([String].self, from: text.utf8)
        }
      }
    }
    #expect(isHarmless(String(repeating: "[", count: 128)))
    #expect(isHarmless(String(repeating: "[],", count: 1_000)))
    // Brackets in a text are no levels, also after an escaped quote.
    #expect(isHarmless("\"\\\"" + String(repeating: "[", count: 600) + "\""))
    #expect(!isHarmless("\"\\\\\"" + String(repeating: "[", count: 600)))
  }

  @Test func `Only UTF-8 is read`() {
    let text = String(repeating: "[", count: 513)
    let wide: [UInt8] = text.utf8.flatMap { [$0, UInt8(0)] }
    for bytes: [UInt8] in [wide, [0xff, 0xfe] + wide, [0] + wide] {
      #expect(!ForeignJSON.isHarmless(bytes))
    }
  }

  @Test func `Everything else is decoded`() throws {
    #expect(try ForeignJSON.decode([String: Int].self, from: "{\"a\":1}".utf8) == ["a": 1])
    #expect(try ForeignJSON.decode([String].self, from: "[\"\\u00fcß[\"]".utf8) == ["üß["])
    #expect(throws: DecodingError.self) { try ForeignJSON.decode(Int.self, from: "".utf8) }
  }
}
