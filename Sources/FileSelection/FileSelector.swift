public import LinuxSystem

/// Answers what is indexed and which rule said so, for one path, without walking the tree.
///
/// The shell around ``FolderSelection``: it reads the files on the way from a root down that have a
/// say, and remembers what they said. Tell it what changed with ``noteChange(of:)``.
///
/// Of files with patterns, `.sittaignore` is stronger than `.ignore`, and that stronger than what
/// git goes by: `.gitignore`, `.git/info/exclude` and the file of `core.excludesFile`, in a work tree
/// and only there, even where its top lies above the root. None of them brings back what the
/// configuration or the list of secrets leaves out.
public struct FileSelector: Sendable {
  /// The configured rules.
  public private(set) var rules: SelectionRules
  private var reader: RuleReader
  private let ownFiles: OwnFiles
  /// What the files say, for the folders that have such files.
  private var loaded: [FilePath: FolderRules] = [:]
  /// What has been resolved.
  ///
  /// A folder is in it only together with all between it and its root.
  private var selections: [FilePath: FolderSelection] = [:]
  /// Folders of which the files were read on the way to something else: whether they said the same
  /// when the folder was last compared is not known.
  private var unlisted: Set<FilePath> = []
  /// The folders above a root up to the top of the work tree that it lies in, by root.
  private var outerFolders: [FilePath: [FilePath]] = [:]
  private var newSources: Set<FilePath> = []
  /// Files outside the roots, or hidden in repositories, that have a say.
  private var sources: Set<FilePath> = []

  /// How many folders are remembered that have no files of their own.
  private static let capacity = 10_000

  /// Makes a selector that has read nothing yet.
  public init(rules: SelectionRules, places: GitPlaces = .ofThisUser) {
    self.rules = rules
    reader = RuleReader(rules: rules, places: places)
    ownFiles = OwnFiles(in: rules.ownFolders)
  }

  /// Judges one path.
  ///
  /// - Parameters:
  ///   - path: any path.
  ///   - status: what the path is; nil to look. What does not exist is judged as a file would be.
  /// - Returns: the verdict. O(depth × patterns), and a look at each folder on the way that has not
  ///   been looked at before.
  public mutating func verdict(on path: FilePath, status: FileStatus? = nil) -> Verdict {
    if rules.roots.contains(path) { return rules.verdict(on: path) }
    guard let parent = selection(in: path.parent) else { return .excluded(.outsideRoots) }
    guard let status = status ?? (try? rules.status(of: path)) else {
      return parent.verdict(on: path.name, isFolder: false)
    }
    return parent.verdict(on: path.name, status: status)
  }

  /// The rules that hold in a folder.
  ///
  /// - Parameter folder: a folder.
  /// - Returns: nil where the folder lies in no root.
  public mutating func selection(in folder: FilePath) -> FolderSelection? {
    // Here and nowhere else room is made, so that a folder is never there without those above it.
    if selections.count > Self.capacity { selections = [:] }
    if let known = selections[folder] { return known }
    guard let root = rules.innermostRoot(of: folder) else { return nil }
    var selection = selections[root] ?? resolve(root: root)
    selections[root] = selection
    for name in folder.components.dropFirst(root.components.count) {
      let place = selection.folder.appending(name)
      selection = selections[place] ?? resolve(name, in: selection)
      selections[place] = selection
    }
    return selection
  }

  /// The rules that hold in a folder which has just been listed.
  ///
  /// Of what the files in it say only those are read that the listing has.
  ///
  /// - Parameters:
  ///   - folder: a folder.
  ///   - names: its entries.
  /// - Returns: the rules, nil where the folder lies in no root; and whether its files say something
  ///   else than before, so that all below it has to be compared again.
  public mutating func selection(
    in folder: FilePath, listing names: [[UInt8]]
  ) -> (selection: FolderSelection?, hasChanged: Bool) {
    guard rules.followsIgnoreFiles else { return (selection(in: folder), false) }
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

  /// Reads again what depends on a path.
  ///
  /// - Parameter path: what may have changed, come or gone.
  /// - Returns: the folders that have to be compared with the disk again, with all below them; none
  ///   where the rules are as they were.
  public mutating func noteChange(of path: FilePath) -> [FilePath] {
    guard rules.followsIgnoreFiles else { return [] }
    var changed: [FilePath] = []
    if FolderRules.FileName(path.name) != nil { changed += reload(path.parent) }
    if sources.contains(path) {
      let tops = loaded.filter { $0.value.repository?.sources.contains(path) == true }.keys
      for top in tops { changed += reload(top) }
    }
    return changed.sorted()
  }

  /// Forgets what the files in a folder and below it say: it was renamed, or is gone.
  ///
  /// - Returns: whether there were such files.
  @discardableResult
  public mutating func forget(_ folder: FilePath) -> Bool {
    let count = loaded.count
    loaded = loaded.filter { !$0.key.isInside(folder) }
    selections = selections.filter { !$0.key.isInside(folder) }
    let repositories = loaded.values.compactMap(\.repository)
    sources = sources.filter { source in
      !source.isInside(folder) || repositories.contains { $0.sources.contains(source) }
    }
    return loaded.count < count
  }

  /// Forgets everything that was read: changes may have been missed.
  public mutating func forgetAll() {
    self = FileSelector(rules: rules, places: reader.places)
  }

  /// Leaves out what a person had forgotten, and nothing else for that reason.
  public mutating func leaveOut(forgotten: Set<FilePath>) {
    rules.forgotten = forgotten
    selections = [:]
  }

  /// Takes the files that have a say and may lie where nobody watches; each is named once.
  public mutating func takeNewSources() -> Set<FilePath> {
    defer { newSources = [] }
    return newSources
  }

  /// Takes the files that could not be read since the last call, with the reason.
  public mutating func takeUnreadable() -> [FilePath: String] {
    reader.takeUnreadable()
  }
}

// MARK: - Reading

extension FileSelector {
  /// Reads what the files in a folder say; nil where they say nothing.
  private mutating func load(
    _ folder: FilePath, looking names: [FolderRules.FileName] = FolderRules.FileName.allCases
  ) -> FolderRules? {
    if names.isEmpty || !rules.followsIgnoreFiles { return nil }
    let own = FolderRules(of: folder, looking: names, with: &reader)
    if let repository = own.repository { addSources(repository.sources) }
    return own.isEmpty ? nil : own
  }

  private mutating func addSources(_ files: Set<FilePath>) {
    newSources.formUnion(files.subtracting(sources))
    sources.formUnion(files)
  }

  /// Notes what the files in a folder say now.
  ///
  /// - Returns: whether that is something else than before.
  private mutating func replace(_ folder: FilePath, _ own: FolderRules?) -> Bool {
    let wasUnlisted = unlisted.remove(folder) != nil
    if loaded[folder] == own { return wasUnlisted }
    loaded[folder] = own
    if selections[folder] != nil {
      selections = selections.filter { !$0.key.isInside(folder) }
    }
    return true
  }

  /// Reads the files of a folder again.
  ///
  /// - Returns: the folders that have to be compared again.
  private mutating func reload(_ folder: FilePath) -> [FilePath] {
    let roots = outerFolders.filter { $0.value.contains(folder) }.map(\.key)
    let isSelected = rules.roots.contains(folder) || verdict(on: folder).isIncluded
    let names = isSelected ? FolderRules.FileName.allCases : [.gitIgnore, .git]
    guard isSelected || !roots.isEmpty, replace(folder, load(folder, looking: names)) else {
      return []
    }
    for root in roots { selections = selections.filter { !$0.key.isInside(root) } }
    return isSelected ? roots + [folder] : roots
  }

  private mutating func known(_ folder: FilePath) -> FolderRules {
    if let known = loaded[folder] { return known }
    guard let own = load(folder) else { return FolderRules() }
    loaded[folder] = own
    unlisted.insert(folder)
    return own
  }

  private mutating func resolve(root: FilePath) -> FolderSelection {
    let own = known(root)
    return FolderSelection(
      root: root, rules: rules, ownFiles: ownFiles, own: own,
      device: rules.staysOnFileSystem ? device(of: root) : nil,
      outer: own.repository == nil ? chain(around: root) : IgnoreChain())
  }

  private mutating func resolve(_ name: [UInt8], in parent: FolderSelection) -> FolderSelection {
    let folder = parent.folder.appending(name)
    return FolderSelection(in: parent, name: name, device: device(of: folder)) { known(folder) }
  }

  /// The device that a folder lies on; nil for anything else, which on overlayfs can have another one
  /// than the folder that it lies in.
  private func device(of folder: FilePath) -> UInt64? {
    guard rules.staysOnFileSystem, let status = try? rules.status(of: folder) else { return nil }
    return status.kind == .directory ? status.device : nil
  }

  /// What the work tree that a root lies in says above the root.
  private mutating func chain(around root: FilePath) -> IgnoreChain {
    outerFolders[root] = nil
    guard rules.followsIgnoreFiles else { return IgnoreChain() }
    var folders: [FilePath] = []
    var chain: [FolderRules] = []
    var place = root
    while !place.isRoot {
      place = place.parent
      let own = FolderRules(of: place, looking: [.gitIgnore, .git], with: &reader)
      folders.append(place)
      chain.append(own)
      guard let repository = own.repository else { continue }
      outerFolders[root] = folders
      addSources(repository.sources.union(folders.map { $0.appending(".gitignore") }))
      for (folder, own) in zip(folders, chain) where rules.innermostRoot(of: folder) == nil {
        loaded[folder] = own.isEmpty ? nil : own
      }
      return chain.reversed().reduce(IgnoreChain()) { $0.entering($1) }
    }
    return IgnoreChain()
  }
}
