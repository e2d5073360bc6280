import Testing

@testable import Indexing

struct DocumentLanguageTests {
  private static let german = """
    Am Morgen gingen wir durch den Wald, und die Vögel sangen schon, obwohl es noch kalt war und auf \
    den Wiesen der Nebel lag.
    """
  private static let english = """
    In the morning we walked through the forest, and the birds were already singing, although it was \
    still cold and there was fog over the meadows.
    """

  @Test(arguments: [
    (german, "text/plain", nil, "de"),
    (english, "text/markdown", nil, "en"),
    (german, "text/html", "de-AT", "de declared"),
    // The text contradicts.
    (german, "text/html", "en", "de"),
    ("Kurz", "text/html", "de", "de declared"),
    ("Kurz", "text/html", "xx", nil),
    ("Kurz", "text/plain", nil, nil),
    ("", "application/pdf", "fr", "fr declared"),
    (german, "text/x-tex", nil, "de"),
    // Programs and data have no language, whatever their comments are in.
    (german, "text/x-python", nil, nil),
    (german, "text/x-c", "de", nil),
    (english, "application/json", nil, nil),
    (english, "text/css", nil, nil),
  ])
  func `The language is declared or detected`(
    text: String, type: String, declared: String?, language: String?
  ) {
    let found = DocumentLanguage(of: Array(text.utf8), type: type, declared: declared)
    #expect(found.map { $0.code + ($0.isDeclared ? " declared" : "") } == language)
  }
}
