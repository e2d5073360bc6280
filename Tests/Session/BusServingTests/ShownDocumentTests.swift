import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@testable import BusServing

/// How the desktops show documents.
struct ShownDocumentTests {
  private func shown(
    _ uri: String, _ type: String, title: String? = nil, authors: [String]? = nil
  ) -> ShownDocument {
    var document = DocumentMessage(
      uri: uri, name: "name", modified: "2026-01-01T00:00:00Z", size: 1, type: type, tags: [],
      state: .complete)
    (document.title, document.authors) = (title, authors)
    return ShownDocument(document: document, home: FilePath("/home/me"))
  }

  @Test(
    arguments: [
      ("text/plain", nil, nil, "name"), ("text/plain", "Ti\ntle", nil, "Ti\\ntle"),
      ("application/pdf", "Title", ["Ann"], "Title"),
      ("message/rfc822", "Re: roof", ["Ann Lee"], "Ann Lee · Re: roof"),
      ("message/rfc822", nil, ["Ann Lee"], "Ann Lee"), ("message/rfc822", nil, nil, "name"),
    ] as [(String, String?, [String]?, String)])
  func `A name is what a person says`(
    type: String, title: String?, authors: [String]?, name: String
  ) {
    #expect(shown("file:///a", type, title: title, authors: authors).name == name)
  }

  @Test(arguments: [
    ("file:///home/me/a.txt", "~"), ("file:///home/me/b/a.txt", "~/b"),
    ("file:///home/meow/a.txt", "/home/meow"), ("file:///a%0Ab/c", "/a\\nb"),
  ])
  func `The folder is short and harmless`(uri: String, folder: String) {
    #expect(shown(uri, "text/plain").folder == folder)
  }

  @Test(arguments: [
    ("text/x-swift", ["text-x-swift", "text-x-generic", "text-x-generic"]),
    ("image/png", ["image-png", "image-x-generic", "text-x-generic"]),
    ("application/pdf", ["application-pdf", "x-office-document", "text-x-generic"]),
    ("a b/c", ["text-x-generic", "text-x-generic"]),
  ])
  func `Each icon has one that every theme has`(type: String, icons: [String]) {
    #expect(shown("file:///a", type).icons == icons)
  }

  @Test func `What sd-bus refuses in a text is replaced`() {
    let refused = [0, 0xfffe, 0xfdd0].compactMap { Unicode.Scalar(UInt32($0)) }
    let text = String(String.UnicodeScalarView(refused)) + "ü"
    #expect(text.permittedByBus == "\u{fffd}\u{fffd}\u{fffd}ü")
  }

  @Test func `Values have the signatures of D-Bus`() {
    let match = BusValue.structure("sd", [.text("a"), .fraction(0.5)])
    #expect(match.signature == "(sd)")
    #expect(BusValue.list("(sd)", [match]).signature == "a(sd)")
    #expect(BusValue.table([("a", .number(1))]).signature == "a{sv}")
  }
}
