public import LinuxSystem

/// Decides whether a path is indexed, and by which rule, without walking the tree.
///
/// It reads the rule files from a root down to the path, and caches their rules. Call
/// ``reloadRules(for:)`` after a change. ``FolderSelection`` applies the rules.
///
/// `.sittaignore` takes precedence over `.ignore`, and both over git's files: `.gitignore`,
/// `.git/info/exclude` and the file of `core.excludesFile`. Git's files apply only in a work tree,
/// even if its top is above the root. No file includes a path again that the configuration or the
/// list of secrets excludes.
public struct FileSelector: Sendable {
  /// The configured rules.
  public private(set) var rules: SelectionRules
  private var reader: RuleReader
  private let ownFiles: OwnFiles
  private var loaded = LoadedRules()
  /// The effective rules by folder.
  ///
  /// If it contains a folder, it also contains all folders between the folder and its root.
  private var selections = PathMap<FolderSelection>()
  /// The folders above each root, up to the top of the work tree that contains the root.
  private var outerFolders: [FilePath: [FilePath]] = [:]

  /// The largest number of folders in ``selections``.
  private static let capacity = 10_000

  /// Creates a selector without cached rules.
  public init(rules: SelectionRules, gitPaths: GitPaths = .ofThisUser) {
    self.rules = rules
    reader = RuleReader(rules: rules, gitPaths: gitPaths)
    ownFiles = OwnFiles(in: rules.ownFolders)
  }

  /// Decides whether a path is indexed.
  ///
  /// - Parameters:
  ///   - path: any path.
  ///   - status: the status of the path; nil to read it. A missing path is treated as a file.
  /// - Returns: the verdict. O(depth × patterns); reads the rule files of each folder above the
  ///   path that is not cached.
  public mutating func verdict(on path: FilePath, status: FileStatus? = nil) -> Verdict {
    if rules.roots.contains(path) { return rules.verdict(on: path) }
    guard let parent = selection(in: path.parent) else { return .excluded(.outsideRoots) }
    guard let status = status ?? (try? rules.status(of: path)) else {
      return parent.verdict(on: path.name, isFolder: false)
    }
    return parent.verdict(on: path.name, status: status)
  }

  /// The effective rules of a folder.
  ///
  /// - Parameter folder: a folder.
  /// - Returns: nil if the folder is in no root.
  public mutating func selection(in folder: FilePath) -> FolderSelection? {
    // The cache is emptied only here, so that it never contains a folder without the folders above it.
    if selections.count > Self.capacity { selections = PathMap() }
    if let known = selections[folder] { return known }
    guard let root = rules.innermostRoot(of: folder) else { return nil }
    var selection = selections[root] ?? resolve(root: root)
    selections[root] = selection
    for name in folder.components.dropFirst(root.components.count) {
      let inner = selection.folder.appending(name)
      selection = selections[inner] ?? resolve(name, in: selection)
      selections[inner] = selection
    }
    return selection
  }

  /// The effective rules of a folder that was just listed.
  ///
  /// Only rule files that are in the listing are read.
  ///
  /// - Parameters:
  ///   - folder: a folder.
  ///   - names: the names of its entries.
  /// - Returns: the rules, nil if the folder is in no root; and whether they have changed, so that
  ///   everything below the folder must be compared again.
  public mutating func selection(
    in folder: FilePath, listing names: [[UInt8]]
  ) -> (selection: FolderSelection?, hasChanged: Bool) {
    guard let root = rules.innermostRoot(of: folder), rules.followsIgnoreFiles(in: root) else {
      return (selection(in: folder), false)
    }
    let own = load(folder, looking: names.compactMap(FolderRules.FileName.init))
    let hasChanged = replace(folder, own)
    if selections[folder] == nil, !rules.roots.contains(folder),
      let parent = selection(in: folder.parent)
    {
      selections[folder] = FolderSelection(
        in: parent, name: folder.name, device: device(of: folder)
      ) { own ?? FolderRules() }
    }
    return (selection(in: folder), hasChanged)
  }

  /// Reads the rule files again on which a change of a path can have an effect.
  ///
  /// - Parameter path: a path that may have changed, appeared or disappeared.
  /// - Returns: the folders to compare recursively with the disk; empty if no rules have changed.
  public mutating func reloadRules(for path: FilePath) -> [FilePath] {
    guard rules.followsIgnoreFiles else { return [] }
    var changed: [FilePath] = []
    if FolderRules.FileName(path.name) != nil { changed += reload(path.parent) }
    for top in loaded.tops(of: path) { changed += reload(top) }
    return changed.sorted()
  }

  /// Removes the cached rules of a folder that was renamed or removed, and of all folders below it.
  ///
  /// O(cached rules at and below the folder).
  ///
  /// - Returns: whether any of these rules came from rule files.
  @discardableResult
  public mutating func forget(_ folder: FilePath) -> Bool {
    selections.removeAll(below: folder)
    return loaded.removeAll(below: folder)
  }

  /// Removes all cached rules, because changes may have been missed.
  public mutating func forgetAll() {
    self = FileSelector(rules: rules, gitPaths: reader.gitPaths)
  }

  /// Sets the paths that are excluded because of `sitta forget`.
  public mutating func setForgotten(_ paths: Set<FilePath>) {
    rules.forgotten = paths
    selections = PathMap()
  }

  /// Removes and returns the newly found rule files that may be in folders without a watch.
  public mutating func takeNewSources() -> Set<FilePath> {
    loaded.takeNewSources()
  }

  /// Removes and returns the unreadable rule files, with the reasons.
  public mutating func takeUnreadable() -> [FilePath: String] {
    reader.takeUnreadable()
  }
}

// MARK: - Reading

extension FileSelector {
  /// Reads the rule files of a folder; nil if they contain no rules.
  private mutating func load(
    _ folder: FilePath, looking names: [FolderRules.FileName] = FolderRules.FileName.allCases
  ) -> FolderRules? {
    if names.isEmpty || !rules.followsIgnoreFiles { return nil }
    // Nothing but stores is read in the folder of a source.
    if let root = rules.innermostRoot(of: folder), rules.source(at: root) != nil { return nil }
    let own = FolderRules(of: folder, looking: names, with: &reader)
    if let repository = own.repository { loaded.addSources(repository.sources) }
    return own.isEmpty ? nil : own
  }

  /// Caches the rules from the files of a folder.
  ///
  /// - Returns: whether the rules have changed.
  private mutating func replace(_ folder: FilePath, _ own: FolderRules?) -> Bool {
    let wasUnconfirmed = loaded.confirm(folder)
    if loaded[folder] == own { return wasUnconfirmed }
    loaded.set(folder, to: own)
    if selections[folder] != nil { selections.removeAll(below: folder) }
    return true
  }

  /// Reads the rule files of a folder again.
  ///
  /// - Returns: the folders whose content must be compared again.
  private mutating func reload(_ folder: FilePath) -> [FilePath] {
    let roots = outerFolders.filter { $0.value.contains(folder) }.map(\.key)
    let isSelected = rules.roots.contains(folder) || verdict(on: folder).isIncluded
    let names = isSelected ? FolderRules.FileName.allCases : [.gitIgnore, .git]
    guard isSelected || !roots.isEmpty, replace(folder, load(folder, looking: names)) else {
      return []
    }
    for root in roots { selections.removeAll(below: root) }
    return isSelected ? roots + [folder] : roots
  }

  private mutating func ownRules(of folder: FilePath) -> FolderRules {
    if let known = loaded[folder] { return known }
    guard let own = load(folder) else { return FolderRules() }
    loaded.set(folder, to: own, isConfirmed: false)
    return own
  }

  private mutating func resolve(root: FilePath) -> FolderSelection {
    let own = ownRules(of: root)
    return FolderSelection(
      root: root, rules: rules, ownFiles: ownFiles, own: own,
      device: rules.staysOnFileSystem ? device(of: root) : nil,
      outer: own.repository == nil ? chain(around: root) : IgnoreChain())
  }

  private mutating func resolve(_ name: [UInt8], in parent: FolderSelection) -> FolderSelection {
    let folder = parent.folder.appending(name)
    return FolderSelection(in: parent, name: name, device: device(of: folder)) {
      ownRules(of: folder)
    }
  }

  /// The device of a folder; nil for anything else, because on overlayfs files can have another
  /// device than their folder.
  private func device(of folder: FilePath) -> UInt64? {
    guard rules.staysOnFileSystem, let status = try? rules.status(of: folder) else { return nil }
    return status.kind == .directory ? status.device : nil
  }

  /// The rules of the folders above a root, within the work tree that contains the root.
  private mutating func chain(around root: FilePath) -> IgnoreChain {
    outerFolders[root] = nil
    guard rules.followsIgnoreFiles(in: root) else { return IgnoreChain() }
    var folders: [FilePath] = []
    var chain: [FolderRules] = []
    var folder = root
    while !folder.isRoot {
      folder = folder.parent
      let own = FolderRules(of: folder, looking: [.gitIgnore, .git], with: &reader)
      folders.append(folder)
      chain.append(own)
      guard let repository = own.repository else { continue }
      outerFolders[root] = folders
      loaded.addSources(repository.sources.union(folders.map { $0.appending(".gitignore") }))
      for (folder, own) in zip(folders, chain) where rules.innermostRoot(of: folder) == nil {
        loaded.set(folder, to: own.isEmpty ? nil : own)
      }
      return chain.reversed().reduce(IgnoreChain()) { $0.entering($1) }
    }
    return IgnoreChain()
  }
}
