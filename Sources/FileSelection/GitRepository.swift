import LinuxSystem

/// What a git repository says beside the `.gitignore` files in its work tree; see gitignore(5) and
/// gitrepository-layout(5).
struct GitRepository: Equatable, Sendable {
  /// The file of `core.excludesFile` and `info/exclude`, as far as there are patterns in them; the
  /// weaker first.
  let excludes: [IgnoreFile]
  /// The files in which a change would change ``excludes``, whether they exist or not.
  let sources: Set<FilePath>

  /// Looks for `.git` in a folder; nil where the folder is not the top of a work tree.
  ///
  /// It may be a folder, or a file that names one: that of another work tree or of a submodule.
  init?(at top: FilePath, with reader: inout RuleReader) {
    guard let folder = Self.gitFolder(of: top, &reader) else { return nil }
    let common = Self.commonFolder(of: folder, &reader)
    var sources: Set<FilePath> = []
    func read(_ path: FilePath) -> [UInt8]? {
      sources.insert(path)
      return reader.bytes(of: path, isForeign: false)
    }
    let places = reader.places
    var named: [UInt8]?
    for file in [
      places.system, places.configurations.appending("git").appending("config"),
      places.home.appending(".gitconfig"), common.appending("config"),
    ] {
      let value = GitConfiguration.value(
        of: "excludesfile", in: "core", startingAt: file, home: places.home, read: read)
      named = value ?? named
    }
    let general: FilePath?
    if let named {
      // An empty value switches the file off.
      general = GitConfiguration.path(named, relativeTo: top, home: places.home)
    } else {
      general = places.configurations.appending("git").appending("ignore")
    }
    let ownFile = common.appending("info").appending("exclude")
    excludes = [general, ownFile].compactMap(\.self).compactMap { path in
      read(path).map { IgnoreFile($0, at: path, for: top) }
    }.filter { !$0.isEmpty }
    self.sources = sources
  }

  private static func gitFolder(of top: FilePath, _ reader: inout RuleReader) -> FilePath? {
    let path = top.appending(".git")
    guard reader.isThere(path), let resolved = try? path.resolvingSymbolicLinks(),
      let status = try? FileStatus(of: resolved)
    else { return nil }
    if status.kind == .directory { return resolved }
    guard status.kind == .regular, let bytes = reader.bytes(of: resolved, isForeign: true),
      bytes.starts(with: "gitdir: ".utf8)
    else { return nil }
    return place(bytes.dropFirst(8), relativeTo: top)
  }

  /// The folder that all work trees of a repository share.
  private static func commonFolder(of folder: FilePath, _ reader: inout RuleReader) -> FilePath {
    reader.bytes(of: folder.appending("commondir"), isForeign: true)
      .flatMap { place($0[...], relativeTo: folder) } ?? folder
  }

  private static func place(_ line: ArraySlice<UInt8>, relativeTo base: FilePath) -> FilePath? {
    let end = line.lastIndex { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard let end else { return nil }
    let path = Array(line[...end])
    return FilePath(
      absolute: path.first == UInt8(ascii: "/") ? path : base.bytes + [UInt8(ascii: "/")] + path)
  }
}
