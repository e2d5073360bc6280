import Foundation
import Testing

@testable import LanguageCodes

struct LanguageTests {
  /// The codes of two letters, but for Bokmål, which is Norwegian here.
  private static let codes = Language.rows.map { $0.codes[0] }

  @Test func `The languages are those of ISO 639-1`() {
    let known = Locale.LanguageCode.isoLanguageCodes.compactMap { $0.identifier(.alpha2) }
    // ICU has Filipino for Tagalog, and Serbo-Croatian beside its languages.
    let expected = Set(known.filter { $0.count == 2 }).subtracting(["nb", "sh", "mo", "bh"])
      .union(["tl"])
    #expect(expected.symmetricDifference(Self.codes).sorted() == [])
  }

  @Test(arguments: codes)
  func `A language is found by its codes and its names`(code: String) throws {
    let long = try #require(Locale.LanguageCode(code).identifier(.alpha3))
    #expect(Language(code: code)?.code == code)
    #expect(Language(code: long)?.code == code)
    for locale in ["en", code] {
      let name = Locale(identifier: locale).localizedString(forLanguageCode: code) ?? ""
      let plain = name.prefix { $0 != "(" }.lowercased().trimmingCharacters(in: .whitespaces)
      #expect((Language(code: plain) ?? Language(name: plain))?.code == code, "\(plain)")
    }
  }

  @Test(
    arguments: [
      ("ger", "de"), ("wel", "cy"), ("tib", "bo"), ("iw", "he"), ("in", "id"), ("ji", "yi"),
      ("mo", "ro"), ("fil", "tl"), ("cmn", "zh"), ("nb", "no"), ("nob", "no"), ("scr", "hr"),
    ])
  func `An old code, a bibliographic one, and a member of a macrolanguage are codes`(
    old: String, code: String
  ) {
    #expect(Language(code: old)?.code == code)
  }

  @Test func `A word means one language`() {
    let words = Language.rows.flatMap { $0.codes + $0.names }
    let counts = Dictionary(words.map { ($0, 1) }, uniquingKeysWith: +)
    #expect(counts.filter { $0.value > 1 }.keys.sorted() == [])
    #expect(words.allSatisfy { $0 == $0.lowercased() && !$0.isEmpty })
  }

  @Test(arguments: ["", "qqq", "DE", "klingon", "d"])
  func `Other words are no languages`(word: String) {
    #expect(Language(code: word) == nil && Language(name: word) == nil)
  }
}
