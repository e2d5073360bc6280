import LinuxSystem

/// The rules of all folders that have rule files, as last read.
struct LoadedRules: Sendable {
  private var rules = PathMap<FolderRules>()
  /// Folders whose rule files were read to decide about another path.
  ///
  /// It is unknown whether these rules were the same when the folder was last compared.
  private var unconfirmed: Set<FilePath> = []
  /// Rule files outside the roots or in `.git`, each with the tops of the work trees to which it
  /// applies.
  private var sources = PathMap<Set<FilePath>>()
  private var newSources: Set<FilePath> = []

  /// The rules from the files of a folder; nil if there are none, or if they are not loaded.
  subscript(folder: FilePath) -> FolderRules? { rules[folder] }

  /// The tops of the work trees to which a rule file applies.
  func tops(of source: FilePath) -> Set<FilePath> { sources[source] ?? [] }

  /// Sets the rules from the files of a folder; nil if there are none.
  ///
  /// `isConfirmed` is false if they were read to decide about another path.
  mutating func set(_ folder: FilePath, to own: FolderRules?, isConfirmed: Bool = true) {
    setSources(of: folder, from: rules[folder], to: own)
    rules[folder] = own
    if !isConfirmed { unconfirmed.insert(folder) }
  }

  /// Records that the folder is being compared with its current rules.
  ///
  /// - Returns: whether the rules had been read only to decide about another path.
  mutating func confirm(_ folder: FilePath) -> Bool { unconfirmed.remove(folder) != nil }

  /// Removes the rules of a folder and of all folders below it.
  ///
  /// - Returns: whether there were any.
  mutating func removeAll(below folder: FilePath) -> Bool {
    let removed = rules.removeAll(below: folder)
    for (top, own) in removed { setSources(of: top, from: own, to: nil) }
    for (source, tops) in sources.removeAll(below: folder) where !tops.isEmpty {
      sources[source] = tops
    }
    return !removed.isEmpty
  }

  /// Adds rule files that may be in folders without a watch.
  mutating func addSources(_ files: Set<FilePath>) {
    for file in files where sources[file] == nil {
      newSources.insert(file)
      sources[file] = []
    }
  }

  /// Removes and returns the newly found rule files.
  mutating func takeNewSources() -> Set<FilePath> {
    defer { newSources = [] }
    return newSources
  }

  private mutating func setSources(
    of top: FilePath, from old: FolderRules?, to own: FolderRules?
  ) {
    for source in old?.repository?.sources ?? [] {
      sources.update(source, default: []) { $0.remove(top) }
    }
    for source in own?.repository?.sources ?? [] {
      sources.update(source, default: []) { $0.insert(top) }
    }
  }
}
