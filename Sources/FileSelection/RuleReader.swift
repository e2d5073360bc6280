import LinuxSystem

/// Reads the files that say what is left out: regular ones, up to 1 MiB.
///
/// What cannot be read counts as not there, and is kept account of.
struct RuleReader: Sendable {
  /// The roots, below which no symbolic link is followed.
  private let rules: SelectionRules
  /// Where git's files of the user and the system lie.
  let places: GitPlaces
  /// What could not be read, with the reason.
  private(set) var unreadable: [FilePath: String] = [:]

  private static let limit = 1 << 20

  init(rules: SelectionRules, places: GitPlaces) {
    self.rules = rules
    self.places = places
  }

  /// Takes the account of what could not be read since the last call.
  mutating func takeUnreadable() -> [FilePath: String] {
    defer { unreadable = [:] }
    return unreadable
  }

  /// Reads the patterns of a file that anybody may have made; nil where there are none.
  mutating func ignoreFile(_ path: FilePath, for base: FilePath) -> IgnoreFile? {
    guard let bytes = bytes(of: path, isForeign: true) else { return nil }
    let file = IgnoreFile(bytes, at: path, for: base)
    return file.isEmpty ? nil : file
  }

  func isThere(_ path: FilePath) -> Bool {
    (try? rules.status(of: path)) != nil
  }

  /// Whether a file is a cache directory tag: a regular one that begins as one.
  ///
  /// Source: <https://bford.info/cachedir/>.
  func isCacheTag(_ path: FilePath) -> Bool {
    let signature = Array("Signature: 8a477f597d28d172789f06886806bc55".utf8)
    guard let file = try? rules.open(file: path),
      (try? file.status())?.kind == .regular
    else { return false }
    return (try? file.read(upTo: signature.count, expecting: signature.count)) == signature
  }

  /// The repository whose work tree begins in a folder; nil where none does.
  mutating func repository(at top: FilePath) -> GitRepository? {
    GitRepository(at: top, with: &self)
  }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - isForeign: whether no symbolic link is followed, as git follows none inside a work tree.
  /// - Returns: nil where it is missing or cannot be read.
  mutating func bytes(of path: FilePath, isForeign: Bool) -> [UInt8]? {
    do throws(SystemError) {
      let file =
        isForeign ? try rules.open(file: path) : try FileDescriptor(openingOwn: path)
      let status = try file.status()
      if status.kind != .regular {
        unreadable[path] = "It is no regular file"
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
