import Testing

@testable import PortableDocumentReading

struct PDFInformationTests {
  @Test(
    arguments: [
      ("D:20260102030405+01'00'", "2026-01-02T03:04:05+01:00"),
      ("D:20260102030405+01'00", "2026-01-02T03:04:05+01:00"),
      ("D:20260102030405-08", "2026-01-02T03:04:05-08:00"),
      ("D:20260102030405Z", "2026-01-02T03:04:05Z"),
      ("D:20260102030405Z00'00'", "2026-01-02T03:04:05Z"),
      ("20260102030405+0530", "2026-01-02T03:04:05+05:30"),
      ("D:202601020304Z", "2026-01-02T03:04:00Z"),
      ("D:20260102030405", "2026-01-02"), ("D:20260102", "2026-01-02"), ("D:202601", nil),
      ("D:20261302", nil), ("Friday", nil), ("", nil),
      ("D:2026010203040500000000000000", "2026-01-02"),
    ])
  func `Dates of PDF become dates of RFC 3339`(value: String, date: String?) {
    #expect(PDFInformation.date(value) == date)
  }

  @Test(
    arguments: [
      ("Ann Bell", ["Ann Bell"]), ("Ann Bell; C. Dent", ["Ann Bell", "C. Dent"]),
      ("Bell, Ann", ["Bell, Ann"]), (" ; ;", []), ("Ann\n Bell", ["Ann", "Bell"]), ("", []),
    ])
  func `Authors are divided where they are listed`(value: String, authors: [String]) {
    #expect(PDFInformation.authors(value) == authors)
  }
}
