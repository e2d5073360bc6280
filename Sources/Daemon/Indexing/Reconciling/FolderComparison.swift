import IndexStorage
import LinuxSystem
import Watching

/// The work that makes the index agree with a folder on disk: a value.
struct FolderComparison: Equatable {
  /// An entry of the folder on disk that is of interest.
  struct Entry: Equatable {
    let name: [UInt8]
    let status: FileStatus
  }

  /// Files to read: new and changed ones.
  ///
  /// In byte order.
  var changed: [FilePath] = []
  /// Folders to compare as well.
  ///
  /// In byte order.
  var folders: [FilePath] = []
  /// The members of ``folders`` that are not in the index.
  var newFolders: [FilePath] = []
  /// Files and folders of the index that the disk no longer has, or has as another kind.
  var removed: [FilePath] = []

  /// Whether anything is not as the index has it.
  var hasChanges: Bool { !changed.isEmpty || !removed.isEmpty || !newFolders.isEmpty }

  /// Compares.
  ///
  /// O(entries).
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - entries: the entries on the disk, without excluded ones.
  ///   - stored: the entries in the index.
  ///   - isCurrent: whether reading a file now would give the document that the index has.
  init(
    of folder: FilePath, disk entries: [Entry], index stored: StoredFolder,
    isCurrent: (StoredFile, FileStatus) -> Bool
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
