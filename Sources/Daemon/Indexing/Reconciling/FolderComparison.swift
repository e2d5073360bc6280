import IndexStorage
import LinuxSystem
import Watching

/// What has to be done so that the index agrees with a folder on disk.
struct FolderComparison: Equatable {
  /// An entry of the folder on disk that the rules include.
  struct Entry: Equatable {
    let name: [UInt8]
    let status: FileStatus
  }

  /// New and changed files, which have to be read, sorted by path.
  var changed: [FilePath] = []
  /// Other files whose access has to be recorded, sorted by path.
  var withoutAccess: [FilePath] = []
  /// Subfolders, which have to be compared too, sorted by path.
  var folders: [FilePath] = []
  /// The elements of ``folders`` that the index does not have.
  var newFolders: [FilePath] = []
  /// Files and folders that the index has, but the disk does not, or only as another kind.
  var removed: [FilePath] = []

  /// Whether the folder differs from the index.
  var hasChanges: Bool { !changed.isEmpty || !removed.isEmpty || !newFolders.isEmpty }

  /// Compares the entries of a folder on disk with those in the index.
  ///
  /// O(entries).
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - entries: the entries on the disk, without excluded ones.
  ///   - stored: the entries in the index.
  ///   - isCurrent: whether reading a file now would give the document in the index.
  ///   - needsAccess: whether it has to be recorded who may read a file.
  init(
    of folder: FilePath, disk entries: [Entry], index stored: StoredFolder,
    isCurrent: (StoredFile, FileStatus) -> Bool,
    needsAccess: (StoredFile, FileStatus) -> Bool = { _, _ in false }
  ) {
    var missingFiles = Set(stored.files.keys)
    var missingFolders = stored.folders
    for entry in entries.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
      switch entry.status.kind {
      case .regular:
        missingFiles.remove(entry.name)
        let file = stored.files[entry.name]
        if file.map({ isCurrent($0, entry.status) }) != true {
          changed.append(folder.appending(entry.name))
        } else if let file, needsAccess(file, entry.status) {
          withoutAccess.append(folder.appending(entry.name))
        }
      case .directory:
        folders.append(folder.appending(entry.name))
        if missingFolders.remove(entry.name) == nil {
          newFolders.append(folder.appending(entry.name))
        }
      case .symbolicLink, .other:
        break
      }
    }
    removed = missingFiles.union(missingFolders).map { folder.appending($0) }.sorted()
  }
}
