import Glibc
import LinuxSystem

/// Generates the manual pages, the completions and the configuration file that is installed.
///
/// The sources are the tables that the programs use, too. Run `make documents` after a change of a table; a
/// test fails until then.
@main
struct ManualGenerator {
  static func main() {
    guard let argument = ProcessEnvironment.arguments.first,
      let base = try? FilePath.workingDirectory(),
      let folder = FilePath(argument, relativeTo: base, home: base)
    else {
      try? FileDescriptor.writeToStandardError("usage: ManualGenerator REPOSITORY\n")
      ProcessEnvironment.exit(2)
    }
    do {
      for document in Document.all {
        try write(document.text, to: document.path(in: folder))
      }
    } catch {
      try? FileDescriptor.writeToStandardError("ManualGenerator: \(error)\n")
      ProcessEnvironment.exit(1)
    }
  }

  private static func write(_ text: String, to file: FilePath) throws {
    try file.parent.makeDirectory(permissions: 0o755)
    let descriptor = try FileDescriptor(
      opening: file, flags: O_WRONLY | O_CREAT | O_TRUNC, permissions: 0o644)
    try descriptor.write(Array(text.utf8))
  }
}
