/// What is known of a document before its text is compared with a query.
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

  /// The name of the document.
  let name: VersionName
  /// Whether it is a copy, a draft, a backup, or lies among such.
  let isCopy: Bool
  /// Whether a program wrote it, or it is a header file.
  let isGenerated: Bool
  /// Whether it describes its folder, so that the folder's name is also a name of it.
  var isReadme: Bool { name.base == "readme" }

  /// - Parameters:
  ///   - name: the name of the file.
  ///   - folders: what is known of the folders above it.
  init(name: String, folders: Folders) {
    let version = VersionName(name)
    self.name = version
    isCopy = version.isCopy || folders.haveCopies
    isGenerated =
      folders.areGenerated || Self.generatedNames.contains(version.base) || version.ending == "h"
      || version.ending == "lock"
  }

  /// What is known of the folders above a document.
  struct Folders {
    /// The number of folders.
    let depth: Int
    /// The name of the folder that the document is in.
    let nearest: String?
    /// Whether copies lie in one of them.
    let haveCopies: Bool
    /// Whether programs fill one of them.
    let areGenerated: Bool

    /// - Parameter names: their names, the nearest first.
    init(names: [String]) {
      let names = names.map { $0.lowercased() }
      (depth, nearest) = (names.count, names.first)
      haveCopies = names.contains(where: DocumentPriors.archiveFolders.contains)
      areGenerated = names.contains(where: DocumentPriors.generatedFolders.contains)
    }
  }
}
