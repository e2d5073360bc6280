import Testing

@testable import TextRecognition

struct HyphenatedWordsTests {
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
    #expect(HyphenatedWords.join(text) == joined)
  }
}
