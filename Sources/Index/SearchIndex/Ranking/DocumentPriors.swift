import LanguageCodes
/// What is known about the rank of a document before its text is compared with a query.
struct DocumentPriors {
  /// The names of folders for copies and old files, in lower case.
  private static let archiveFolders: Set<String> = [
    "archive", "archives", "archiv", "old", "backup", "backups", "trash", "attic", "obsolete",
    ".trash", "drafts", "entwürfe", "deprecated",
  ]
  /// The names of folders that programs fill, in lower case.
  private static let generatedFolders: Set<String> = [
    ".cache", "cache", "node_modules", "build", "dist", "target", "_static", "_sources", "vendor",
    "locale", ".git", "__pycache__", "tmp",
  ]
  /// The names of lists that programs write, without extension and in lower case.
  private static let generatedNames: Set<String> = [
    "index", "genindex", "py-modindex", "contents", "toc", "search", "all", "allclasses",
    "changelog", "copyright", "news", "license", "copying", "authors", "readme-index", "sitemap",
    "package-lock", "symbols", "tags", "modules", "keywords",
  ]

  /// Whether the document is a copy, a draft or a backup, or in a folder for such files.
  let isCopy: Bool
  /// Whether a program wrote the document, or it is a header file.
  let isGenerated: Bool
  /// Whether the document describes its folder, so that the folder's name counts as its own name.
  let isReadme: Bool

  /// Judges a file by its name, and by the facts about the folders above it.
  init(name: VersionName, folders: Folders) {
    isCopy = name.isCopy || folders.haveCopies
    isGenerated =
      folders.areGenerated || Self.generatedNames.contains(name.base) || name.ending == "h"
      || name.ending == "lock"
    isReadme = name.base == "readme"
  }

  /// What the name of a folder says about the documents in it.
  struct FolderKind {
    /// Whether they are copies or old files.
    let hasCopies: Bool
    /// Whether a program wrote them.
    let isGenerated: Bool

    init(_ name: String) {
      let name = name.lowercased()
      hasCopies = DocumentPriors.archiveFolders.contains(name)
      isGenerated = DocumentPriors.generatedFolders.contains(name)
    }
  }

  /// The facts about the folders above a document.
  struct Folders {
    /// The number of folders.
    private(set) var depth = 0
    /// The name of the folder that directly contains the document; nil for none.
    private(set) var nearest: String?
    /// Whether one of the folders is for copies.
    private(set) var haveCopies = false
    /// Whether one of the folders is filled by programs.
    private(set) var areGenerated = false
    /// The language of the nearest folder that is named by a locale, as an ISO 639-1 code; nil if there is none.
    private(set) var locale: String?
    /// The path with `*` in place of the folder that is named by a locale; nil if there is none.
    ///
    /// Translations of a document have the same.
    var translations: String? { locale == nil ? nil : path }
    private var path = ""
    /// The name of the last folder that was added.
    private var last = ""

    /// Adds the next folder, from the document towards the root.
    mutating func add(_ name: String, _ kind: FolderKind) {
      addLast(in: name)
      last = name
      if depth == 0 { nearest = name }
      depth += 1
      if kind.hasCopies { haveCopies = true }
      if kind.isGenerated { areGenerated = true }
    }

    /// Ends after the last folder.
    mutating func end() { addLast(in: "") }

    /// Adds the last folder, whose parent decides whether its name is a locale.
    private mutating func addLast(in parent: String) {
      if depth == 0 { return }
      var name = last
      if locale == nil, let found = LocaleFolder(last, in: parent) {
        (locale, name) = (found.language, "*")
      }
      path = "\(name)/\(path)"
    }
  }
}
