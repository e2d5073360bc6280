import LinuxSystem
import SearchIndex
import Watching

/// What has to be done so that the index agrees with a folder on disk: a value.
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
  /// Files and folders that the index has and the disk has not, or not as what they were.
  var removed: [FilePath] = []

  /// Whether anything is not as the index has it.
  var hasChanges: Bool { !changed.isEmpty || !removed.isEmpty || !newFolders.isEmpty }

  /// Compares.
  ///
  /// O(entries).
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - entries: what the disk has, without what is left out.
  ///   - stored: what the index has.
  ///   - isCurrent: whether the index has of a file what reading it now would give.
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
