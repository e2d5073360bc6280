package import LinuxSystem

/// The steps that replace an old index by a new one, file by file.
///
/// A crash between any two steps leaves exactly one usable index: the old one until it is removed or set
/// aside, then the new one. SQLite finds the log of a database by its name, and would write the old log into
/// the new file. So the old log is removed before the new file is renamed.
struct IndexExchange {
  enum Step: Equatable {
    case remove(FilePath)
    case rename(FilePath, to: FilePath)
  }

  /// The steps that remove the old index, or set it aside.
  let retiring: [Step]
  /// The step that renames the new index.
  let installing: [Step]

  /// Plans to replace `old` by `new`, which has no log; keeps the old file at `setAside`, or removes it.
  init(of old: FilePath, for new: FilePath, keepingAs setAside: FilePath?) {
    let first: Step = setAside.map { .rename(old, to: $0) } ?? .remove(old)
    retiring = [first] + old.databaseCompanions.map { .remove($0) }
    installing = [.rename(new, to: old)]
  }
}

extension IndexExchange.Step {
  /// Performs the step.
  func perform() throws(SystemError) {
    switch self {
    case .remove(let path): try path.removeFile()
    case .rename(let path, let target): try path.rename(to: target)
    }
  }
}

extension FilePath {
  /// The log and the wal-index beside a database; see <https://www.sqlite.org/tempfiles.html>.
  package var databaseCompanions: [FilePath] {
    ["-wal", "-shm"].map { parent.appending(name + Array($0.utf8)) }
  }

  /// The wal-index of a database that several processes share.
  var sharedMemory: FilePath { parent.appending(name + Array("-shm".utf8)) }
}
