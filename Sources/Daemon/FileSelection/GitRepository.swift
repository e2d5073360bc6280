import LinuxSystem

/// The patterns of a git repository outside its `.gitignore` files; see gitignore(5) and
/// gitrepository-layout(5).
struct GitRepository: Equatable, Sendable {
  /// The file of `core.excludesFile`, then `info/exclude`, if they have patterns; the latter takes
  /// precedence.
  let excludes: [IgnoreFile]
  /// The files from which ``excludes`` results, whether or not they exist.
  let sources: Set<FilePath>

  /// Reads `.git` in a folder; nil if the folder is not the top of a work tree.
  ///
  /// `.git` is a folder, or, in a submodule or a linked work tree, a file with the path of a
  /// folder.
  init?(at top: FilePath, with reader: inout RuleReader) {
    guard let folder = Self.gitFolder(of: top, &reader) else { return nil }
    let common = Self.commonFolder(of: folder, &reader)
    var sources: Set<FilePath> = []
    func read(_ path: FilePath) -> [UInt8]? {
      sources.insert(path)
      return reader.bytes(of: path, isForeign: false)
    }
    let paths = reader.gitPaths
    var named: [UInt8]?
    for file in [
      paths.system, paths.configurations.appending("git").appending("config"),
      paths.home.appending(".gitconfig"), common.appending("config"),
    ] {
      let value = GitConfiguration.value(
        of: "excludesfile", in: "core", startingAt: file, home: paths.home, read: read)
      named = value ?? named
    }
    let general: FilePath?
    if let named {
      // An empty value means that there is no file.
      general = GitConfiguration.path(named, relativeTo: top, home: paths.home)
    } else {
      general = paths.configurations.appending("git").appending("ignore")
    }
    let ownFile = common.appending("info").appending("exclude")
    excludes = [general, ownFile].compactMap(\.self).compactMap { path in
      read(path).map { IgnoreFile($0, at: path, for: top) }
    }.filter { !$0.isEmpty }
    self.sources = sources
  }

  private static func gitFolder(of top: FilePath, _ reader: inout RuleReader) -> FilePath? {
    let path = top.appending(".git")
    guard reader.exists(path), let resolved = try? path.resolvingSymbolicLinks(),
      let status = try? FileStatus(of: resolved)
    else { return nil }
    if status.kind == .directory { return resolved }
    guard status.kind == .regular, let bytes = reader.bytes(of: resolved, isForeign: true),
      bytes.starts(with: "gitdir: ".utf8)
    else { return nil }
    return Self.path(in: bytes.dropFirst(8), relativeTo: top)
  }

  /// The folder that all work trees of a repository share.
  private static func commonFolder(of folder: FilePath, _ reader: inout RuleReader) -> FilePath {
    reader.bytes(of: folder.appending("commondir"), isForeign: true)
      .flatMap { Self.path(in: $0[...], relativeTo: folder) } ?? folder
  }

  private static func path(in line: ArraySlice<UInt8>, relativeTo base: FilePath) -> FilePath? {
    let end = line.lastIndex { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard let end else { return nil }
    let path = Array(line[...end])
    return FilePath(
      absolute: path.first == UInt8(ascii: "/") ? path : base.bytes + [UInt8(ascii: "/")] + path)
  }
}
