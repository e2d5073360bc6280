import Glibc
import LinuxSystem
import VarlinkInterface

/// Generates `Sources/Wire/SearchInterface/Generated` from `io.sitta.Search.varlink`.
///
/// Run `make interface` after a change of the `.varlink` file; a test fails until then.
@main
struct InterfaceGenerator {
  static func main() {
    guard let argument = ProcessEnvironment.arguments.first,
      let base = try? FilePath.workingDirectory(),
      let repository = FilePath(argument, relativeTo: base, home: base)
    else {
      try? FileDescriptor.writeToStandardError("usage: InterfaceGenerator REPOSITORY\n")
      ProcessEnvironment.exit(2)
    }
    let folder = ["Sources", "Wire", "SearchInterface"].reduce(repository) { $0.appending($1) }
    do {
      let file = try FileDescriptor(openingOwn: folder.appending("io.sitta.Search.varlink"))
      let text = String(decoding: try file.read(upTo: 1 << 20, expecting: 1 << 16), as: UTF8.self)
      for file in GeneratedInterface(try InterfaceDescription(text)).files {
        let path = folder.appending("Generated").appending(file.name)
        let descriptor = try FileDescriptor(
          opening: path, flags: O_WRONLY | O_CREAT | O_TRUNC, permissions: 0o644)
        try descriptor.write(Array(file.text.utf8))
      }
    } catch {
      try? FileDescriptor.writeToStandardError("InterfaceGenerator: \(error)\n")
      ProcessEnvironment.exit(1)
    }
  }
}
