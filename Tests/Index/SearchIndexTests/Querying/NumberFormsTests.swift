import Testing
import TextAnalysis

@testable import SearchIndex

/// The ways to write a number: which ones a query finds besides the typed one.
struct NumberFormsTests {
  private static func texts(_ number: String) -> [String] {
    var tokens: [[UInt8]] = []
    var analyzer = SittaAnalyzer()
    analyzer.analyze(number.utf8.span, for: .query) { token, _, flags in
      if !flags.contains(.colocated) { tokens.append(token.indices.map { token[$0] }) }
    }
    return NumberForms(tokens).texts
  }

  @Test(arguments: [
    ("491701234567", "49 170 1234567"), ("33612345678", "33 6 12 34 56 78"),
    ("48601234567", "48 601 234 567"), ("15551234567", "1 555 123 4567"),
    ("03012345678", "030 123 456 78"), ("03012345678", "030 12 34 56 78"),
  ])
  func `Telephone numbers are found in groups`(digits: String, groups: String) {
    #expect(NumberForms([Array(digits.utf8)]).texts.contains(groups))
  }

  @Test(arguments: [
    ("de89370400440532013000", ["de89 3704 0044 0532 0130 00"]),
    ("de89 3704 0044 0532 0130 00", ["de89370400440532013000"]),
    ("gb82west12345698765432", ["gb82 west 1234 5698 7654 32"]),
    ("de123456789", ["de 123456789", "de 123 456 789"]), ("de 123 456 789", ["de123456789"]),
    ("500gb", ["500 gb"]), ("windows10", ["windows 10"]), ("v2 10 3", ["2 10 3"]),
    ("2 10 3", ["v2 10 3"]),
    ("978 3161484100", []),
    ("word", []), ("in 2024", []), ("a1", []), ("x86", []), ("500", []), ("", []), ("be 12", []),
  ])
  func `Codes are found with and without blanks`(text: String, others: [String]) {
    #expect(CodeForms.texts(text.split(separator: " ").map { Array($0.utf8) }) == others)
  }

  @Test(arguments: [
    (["DE89", "3704", "0044", "0532", "0130", "00"], true), (["DE", "123", "456", "789"], true),
    (["in", "2024"], false), (["DE89", "3704", "0044"], false), (["to", "12"], false),
    (["abcd", "1234", "5678", "9012"], false),
  ])
  func `Groups between blanks may be one code`(groups: [String], areOne: Bool) {
    #expect(CodeForms.areOneCode(groups) == areOne)
  }

  @Test(arguments: [
    // Amounts.
    ("342000", ["342 000"]),
    ("342,000", ["342000"]),
    ("342.000,00", ["342000 00", "342000", "342 000"]),
    ("342000.00", ["342 000 00", "342000", "342 000"]),
    ("1234.56", ["1 234 56"]),
    ("1.234,56", ["1234 56"]),
    ("118'400", ["118400"]),
    ("1234", ["1 234"]),
    ("12345678901", ["12 345 678 901"]),
    // Numbers that nobody groups.
    ("7", []), ("42", []), ("342", []), ("2024", []), ("3.08", []), ("007", []),
    ("1.2.3", []), ("192.168.0.1", []), ("0342000", []),
    // Dates.
    (
      "2024-03-05",
      [
        "2024 3 5", "5 3 2024", "3 5 2024", "05 03 2024", "03 05 2024", "20240305",
      ]
    ),
    ("2024-03", ["2024 3", "3 2024", "03 2024"]),
    // Telephones, books and cards.
    (
      "0478550192",
      [
        "0 478 55019 2", "047 855 0192", "0478 550192", "04 78 55 01 92", "047 8550192",
        "04785 50192",
      ]
    ),
    ("4111 1111 1111 1111", ["4111111111111111"]),
    ("1998 1999 2000", []),
  ])
  func `A number has other forms`(number: String, forms: [String]) {
    let texts = Self.texts(number)
    #expect(forms.allSatisfy(texts.contains), "\(texts)")
    #expect(!forms.isEmpty || texts.isEmpty, "\(texts)")
    #expect(!texts.contains(number))
  }

  @Test func `A book is found with and without hyphens`() {
    #expect(Self.texts("9783161484100").contains("978 3 16 148410 0"))
    #expect(Self.texts("978-3-16-148410-0").contains("9783161484100"))
    #expect(Self.texts("978-3161484100").contains("978 3 16 148410 0"))
    #expect(Self.texts("9780306406157").contains("978 0 306 40615 7"))
    #expect(Self.texts("0306406152").contains("0 306 40615 2"))
  }

  @Test(arguments: [
    (["342", "000"], true), (["1", "250", "000"], true), (["04", "78", "55", "01", "92"], true),
    (["4111", "1111", "1111", "1111"], true), (["030", "1234", "5678"], true),
    (["2024", "2025"], false), (["1998", "1999", "2000"], false), (["3", "4"], false),
    (["100", "20"], false), (["000", "342"], false), (["5", "3", "2024"], false), (["12"], false),
  ])
  func `Groups between blanks are one number`(groups: [String], isOne: Bool) {
    #expect(NumberForms.areOneNumber(groups) == isOne)
  }

  @Test func `A number of any length has few forms`() {
    for length in [1, 4, 8, 10, 13, 34, 35, 10_000] {
      for digit in ["0", "1", "9"] {
        #expect(Self.texts(String(repeating: digit, count: length)).count < 20)
      }
    }
  }

  @Test func `The names of months are as the tokenizer folds them`() {
    for (name, month) in MonthName.months {
      var tokens: [String] = []
      var analyzer = SittaAnalyzer()
      analyzer.analyze(name.utf8.span, for: .query) { token, _, flags in
        if flags.isEmpty {
          tokens.append(String(decoding: token.indices.map { token[$0] }, as: UTF8.self))
        }
      }
      #expect(tokens == [name])
      #expect((1...12).contains(month))
    }
  }
}
