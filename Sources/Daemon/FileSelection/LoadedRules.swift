import LinuxSystem

/// The rules of the folders that have rule files, as they were read last: a value.
struct LoadedRules: Sendable {
  private var rules = PathMap<FolderRules>()
  /// Folders whose rule files were read for another path.
  ///
  /// It is not known whether the rules were the same when the folder was last compared.
  private var unconfirmed: Set<FilePath> = []
  /// Rule files outside of the roots or in `.git`, with the tops of the work trees in ``rules`` that they
  /// decide about.
  private var sources = PathMap<Set<FilePath>>()
  private var newSources: Set<FilePath> = []

  /// The rules of the files in a folder; nil if they have none, or are not known.
  subscript(folder: FilePath) -> FolderRules? { rules[folder] }

  /// The tops of the work trees that a rule file decides about.
  func tops(of source: FilePath) -> Set<FilePath> { sources[source] ?? [] }

  /// Sets the rules of the files in a folder; nil if they have none.
  ///
  /// They are not confirmed if they were read for another path.
  mutating func set(_ folder: FilePath, to own: FolderRules?, isConfirmed: Bool = true) {
    setSources(of: folder, from: rules[folder], to: own)
    rules[folder] = own
    if !isConfirmed { unconfirmed.insert(folder) }
  }

  /// Records that a folder is compared with its rules.
  ///
  /// - Returns: whether its rules were read for another path.
  mutating func confirm(_ folder: FilePath) -> Bool { unconfirmed.remove(folder) != nil }

  /// Removes the rules in and below a folder.
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

  /// Removes and returns the sources that are new.
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
