import LinuxSystem

/// Reads rule files: regular files up to 1 MiB.
///
/// A file that cannot be read counts as missing, and is recorded with the reason.
struct RuleReader: Sendable {
  /// The roots; below them, symbolic links are not followed.
  let rules: SelectionRules
  /// The paths of the user's and the system's git configuration.
  let gitPaths: GitPaths
  /// The files that could not be read, with the reason.
  private(set) var unreadable: [FilePath: String] = [:]

  private static let limit = 1 << 20

  /// Removes and returns the files that could not be read, with the reason.
  mutating func takeUnreadable() -> [FilePath: String] {
    defer { unreadable = [:] }
    return unreadable
  }

  /// Reads the patterns of a file that is not ours; nil if it has none.
  mutating func ignoreFile(_ path: FilePath, for base: FilePath) -> IgnoreFile? {
    guard let bytes = bytes(of: path, isForeign: true) else { return nil }
    let file = IgnoreFile(bytes, at: path, for: base)
    return file.isEmpty ? nil : file
  }

  func exists(_ path: FilePath) -> Bool {
    (try? rules.status(of: path)) != nil
  }

  /// Whether a file is a cache directory tag: a regular file that begins with the signature.
  ///
  /// Source: <https://bford.info/cachedir/>.
  func isCacheTag(_ path: FilePath) -> Bool {
    let signature = Array("Signature: 8a477f597d28d172789f06886806bc55".utf8)
    guard let file = try? rules.open(file: path),
      (try? file.status())?.kind == .regular
    else { return false }
    return (try? file.read(upTo: signature.count, expecting: signature.count)) == signature
  }

  /// Whether a file is the `pyvenv.cfg` of a Python virtual environment: it has a line `home = …`.
  ///
  /// Source: <https://peps.python.org/pep-0405/>.
  func isPythonEnvironment(_ path: FilePath) -> Bool {
    guard let file = try? rules.open(file: path),
      (try? file.status())?.kind == .regular,
      let bytes = try? file.read(upTo: 4_096, expecting: 512)
    else { return false }
    return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
      guard let end = line.firstIndex(of: UInt8(ascii: "=")) else { return false }
      return line[..<end].filter { $0 != UInt8(ascii: " ") }.elementsEqual("home".utf8)
    }
  }

  /// The git repository whose work tree has this folder as its top; nil if there is none.
  mutating func repository(at top: FilePath) -> GitRepository? {
    GitRepository(at: top, with: &self)
  }

  /// Reads a whole file; nil if it is missing or cannot be read.
  ///
  /// If `isForeign` is true, symbolic links are not followed, as in git inside a work tree.
  mutating func bytes(of path: FilePath, isForeign: Bool) -> [UInt8]? {
    do throws(SystemError) {
      let file =
        isForeign ? try rules.open(file: path) : try FileDescriptor(openingOwn: path)
      let status = try file.status()
      if status.kind != .regular {
        unreadable[path] = "It is not a regular file"
      } else if status.size > Self.limit {
        unreadable[path] = "It is larger than 1 MiB"
      } else {
        return try file.read(upTo: Self.limit, expecting: Int(status.size))
      }
    } catch {
      if !error.isMissing { unreadable[path] = error.reason }
    }
    return nil
  }
}
