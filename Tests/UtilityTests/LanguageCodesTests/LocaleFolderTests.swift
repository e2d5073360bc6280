import LanguageCodes
import Testing

/// Which names of folders are locales.
struct LocaleFolderTests {
  @Test(
    arguments: [
      ("ro-RO", "html", "ro"), ("da_DK", "doc", "da"), ("zh-Hans", "x", "zh"),
      ("zh_CN", "man", "zh"),
      ("pt_BR.UTF-8", "locale", "pt"), ("de", "man", "de"), ("de", "html", "de"),
      ("sr@latin", "man", nil),
      // Names of other things.
      ("de", "home", nil), ("it", "src", nil), ("it", "test", nil), ("cs", "lib", nil),
      ("is-it", "a", nil),
      ("go-to", "a", nil), ("my-am", "a", nil), ("README", "man", nil), ("", "man", nil),
      ("-", "man", nil),
      ("xx-XX", "html", nil), ("en-us-east-1", "a", nil), ("de-", "html", nil),
      ("man1", "man", nil),
    ] as [(String, String, String?)])
  func `A name is a locale or not`(name: String, parent: String, language: String?) {
    #expect(LocaleFolder(name, in: parent)?.language == language)
  }
}
