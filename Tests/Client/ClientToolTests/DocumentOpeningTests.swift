import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@testable import ClientTool

struct DocumentOpeningTests {
  private func hit(_ type: String, page: Int? = nil, line: Int? = nil) -> HitMessage {
    var document = DocumentMessage("/a/b")
    document.type = type
    var hit = HitMessage(document, "the [night train] left")
    (hit.page, hit.line) = (page, line)
    hit.link = page.map { "file:///a/b#page=\($0)" }
    return hit
  }

  @Test(arguments: [
    ("vi", ["+12", "/a/b"]), ("/usr/bin/nano -w", ["+12", "/a/b"]),
    ("code -w", ["--goto", "/a/b:12"]),
    ("hx", ["/a/b:12"]), ("kate", ["--line", "12", "/a/b"]),
  ])
  func `An editor opens text at the line`(editor: String, arguments: [String]) {
    let opening = DocumentOpening(
      hit("text/markdown", line: 12), at: "/a/b", on: .init(editor: editor))
    #expect(opening.program == editor && opening.words == arguments && opening.isOnTerminal)
  }

  @Test func `Without a line an editor opens the file, and without an editor the desktop does`() {
    let text = hit("text/x-c")
    #expect(DocumentOpening(text, at: "/a/b", on: .init(editor: "vi")).words == ["/a/b"])
    let opening = DocumentOpening(text, at: "/a/b", on: .init())
    #expect(opening.program == "xdg-open" && opening.words == ["/a/b"])
    #expect(!opening.isOnTerminal)
  }

  @Test(arguments: [
    ("org.gnome.Evince.desktop", "evince", ["-i", "7", "-l", "night train", "/a/b"]),
    ("okularApplication_pdf.desktop", "okular", ["-p", "7", "--find", "night train", "/a/b"]),
    ("org.pwmt.zathura-pdf-poppler.desktop", "zathura", ["-P", "7", "/a/b"]),
    ("firefox-esr.desktop", "firefox-esr", ["file:///a/b#page=7"]),
    ("com.example.Viewer.desktop", "xdg-open", ["/a/b"]), ("", "xdg-open", ["/a/b"]),
  ])
  func `A PDF document opens on its page`(
    application: String, program: String, arguments: [String]
  ) {
    let opening = DocumentOpening(
      hit("application/pdf", page: 7), at: "/a/b",
      on: .init(editor: "vi", application: application))
    #expect(opening.program == program && opening.words == arguments)
    #expect(!opening.isOnTerminal)
  }

  @Test func `A PDF document without a page opens as the desktop does it`() {
    let opening = DocumentOpening(
      hit("application/pdf"), at: "/a/b", on: .init(application: "org.gnome.Evince.desktop"))
    #expect(opening.program == "xdg-open")
  }

  @Test(
    arguments: [
      ("text/plain", nil, true, false, ["sensible-editor", "less", "xdg-open"]),
      ("text/plain", nil, true, true, ["xdg-open", "sensible-editor", "less"]),
      ("text/plain", nil, false, false, ["xdg-open"]), ("text/plain", "vi", true, true, ["vi"]),
      ("image/png", nil, true, false, ["xdg-open"]), ("image/png", "vi", true, false, ["xdg-open"]),
      ("text/html", nil, true, false, ["xdg-open"]),
      ("application/json", nil, true, false, ["sensible-editor", "less", "xdg-open"]),
    ] as [(String, String?, Bool, Bool, [String])])
  func `Without an editor, text has several programs`(
    type: String, editor: String?, isOnTerminal: Bool, hasDisplay: Bool, programs: [String]
  ) {
    var desktop = DocumentOpening.Desktop(editor: editor)
    desktop.textPrograms = isOnTerminal ? ["sensible-editor", "less"] : []
    desktop.hasDisplay = hasDisplay
    let choices = DocumentOpening.choices(for: hit(type, line: 12), at: "/a/b", on: desktop)
    #expect(choices.map(\.program) == programs)
    for choice in choices {
      #expect(choice.words == (choice.isOnTerminal ? ["+12", "/a/b"] : ["/a/b"]))
    }
    var member = hit(type, line: 12)
    member.document.member = "x"
    #expect(
      DocumentOpening.choices(for: member, at: "/a", on: desktop).map(\.program) == ["xdg-open"])
  }

  @Test(arguments: [
    ("vi", true), ("/usr/bin/nano -w", true), ("less -R", true), ("code -w", false),
    ("/usr/bin/gvim", false), ("emacsclient -n", false),
  ])
  func `An editor that passes a file on has not been left by the person`(
    editor: String, endsWithPerson: Bool
  ) {
    let opening = DocumentOpening(hit("text/plain"), at: "/a/b", on: .init(editor: editor))
    #expect(opening.endsWithPerson == endsWithPerson)
    #expect(!DocumentOpening(hit("image/png"), at: "/a/b", on: .init()).endsWithPerson)
  }

  @Test func `A member opens the file that contains it`() {
    var member = hit("text/plain", line: 3)
    member.document.member = "x.txt"
    let opening = DocumentOpening(member, at: "/a.zip", on: .init(editor: "vi"))
    #expect(opening.program == "xdg-open" && opening.words == ["/a.zip"])
  }
}

extension DocumentOpening {
  /// The arguments as text.
  fileprivate var words: [String] { arguments.map { String(decoding: $0, as: UTF8.self) } }
}
