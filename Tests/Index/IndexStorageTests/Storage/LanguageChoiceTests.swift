import Testing
import TextAnalysis

@testable import IndexStorage

/// Which languages are chosen for which documents.
struct LanguageChoiceTests {
  @Test(
    arguments: [
      // Nothing is known
      ([:], [], ["en"]), (["de": 9], ["en"], ["en"]), (["ja": 500], [], ["en"]),
      // Languages that are frequent enough
      (["de": 10], ["en"], ["de"]), (["de": 100, "en": 200], ["en"], ["en", "de"]),
      (["en": 1_000, "de": 10], ["en"], ["en"]), (["en": 1_000, "de": 11], ["en"], ["en", "de"]),
      (["ja": 5_000, "en": 40], ["de"], ["en"]),
      // At most four
      (
        ["de": 90, "en": 80, "fr": 70, "it": 60, "es": 50], ["en"], ["de", "en", "fr", "it"]
      ),
      // A language in use stays until it is far below.
      (["de": 100, "en": 3], ["en"], ["de", "en"]), (["de": 100, "en": 2], ["en"], ["de"]),
      (["en": 3], ["en", "de"], ["en"]), (["en": 1_000, "de": 3], ["en", "de"], ["en", "de"]),
      (["en": 10_000, "de": 20], ["en", "de"], ["en"]),
      (
        ["de": 90, "en": 80, "fr": 70, "it": 30, "es": 60], ["de", "en", "fr", "it"],
        ["de", "en", "fr", "it"]
      ),
      (
        ["de": 90, "en": 80, "fr": 70, "it": 12, "es": 60], ["de", "en", "fr", "it"],
        ["de", "en", "fr", "es"]
      ),
    ] as [([String: Int], [String], [String])])
  func `The languages of the documents are chosen`(
    counts: [String: Int], used: [String], expected: [String]
  ) {
    let chosen = LanguageChoice.codes(for: counts, using: used)
    #expect(chosen == expected)
    #expect(LanguageChoice.codes(for: counts, using: chosen) == expected, "It stays so.")
  }

  @Test func `Each language has the stemmer of its name`() {
    for (code, name) in [
      ("de", "german"), ("en", "english"), ("no", "norwegian"), ("fr", "french"),
    ] {
      #expect(LanguageChoice.names[code] == name)
      #expect(LanguageChoice.code(of: name) == code)
      #expect(LanguageChoice.code(of: code) == code)
    }
    #expect(LanguageChoice.names["ja"] == nil)
    #expect(LanguageChoice.code(of: "porter") == nil)
  }
}
