import Testing

@testable import PostgreSQL

/// Rows as `COPY` reads them.
struct CopyRowsTests {
  @Test(
    arguments: [
      ([.null], "\\N\n"), ([.integer(-7), .text("a")], "-7\ta\n"), ([.text("")], "\n"),
      ([.text("a\tb\nc\rd\\e")], "a\\tb\\nc\\rd\\\\e\n"), ([.text("\\N")], "\\\\N\n"),
      ([.boolean(true), .boolean(false)], "t\tf\n"), ([.blob([0, 0xab])], "\\\\x00ab\n"),
      // The server has no NUL, and no bytes that are no UTF-8.
      ([.utf8(Array("a\0b".utf8))], "a b\n"), ([.utf8([0x61, 0xff])], "a\u{fffd}\n"),
    ] as [([PostgreSQLValue], String)])
  func `A row is a line`(values: [PostgreSQLValue], line: String) {
    var rows = CopyRows()
    rows.add(values)
    #expect(String(decoding: rows.bytes, as: UTF8.self) == line)
    #expect(rows.count == 1)
  }
}
