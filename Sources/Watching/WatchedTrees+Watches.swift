import FileSelection
public import LinuxSystem

extension WatchedTrees {
  /// Asks for room for the watch of a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder; one that has a watch, and a root, always get room.
  ///   - change: when something last changed in it.
  /// - Returns: what has to be done before the watch is asked for; nil where there is no room.
  public mutating func makeRoom(
    for folder: FilePath, changedAt change: ContinuousClock.Instant
  ) -> [Action]? {
    if tree.watch(at: folder) != nil { return [] }
    switch budget.room(forChangeAt: change) {
    case .granted:
      return []
    case .instead(let watch):
      // Its events are translated until the kernel says that it has ended.
      end([watch])
      return takeActions()
    case .refused:
      return rules.roots.contains(folder) ? [] : nil
    }
  }

  /// Notes that the kernel refused a watch although there was room.
  public mutating func noteRefusal() {
    budget.shrink()
  }

  /// Notes the watch of an open folder.
  ///
  /// - Parameters:
  ///   - watch: the watch descriptor.
  ///   - folder: the path that the folder was opened by.
  ///   - change: when something last changed in it.
  ///   - isExplained: whether all events have been read since something looked wrong here; then the
  ///     disk is believed, and ``WatchOutcome/ahead`` does not come.
  /// - Returns: what came of it, and what has to be done.
  public mutating func insert(
    _ watch: Int32, at folder: FilePath, changedAt change: ContinuousClock.Instant,
    isExplained: Bool = false
  ) -> (outcome: WatchOutcome, actions: [Action]) {
    let known = tree.watch(at: folder)
    if known == watch { return (.watched, []) }
    let isWatchedElsewhere = !tree.paths(of: watch).isEmpty
    if !isExplained, known != nil || isWatchedElsewhere {
      return (.ahead, isWatchedElsewhere ? [] : [.unwatch(watch)])
    }
    if let unused = tree.insert(folder, watch: watch) { end([unused]) }
    if rules.roots.contains(folder) {
      guardNames(above: folder)
    } else {
      budget.spend(watch, changedAt: change)
    }
    return (.watched, takeActions())
  }

  /// Notes the watch of the marker folder, which is there from the start.
  public mutating func insertMarkerFolder(watch: Int32) -> [Action] {
    tree.insert(markerFolder, watch: watch)
    guardNames(above: markerFolder)
    return takeActions()
  }

  /// Notes how the file system tells of changes whose topmost folder this is.
  ///
  /// - Parameters:
  ///   - delivery: nil where the folder lies on the same file system as the one above it.
  ///   - folder: the folder.
  public mutating func note(_ delivery: EventDelivery?, at folder: FilePath) {
    // A proof counts for more than what nobody knows.
    if case .untested = delivery, fileSystems[folder] == .told { return }
    fileSystems[folder] = delivery
  }

  /// Ends the watches of a folder and of all below it.
  public mutating func endWatches(below folder: FilePath) -> [Action] {
    forget(folder)
    return takeActions()
  }

  /// Which of these folders have no watch.
  ///
  /// O(folders × depth).
  public func unwatched(among folders: [FilePath]) -> [FilePath] {
    folders.filter { tree.watch(at: $0) == nil }
  }

  /// Which of these folders lie on file systems that do not tell of every change.
  ///
  /// O(folders × file systems).
  public func untold(among folders: [FilePath]) -> [FilePath] {
    folders.filter { fileSystem(of: $0)?.value.polledName != nil }
  }

  /// Whether there is any folder that has to be looked at at intervals.
  public var needsPolling: Bool {
    budget.isShort || fileSystems.values.contains { $0.polledName != nil }
  }

  /// A change was told of: a file system that nobody knew anything about does tell of changes.
  mutating func noteDelivery(from folder: FilePath) {
    guard let top = fileSystem(of: folder), case .untested = top.value else { return }
    fileSystems[top.key] = .told
  }

  func fileSystem(of folder: FilePath) -> (key: FilePath, value: EventDelivery)? {
    fileSystems.lazy.filter { folder.isInside($0.key) }
      .max { $0.key.bytes.count < $1.key.bytes.count }
  }
}

// MARK: - Folders that were renamed or mounted over

extension WatchedTrees {
  /// Watches the folders above one of ours for being renamed, which nobody else tells.
  mutating func guardNames(above folder: FilePath) {
    var ancestor = folder.parent
    var isGuarded = false
    while !ancestor.isRoot {
      // An indexed folder above tells of itself.
      if tree.watch(at: ancestor) == nil, !rules.verdict(on: ancestor).isIncluded {
        actions.append(.watchName(ancestor))
        isGuarded = true
      }
      ancestor = ancestor.parent
    }
    // One of them can have been renamed before it was watched.
    if isGuarded { actions.append(.confirm(folder)) }
  }

  /// Notes the watch of a folder above one of ours.
  public mutating func noteGuard(_ folder: FilePath, watch: Int32) -> [Action] {
    if tree.watch(at: folder) == watch { return [] }
    if let unused = tree.insert(folder, watch: watch) { end([unused]) }
    guards.insert(folder)
    return takeActions()
  }

  /// Holds the watch that a path has now against the one that the tree has for it.
  public mutating func confirm(
    _ folder: FilePath, watch: Int32?, at now: ContinuousClock.Instant
  ) -> [Action] {
    guard let watch else {
      if rules.roots.contains(folder) { buffer.note(.appeared(folder: folder), at: now) }
      if folder == markerFolder { hasLostMarkers = true }
      return []
    }
    if tree.watch(at: folder) == watch { return [] }
    if folder == markerFolder { hasLostMarkers = true }
    if tree.watch(at: folder) != nil {
      // Another rename is under way that explains it. Whoever compares the folder finds that out.
      if !tree.paths(of: watch).isEmpty {
        buffer.note(.appeared(folder: folder), at: now)
        return []
      }
      // What is known at this path belongs to another folder, and so does what is known below it.
      forget(folder)
    }
    if let unused = tree.insert(folder, watch: watch) { end([unused]) }
    if !rules.roots.contains(folder) { budget.spend(watch, changedAt: now) }
    buffer.note(.appeared(folder: folder), at: now)
    return takeActions()
  }

  /// Notes that something was mounted or unmounted at these places.
  ///
  /// No event tells what lies there now; where a root lies below, it leads somewhere else.
  public mutating func noteMounts(
    at points: [FilePath], now: ContinuousClock.Instant
  ) -> [Action] {
    for point in points {
      if rules.verdict(on: point).isIncluded {
        buffer.note(.appeared(folder: point), at: now)
      }
      for root in rules.roots where root != point && root.isInside(point) {
        if missingRoots.contains(root) {
          actions.append(.lookFor(root))
        } else {
          buffer.note(.appeared(folder: root), at: now)
        }
      }
      if missingRoots.contains(point) { actions.append(.lookFor(point)) }
      if markerFolder.isInside(point) { actions.append(.confirm(markerFolder)) }
    }
    return takeActions()
  }
}

// MARK: - Roots that do not exist

extension WatchedTrees {
  /// Looks out for a root that does not exist: its appearance becomes a change.
  public mutating func expect(root: FilePath) -> [Action] {
    missingRoots.insert(root)
    return [.lookFor(root)]
  }

  /// Notes what was found where a missing root should be.
  public mutating func note(
    _ sighting: Sighting, of root: FilePath, at now: ContinuousClock.Instant
  ) -> [Action] {
    guard missingRoots.contains(root) else { return [] }
    switch sighting {
    case .found:
      missingRoots.remove(root)
      endLookouts()
      buffer.note(.appeared(folder: root), at: now)
    case .missing(let folder, let watch):
      // What was made before the watch was there told nobody: look once more.
      let isNew = tree.watch(at: folder) != watch || guards.contains(folder)
      if let unused = tree.insert(folder, watch: watch) { end([unused]) }
      guards.remove(folder)
      if !rules.verdict(on: folder).isIncluded { lookouts.insert(folder) }
      if isNew { actions.append(.lookFor(root)) }
    case .lost:
      break
    }
    return takeActions()
  }

  mutating func endLookouts() {
    guard missingRoots.isEmpty else { return }
    for folder in lookouts.sorted()
    where folder != markerFolder && !ruleFolders.contains(folder) {
      if let unused = tree.unwatch(folder) { end([unused]) }
    }
    lookouts = []
    // Some of them have guarded the names of folders above other roots.
    for folder in rules.roots + [markerFolder] where tree.watch(at: folder) != nil {
      guardNames(above: folder)
    }
  }
}
