import Testing

@testable import DocumentReaders

struct NumberFormatTests {
  @Test(arguments: [
    (0.0, "0"), (42, "42"), (-1.5, "-1.5"), (19.989999999999998, "19.99"), (0.1 + 0.2, "0.3"),
    (4.0123456789012e12, "4012345678901.2"), (1e20, "100000000000000000000"),
    (1e300, "1E+300"), (1.5e-7, "0.00000015"), (-2.5e-12, "-2.5E-12"), (0.00001, "0.00001"),
    (123_456_789_012_345_680, "123456789012346000"), (999_999_999_999_999.9, "1000000000000000"),
    (.infinity, ""), (.nan, ""), (-0.0, "0"),
  ])
  func `A number without format has at most 15 digits`(number: Double, text: String) {
    #expect(NumberFormat.general.searchable(number) == text)
  }

  @Test(arguments: [
    ("0", 2.5, "3 2.5"), ("0.00", 1234.5, "1234.50 1234.5"),
    ("#,##0", 1_234_567, "1,234,567 1234567"),
    ("#,##0.00", 0.5, "0.50 0.5"), ("#.##", 0.5, ".5 0.5"), ("000", 7, "007 7"),
    ("0%", 0.195, "20% 0.195"), ("0.0%", 0.195, "19.5% 0.195"),
    ("#,##0.0,", 1_234_567, "1,234.6 1234567"),
    ("0.0,,\"M\"", 12_345_678, "12.3M 12345678"), ("\"n. \"0", 5, "n. 5 5"),
    ("0\\ \\k\\g", 5, "5 kg 5"),
    ("[$€-407]#,##0.00", 1234.5, "€1,234.50 1234.5"), ("#,##0.00\\ [$€-1]", 9, "9.00 € 9"),
    ("_($* #,##0.00_)", 9, "$9.00 9"),
    ("(000) 000-0000", 5_551_234_567, "(555) 123-4567 5551234567"),
    ("0.00E+00", 12_345, "1.23E+04 12345"), ("##0.0E+0", 12_345, "12.3E+3 12345"),
    ("0E-0", 0.00012, "1E-4 0.00012"), ("# ?/?", 1.5, "1 1/2 1.5"),
    ("# ??/??", 0.3125, "5/16 0.3125"),
    ("# ?/8", 2.25, "2 2/8 2.25"), ("# ?/?", 123.456, "123 1/2 123.456"),
    ("# ??/??", 123.456, "123 26/57 123.456"), ("# ???/???", 123.456, "123 57/125 123.456"),
    (".00", 3.14159, "3.14 3.14159"), ("\"none\"", -1, "none -1"), ("0.", 5, "5. 5"),
    ("?/?", 1.5, "3/2 1.5"), ("# ?/?", 3, "3"), ("@", 5, "5"),
    ("General\" kg\"", 1.5, "1.5 kg 1.5"), ("0 e", 3, "3"), (";;;", 3, "3"), ("Standard", 3, "3"),
  ])
  func `A number is found as it is shown and as it is`(code: String, number: Double, text: String) {
    #expect(NumberFormat(code).searchable(number) == text)
  }

  @Test(arguments: [
    ("\"Herrn \"@", "Herrn |"), ("@\" (old)\"", "| (old)"), ("0;-0;0;\"x \"@\" y\"", "x | y"),
    ("0.00;-0.00;0;@", nil), ("@", nil), ("General", nil), ("0.00", nil), (";;;", nil),
  ])
  func `A section shows texts with what is around them`(code: String, frame: String?) {
    let found = NumberFormat(code).textFrame.map { "\($0.before)|\($0.after)" }
    #expect(found == frame)
    #expect(NumberFormat("0.0;\"Herrn \"@").searchable(-2) == "-2.0 -2")
  }

  @Test(arguments: [
    ("0.0;(0.0)", -2, "(2.0) -2"), ("0.0", -2, "-2.0 -2"), ("0;-0;\"none\"", 0, "none 0"),
    ("\"Yes\";\"No\";\"Never\"", 1, "Yes 1"), ("[Red][<100]0.0;[Blue]0", 5, "5.0 5"),
    ("[<100]0.0;0", 500.25, "500 500.25"), ("[=1]\"one\";[=2]\"two\";0", 2, "two 2"),
    ("0.00;[Red]0.00", -1.5, "1.50 -1.5"), ("[>=1000]0,\"k\";0", 2_000, "2k 2000"),
    ("0.0", -0.01, "0.0 -0.01"),
  ])
  func `A section is for a sign or a condition`(code: String, number: Double, text: String) {
    #expect(NumberFormat(code).searchable(number) == text)
  }

  @Test(arguments: [
    ("yyyy\\-mm\\-dd", 45_366, "2024-03-15"), ("dd.mm.yyyy", 45_366, "15.03.2024 2024-03-15"),
    ("m/d/yy", 45_366, "3/15/24 2024-03-15"), ("d-mmm-yy", 45_366, "15-Mar-24 2024-03-15"),
    ("dddd, mmmm d, yyyy", 45_366, "Friday, March 15, 2024 2024-03-15"),
    ("[$-407]d. mmmm yyyy;@", 45_366, "15. März 2024 2024-03-15"),
    ("[$-40C]dddd d mmmm yyyy", 45_366, "vendredi 15 mars 2024 2024-03-15"),
    ("[$-FC19]d mmmm yyyy", 45_366, "15 марта 2024 2024-03-15"),
    ("[$-415]d mmmm yyyy", 45_366, "15 marca 2024 2024-03-15"),
    ("[$-415]mmmm yyyy", 45_366, "marzec 2024 2024-03-15"),
    ("[$-de-DE]mmm", 45_366, "Mär 2024-03-15"),
    ("[$-F800]x", 45_366, "Friday, March 15, 2024 2024-03-15"),
    ("yyyy\"年\"m\"月\"d\"日\"", 45_366, "2024年3月15日 2024-03-15"), ("h:mm", 0.5, "12:00"),
    ("h:mm AM/PM", 0.75, "6:00 PM 18:00"), ("[$-F400]x", 0.5, "12:00:00 PM 12:00"),
    ("yyyy-mm-dd hh:mm", 45_366.520833333336, "2024-03-15 12:30"),
    ("m/d/yyyy h:mm:ss", 45_366.00001157407, "3/15/2024 0:00:01 2024-03-15 00:00:01"),
    ("[h]:mm", 1.5, "36:00"), ("[mm]:ss", 0.0625, "90:00"), ("mm:ss.0", 0.00070601851, "01:01.0"),
    ("mm:ss.00", 0.000011690, "00:01.01"), ("yyyy-mm-dd", 1, "1900-01-01"),
    ("yyyy-mm-dd", 59, "1900-02-28"), ("yyyy-mm-dd", 61, "1900-03-01"),
    ("yyyy-mm-dd", 3e6, "3000000"),
    ("yyyy-mm-dd", -1, "-1"), ("[$-D000000]0.0E+0\"e\"", 5, "5.0E+0e 5"),
    ("bbbb", 45_366, "2567 2024-03-15"),
  ])
  func `A date is found as it is shown and in ISO 8601`(code: String, number: Double, text: String)
  {
    #expect(NumberFormat(code).searchable(number) == text)
  }

  @Test func `Days may be counted from 1904`() {
    #expect(NumberFormat("yyyy-mm-dd").searchable(43_904, is1904: true) == "2024-03-15")
    #expect(NumberFormat("yyyy-mm-dd").searchable(0, is1904: true) == "1904-01-01")
  }

  @Test(arguments: [
    (0, 1.5, "1.5"), (3, 1_234.4, "1,234 1234.4"), (10, 0.5, "50.00% 0.5"),
    (14, 45_366, "3/15/2024 2024-03-15"),
    (22, 45_366.5, "3/15/2024 12:00 2024-03-15 12:00"), (44, 9, "$9.00 9"), (46, 1.25, "30:00:00"),
    (49, 7, "7"), (164, 7, "7"),
  ])
  func `Formats may be known by a number`(number: Int, value: Double, text: String) {
    #expect(NumberFormat(builtIn: number).searchable(value) == text)
  }

  @Test func `Arbitrary codes do not trap`() {
    var random = OfficeMutator(seed: 7)
    let sample = Array(
      "[$-407]yyyy-mm-dd;[<1e9]#,##0.00_)*x?/?E+0%[h]:mm:ss.000 AM/PM\"a\"@\\".utf8)
    for _ in 0..<5_000 {
      let format = NumberFormat(String(decoding: random.mutated(sample), as: UTF8.self))
      for number in [
        0, 1.5, -1e308, 1e308, .leastNonzeroMagnitude, 45_366.75, 2_958_465.999_999_999,
      ] {
        #expect(format.searchable(number).utf8.count < 20_000)
      }
    }
    let long = NumberFormat(String(repeating: "0%?", count: 10_000))
    #expect(long.searchable(1e308).utf8.count < 20_000)
  }
}
