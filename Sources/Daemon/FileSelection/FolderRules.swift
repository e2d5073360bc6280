import LinuxSystem

/// The rules from the rule files of one folder, for the folder and everything below it.
struct FolderRules: Equatable, Sendable {
  /// The name of a rule file.
  enum FileName: String, CaseIterable {
    case sittaIgnore = ".sittaignore"
    case ignore = ".ignore"
    case gitIgnore = ".gitignore"
    case git = ".git"
    case noMedia = ".nomedia"
    case trackerIgnore = ".trackerignore"
    case cacheTag = "CACHEDIR.TAG"
    case pythonEnvironment = "pyvenv.cfg"

    init?(_ name: [UInt8]) {
      // The first byte rules out almost all names.
      guard let first = name.first, ".Cp".utf8.contains(first),
        let known = Self.allCases.first(where: { name.elementsEqual($0.rawValue.utf8) })
      else { return nil }
      self = known
    }
  }

  var sittaIgnore: IgnoreFile?
  var ignore: IgnoreFile?
  var gitIgnore: IgnoreFile?
  /// The file that marks the folder as excluded; nil if there is none.
  var marker: FilePath?
  /// Whether the folder is a Python virtual environment, which is excluded unless it is a root.
  var isPythonEnvironment = false
  /// The git repository, if the folder is the top of its work tree.
  var repository: GitRepository?

  /// Whether there are no rules.
  var isEmpty: Bool { self == FolderRules() }

  /// The rules of a folder without rule files.
  init() {}

  /// Reads those rule files of a folder whose names are in `names`.
  init(of folder: FilePath, looking names: some Sequence<FileName>, with reader: inout RuleReader) {
    for name in names {
      let path = folder.appending(name.rawValue)
      switch name {
      case .sittaIgnore: sittaIgnore = reader.ignoreFile(path, for: folder)
      case .ignore: ignore = reader.ignoreFile(path, for: folder)
      case .gitIgnore: gitIgnore = reader.ignoreFile(path, for: folder)
      case .git: repository = reader.repository(at: folder)
      case .noMedia, .trackerIgnore:
        if marker == nil, reader.exists(path) { marker = path }
      case .cacheTag:
        if marker == nil, reader.isCacheTag(path) { marker = path }
      case .pythonEnvironment: isPythonEnvironment = reader.isPythonEnvironment(path)
      }
    }
  }
}
