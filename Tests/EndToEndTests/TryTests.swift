import LinuxSystem
import TestSupport
import Testing

/// What `make try` shows, and leaves behind.
@Suite(.timeLimit(.minutes(15)))
struct TryTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder["files/a.txt"].write("a licence to try\n")
    try folder["files/b.txt"].write("something else\n")
    try folder["tmp"].makeDirectory()
  }

  private func makeTry(_ variables: String...) throws -> ChildProcess.Report {
    let repository = try #require(FilePath(absolute: #filePath)).parent.parent.parent
    // The programs are there already: built with the tests.
    let arguments =
      [
        "TMPDIR=\(folder["tmp"])", "make", "--directory", "\(repository)", "--silent",
        "--old-file=all", "try", "BINARIES=\(try Binary.sitta.path.parent)",
      ] + variables
    return try ChildProcess.run(
      ChildProcess.Command("/usr/bin/env", arguments.map { Array($0.utf8) }),
      until: .now + .seconds(300))
  }

  @Test func `A folder is indexed and searched, and nothing is left of it`() throws {
    let report = try makeTry("DIR=\(folder["files"])", "Q=licence")
    let output = String(decoding: report.output, as: UTF8.self)
    #expect(report.ending == .exited(0))
    #expect(output.contains("documents  2"), "\(output)")
    #expect(output.contains("\(folder["files/a.txt"])"), "\(output)")
    #expect(!output.contains("b.txt"), "\(output)")
    #expect(report.errorText.contains("2 of 2 files"), "\(report.errorText)")
    let rest = try DirectoryListing(of: FileDescriptor(openingDirectory: folder["tmp"])).names
    #expect(rest.isEmpty)
  }

  @Test(
    arguments: [
      ("\"licence to\"", "a.txt"), ("it's $(nothing) `at` all", "Nothing was found for 'it's $"),
    ])
  func `A query may have quotes, and a search without hits says so`(
    query: String, answer: String
  ) throws {
    let report = try makeTry("DIR=\(folder["files"])", "Q=\(query)")
    #expect(report.ending == .exited(0), "\(report.errorText)")
    #expect(String(decoding: report.output, as: UTF8.self).contains(answer))
  }

  @Test func `A folder that does not exist is named`() throws {
    let report = try makeTry("DIR=\(folder["nowhere"])")
    #expect(report.ending == .exited(2))
    #expect(report.errorText.contains("There is no folder '\(folder["nowhere"])'."))
  }
}
