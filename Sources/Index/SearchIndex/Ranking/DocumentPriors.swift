/// The facts about a document that hold before its text is compared with a query.
struct DocumentPriors {
  /// The names of folders in which copies lie, in small letters.
  private static let archiveFolders: Set<String> = [
    "archive", "archives", "archiv", "old", "backup", "backups", "trash", "attic", "obsolete",
    ".trash", "drafts", "entwürfe", "deprecated",
  ]
  /// The names of folders that programs fill, in small letters.
  private static let generatedFolders: Set<String> = [
    ".cache", "cache", "node_modules", "build", "dist", "target", "_static", "_sources", "vendor",
    "locale", ".git", "__pycache__", "tmp",
  ]
  /// The names of lists that programs write, without extension and in small letters.
  private static let generatedNames: Set<String> = [
    "index", "genindex", "py-modindex", "contents", "toc", "search", "all", "allclasses",
    "changelog", "copyright", "news", "license", "copying", "authors", "readme-index", "sitemap",
    "package-lock", "symbols", "tags", "modules", "keywords",
  ]

  /// Whether it is a copy, a draft, a backup, or lies among such.
  let isCopy: Bool
  /// Whether a program wrote it, or it is a header file.
  let isGenerated: Bool
  /// Whether it describes its folder, so that the folder's name is also a name of it.
  let isReadme: Bool

  /// - Parameters:
  ///   - name: the name of the file.
  ///   - folders: the facts about the folders above it.
  init(name: VersionName, folders: Folders) {
    isCopy = name.isCopy || folders.haveCopies
    isGenerated =
      folders.areGenerated || Self.generatedNames.contains(name.base) || name.ending == "h"
      || name.ending == "lock"
    isReadme = name.base == "readme"
  }

  /// The facts that the name of a folder shows about the documents in it.
  struct FolderKind {
    /// Whether they are copies.
    let hasCopies: Bool
    /// Whether a program has written them.
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
    /// The name of the folder that the document is in.
    private(set) var nearest: String?
    /// Whether copies lie in one of them.
    private(set) var haveCopies = false
    /// Whether programs fill one of them.
    private(set) var areGenerated = false

    /// Adds the parent of the folders before.
    mutating func add(_ name: String, _ kind: FolderKind) {
      if depth == 0 { nearest = name }
      depth += 1
      if kind.hasCopies { haveCopies = true }
      if kind.isGenerated { areGenerated = true }
    }
  }
}
