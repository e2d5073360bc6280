import LinuxSystem

/// What the files in one folder say about what is left out there and below.
struct FolderRules: Equatable, Sendable {
  /// The name of a file that has a say.
  enum FileName: String, CaseIterable {
    case sittaIgnore = ".sittaignore"
    case ignore = ".ignore"
    case gitIgnore = ".gitignore"
    case git = ".git"
    case noMedia = ".nomedia"
    case trackerIgnore = ".trackerignore"
    case cacheTag = "CACHEDIR.TAG"

    init?(_ name: [UInt8]) {
      // Nearly all names differ in the first byte already.
      guard name.first == UInt8(ascii: ".") || name.first == UInt8(ascii: "C"),
        let known = Self.allCases.first(where: { name.elementsEqual($0.rawValue.utf8) })
      else { return nil }
      self = known
    }
  }

  var sittaIgnore: IgnoreFile?
  var ignore: IgnoreFile?
  var gitIgnore: IgnoreFile?
  /// The file that marks the folder as one to be left out.
  var marker: FilePath?
  /// The repository whose work tree begins here.
  var repository: GitRepository?

  /// Whether there is nothing that has a say.
  var isEmpty: Bool { self == FolderRules() }

  /// The rules of a folder without such files.
  init() {}

  /// Reads the files of a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - names: those of ``FileName`` that may be there; the others are not looked for.
  ///   - reader: reads the files, and keeps account of those that it cannot read.
  init(of folder: FilePath, looking names: some Sequence<FileName>, with reader: inout RuleReader) {
    for name in names {
      let path = folder.appending(name.rawValue)
      switch name {
      case .sittaIgnore: sittaIgnore = reader.ignoreFile(path, for: folder)
      case .ignore: ignore = reader.ignoreFile(path, for: folder)
      case .gitIgnore: gitIgnore = reader.ignoreFile(path, for: folder)
      case .git: repository = reader.repository(at: folder)
      case .noMedia, .trackerIgnore:
        if marker == nil, reader.isThere(path) { marker = path }
      case .cacheTag:
        if marker == nil, reader.isCacheTag(path) { marker = path }
      }
    }
  }
}
