import LinuxSystem
import TestSupport

/// The targets of `Package.swift`, read as text.
///
/// `swift package dump-package` would wait for the lock that `swift test` holds.
struct Manifest {
  /// The dependencies of each target.
  let dependencies: [String: Set<String>]

  init() throws {
    self.init(try SourceFile(SourceTree.root.appending("Package.swift")).lines)
  }

  /// Reads the lines of a manifest: each target names its dependencies right after itself, if it has
  /// any, as a list of names.
  init(_ lines: [String]) {
    let text = lines.map { $0.split(separator: "//", omittingEmptySubsequences: false)[0] }
      .joined(separator: "\n")
    let target =
      /\.(?:target|executableTarget|testTarget|systemLibrary)\(\s*name: "([^"]+)"(?:,\s*dependencies: \[([^\]]*)\])?/
    dependencies = Dictionary(
      text.matches(of: target).map { match in
        let names = (match.2 ?? "").matches(of: /"([^"]+)"/).map { String($0.1) }
        return (String(match.1), Set(names))
      }, uniquingKeysWith: { $0.union($1) })
  }
}
