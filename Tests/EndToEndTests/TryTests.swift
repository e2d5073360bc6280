import LinuxSystem
import TestSupport
import Testing

/// What `make try` shows, and leaves behind.
@Suite(.timeLimit(.minutes(15)))
struct TryTests {
  @Test func `A folder is indexed and searched, and nothing is left of it`() throws {
    let repository = try #require(FilePath(absolute: #filePath)).parent.parent.parent
    let folder = try TemporaryDirectory()
    try folder["files/a.txt"].write("a licence to try\n")
    try folder["files/b.txt"].write("something else\n")
    try folder["tmp"].makeDirectory()
    // The programs are there already: built with the tests.
    let output = try Tool.run(
      "/usr/bin/env", "TMPDIR=\(folder["tmp"])", "make", "--directory", "\(repository)", "--silent",
      "--old-file=all", "try", "BINARIES=\(try Binary.sitta.path.parent)", "DIR=\(folder["files"])",
      "Q=licence")
    #expect(output.contains("documents  2"), "\(output)")
    #expect(output.contains("\(folder["files/a.txt"])"), "\(output)")
    #expect(!output.contains("b.txt"), "\(output)")
    let rest = try DirectoryListing(of: FileDescriptor(openingDirectory: folder["tmp"])).names
    #expect(rest.isEmpty)
  }
}
