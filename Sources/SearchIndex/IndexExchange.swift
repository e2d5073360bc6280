import LinuxSystem

/// How a new index takes the place of an old one, file by file: a value.
///
/// After each step, and so after a death at any moment, exactly one usable index is found: the old
/// one until it is removed or set aside, from then on the new one. SQLite knows the log of a database
/// by its name, and would write the old one's into the new file; so it goes before that has its name.
struct IndexExchange {
  enum Step: Equatable {
    case remove(FilePath)
    case rename(FilePath, to: FilePath)
  }

  /// Takes the old index away.
  let retiring: [Step]
  /// Puts the new one in its place.
  let installing: [Step]

  /// - Parameters:
  ///   - old: the file whose place is taken.
  ///   - new: the new file, without a log of its own.
  ///   - setAside: where the old one is kept; nil to remove it, or where there is none.
  init(of old: FilePath, for new: FilePath, keepingAs setAside: FilePath?) {
    let first: Step = setAside.map { .rename(old, to: $0) } ?? .remove(old)
    retiring = [first] + old.databaseCompanions.map { .remove($0) }
    installing = [.rename(new, to: old)]
  }
}

extension IndexExchange.Step {
  /// Does it.
  func perform() throws(SystemError) {
    switch self {
    case .remove(let path): try path.removeFile()
    case .rename(let path, let target): try path.rename(to: target)
    }
  }
}

extension FilePath {
  /// The files that SQLite keeps beside a database; see <https://www.sqlite.org/tempfiles.html>.
  var databaseCompanions: [FilePath] {
    ["-wal", "-shm"].map { parent.appending(name + Array($0.utf8)) }
  }

  /// Where the wal-index of a database lies that several processes share.
  var sharedMemory: FilePath { parent.appending(name + Array("-shm".utf8)) }
}
