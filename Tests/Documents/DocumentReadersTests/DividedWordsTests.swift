import Testing

@testable import DocumentReaders

struct DividedWordsTests {
  private static func joined(_ text: String) -> String? {
    DividedWords.joined(Array(text.utf8).span).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("an orphan-\ning package", "an orphaning package"),
    ("Äpfel\u{ad}\nöl und Über\u{2010}\nübung", "Äpfelöl und Überübung"),
    ("docu-\nmenta-\ntion\n", "documentation\n"),
    // The next line begins another word, a name, a paragraph or a list.
    ("see below -\nthe list", "see below -\nthe list"), ("non-\nEuropean", "non-\nEuropean"),
    ("end-\n\nnew", "end-\n\nnew"), ("2024-\n2026", "2024-\n2026"), ("1-\na", "1-\na"),
    ("well-known", "well-known"), ("-\na", "-\na"), ("a-\n", "a-\n"), ("a-", "a-"), ("", ""),
  ])
  func `A word that goes on in the next line is one word`(text: String, joined: String) {
    #expect(Self.joined(text) ?? text == joined)
  }

  @Test(arguments: [
    ("compli-\ncated x", "complicated x"), ("compli\u{ad}\ncated", "complicated"),
    ("compli\u{2010}\ncated", "complicated"), ("compli\u{2011}\ncated", "complicated"),
    ("compli\u{ac}\ncated", "complicated"), ("compli\u{2}\ncated", "complicated"),
    ("compli\u{2212}\ncated", "complicated"), ("compli\u{f0ad}\ncated", "complicated"),
    ("compli\u{2013}\ncated", nil), ("größ-\nère", "größère"), ("a -\nb", nil),
    ("Jean-\nPaul", nil),
    ("pages 3-\n5", nil), ("x-\n\nb", nil), ("-\nb", nil), ("end-", nil), ("a\nb", nil),
    ("a-\nb-\nc", "abc"),
  ])
  func `A word that a hyphen divides at the end of a line is whole`(text: String, joined: String?) {
    #expect(Self.joined(text) == joined)
  }
}
