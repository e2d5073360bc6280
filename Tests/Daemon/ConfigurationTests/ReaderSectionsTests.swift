import FileSelection
import LinuxSystem
import TestSupport
import Testing
import TextExtraction

@testable import Configuration

/// The sections `[Reader NAME]`.
struct ReaderSectionsTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder["reader"].writeProgram("#!/bin/sh\n")
  }

  private func readers(
    _ text: String
  ) throws -> (installed: [ExternalReader], warnings: [String]) {
    var configuration = ServiceConfiguration()
    try ConfigurationReader(home: folder.path).parse(
      Array(text.utf8), named: "f", into: &configuration)
    let known = try ReaderSections().readers(home: folder.path).installed
    let found = try configuration.readers.readers(home: folder.path)
    return (found.installed.filter { !known.contains($0) }, found.warnings)
  }

  @Test func `A section names a program, its arguments, suffixes and output`() throws {
    let found = try readers(
      """
      [Reader Word Perfect]
      Program=~/reader -o "two words" %f
      Types=wpd .WP5 *.wp6
      Output=html
      [Reader b]
      Program=\(folder["reader"])
      Types=application/postscript
      """)
    #expect(found.warnings == [])
    #expect(
      found.installed == [
        ExternalReader(
          name: "Word Perfect", program: folder["reader"], arguments: ["-o", "two words", "%f"],
          suffixes: ["wpd", "wp5", "wp6"], output: .html),
        ExternalReader(
          name: "b", program: folder["reader"], arguments: [], suffixes: ["ps", "eps"],
          output: .text),
      ])
  }

  @Test func `A later line adds types, and an empty one takes all away`() throws {
    let found = try readers("[Reader a]\nProgram=~/reader\nTypes=a b\nTypes=c\n")
    #expect(found.installed.first?.suffixes == ["a", "b", "c"])
    let again = try readers("[Reader a]\nProgram=~/reader\nTypes=a b\nTypes=\nTypes=c\n")
    #expect(again.installed.first?.suffixes == ["c"])
  }

  @Test func `A program that is missing is named`() throws {
    for program in ["no-such-program", "/no/such/program", "~/file"] {
      try folder["file"].write("not executable")
      let found = try readers("[Reader a]\nProgram=\(program) %f\nTypes=a\n")
      #expect(found.installed == [])
      #expect(found.warnings.count == 1 && found.warnings[0].contains("\(program) of [Reader a]"))
    }
  }

  @Test(arguments: [
    ("[Reader a]\nTypes=a\n", 2, "[Reader a] has no Program=."),
    ("[Reader a]\nOutput=html\n", 2, "[Reader a] has no Program=."),
    ("[Reader a]\nProgram=cat\n", 2, "[Reader a] has no Types=."),
    (
      "[Reader a]\nOutput=pdf\n", 2,
      "Output=pdf is not allowed. Output= takes text or html."
    ),
  ])
  func `A section that is not complete is an error`(text: String, line: Int, reason: String) {
    #expect {
      _ = try readers(text)
    } throws: { error in
      error as? ConfigurationError == ConfigurationError(file: "f", line: line, reason: reason)
    }
  }

  @Test func `Words that are no types are refused`() {
    for word in ["a.b", "*", "application/nonsense"] {
      #expect(throws: ConfigurationError.self) {
        _ = try readers("[Reader a]\nProgram=cat\nTypes=\(word)\n")
      }
    }
    #expect {
      _ = try readers("[Reader a]\nCommand=cat\n")
    } throws: { "\($0)".contains("It has Program, Types, Output.") }
  }

  @Test func `A known program is used without a section, and a section turns it off`() throws {
    func reads(_ suffix: String, _ text: String) throws -> Bool {
      var configuration = ServiceConfiguration()
      try ConfigurationReader(home: folder.path).parse(
        Array(text.utf8), named: "f", into: &configuration)
      let installed = try configuration.readers.readers(home: folder.path).installed
      return installed.contains { $0.suffixes.contains(suffix) }
    }
    var known = ReaderSections()
    known.change("wordperfect", at: nil) { $0.command = ["/bin/cat"] }
    #expect(try known.readers(home: folder.path).installed.allSatisfy(\.givesWay))
    let other = "[Reader wordperfect]\nProgram=~/reader\n"
    #expect(try reads("wpd", other))
    #expect(try !reads("wpd", other + "Program=\n"))
    #expect(ReaderSections.list.contains("`wordperfect` (`wpd2text`: wp wp4 wp5 wp6 wpd)"))
  }
}
