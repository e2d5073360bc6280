import Arguments
import ClientTool
import LinuxSystem
import TestSupport
import Testing
import VarlinkInterface

@testable import ManualGenerator

/// Where the repository begins: three levels above this file.
private let repository = FilePath(absolute: #filePath).map(\.parent.parent.parent) ?? .root

struct DocumentTests {
  @Test(arguments: Document.all.map(\.path))
  func `What is checked in is what the tables say`(path: String) throws {
    let document = try #require(Document.all.first { $0.path == path })
    let written = try document.place(in: repository).text()
    #expect(written == document.text, "\(path) is out of date: run 'make documents'.")
  }

  @Test func `README has the same query forms as the manual`() throws {
    let text = try repository.appending("README.md").text()
    for form in QueryForm.all {
      let typed = form.typed.map { "`\($0)`" }.joined(separator: ", ")
      #expect(text.contains("\n| \(typed) | \(form.finds) |\n"), "\(typed)")
    }
    let words = text.split { $0.isWhitespace }.joined(separator: " ")
    for rule in QueryForm.rules { #expect(words.contains(rule)) }
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      ["/usr/bin/mandoc", "-T", "lint"], ["/usr/bin/groff", "-ww", "-z", "-man", "-Tutf8"],
    ].filter { (try? FilePath(absolute: $0[0])?.resolvingSymbolicLinks()) != nil },
    Document.all.map(\.path).filter { $0.hasPrefix("share/man/") })
  func `A formatter has nothing to say of a page`(call: [String], page: String) throws {
    let program = try #require(FilePath(absolute: call[0]))
    let words = call.dropFirst() + ["\(repository)/\(page)"]
    let report = try ChildProcess.run(
      ChildProcess.Command(program, words.map { Array($0.utf8) }), until: .now + .seconds(60))
    // A line that is a little long is no fault of generated text.
    let said = String(decoding: report.output + report.errors, as: UTF8.self)
      .split(separator: "\n").filter { !$0.contains("input text line longer than 80 bytes") }
    #expect(said == [])
  }

  @Test(arguments: [
    (
      "share/man/man1/sitta.1", ["search QUERY", "\\-\\-vimgrep", "NO_COLOR", "{line}", "NEAR(a b"]
    ),
    ("share/man/man8/sittad.8", ["\\-\\-check\\-config", "XDG_STATE_HOME", "wrong usage"]),
    ("share/man/man5/sittad.conf.5", ["MaxTextSize=", "[Text]", "MaxFileSize="]),
    (
      "share/man/man7/io.sitta.Search.7",
      [".SS \"Sync\"", ".SS \"Document\"", ".SS \"InvalidQuery\"", "method Sync("]
    ),
  ])
  func `A page has what its table has`(page: String, parts: [String]) throws {
    let text = try #require(Document.all.first { $0.path == page }?.text)
    for part in parts { #expect(text.contains(part), "\(part)") }
    #expect(text.utf8.allSatisfy { $0 < 0x7f })
  }

  @Test func `An interface is read piece by piece`() throws {
    let interface = try InterfaceDescription(
      """
      # What it does.
      #
      # More of it,
      # in two lines.
      interface org.example.Nest

      # A bird.
      type Bird (name: string)

      # Sings.
      method Sing(
        bird: Bird
      ) -> ()

      error Asleep ()
      """)
    let page = InterfaceManual(interface).page
    #expect(page.name == "org.example.Nest")
    let text = page.roff(product: "", date: "")
    #expect(
      text.contains(
        """
        .SH "DESCRIPTION"
        What it does.
        .PP
        More of it, in two lines.
        .SH "METHODS"
        .SS "Sing"
        Sings.
        .PP
        .EX
        method Sing(
          bird: Bird
        ) \\-> ()
        .EE
        .SH "TYPES"
        .SS "Bird"
        A bird.
        .PP
        .EX
        type Bird (name: string)
        .EE
        .SH "ERRORS"
        .SS "Asleep"
        .EX
        error Asleep ()
        .EE

        """))
  }
}
