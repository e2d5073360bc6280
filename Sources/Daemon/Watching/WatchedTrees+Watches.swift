import FileSelection
import LinuxSystem

extension WatchedTrees {
  /// Reserves a watch for a folder; never fails for a root, or for a folder that is watched already.
  ///
  /// - Returns: actions to perform before the watch is requested; nil if no watch is free.
  mutating func reserveWatch(
    for folder: FilePath, changedAt change: ContinuousClock.Instant
  ) -> [Action]? {
    if tree.watch(at: folder) != nil { return [] }
    switch budget.room(forChangeAt: change) {
    case .granted:
      return []
    case .instead(let watch):
      // Events of this watch are still applied until the kernel reports its end.
      end([watch])
      return takeActions()
    case .refused:
      return rules.roots.contains(folder) ? [] : nil
    }
  }

  /// Inserts the watch of an open folder.
  ///
  /// - Parameters:
  ///   - watch: the watch descriptor.
  ///   - folder: the path by which the folder was opened.
  ///   - change: when the folder last changed.
  ///   - isResolved: whether all events have been read since a conflict was found here; then the
  ///     disk is right, and the outcome is not ``WatchOutcome/conflict``.
  /// - Returns: the outcome, and the actions to perform.
  mutating func insert(
    _ watch: Int32, at folder: FilePath, changedAt change: ContinuousClock.Instant,
    isResolved: Bool = false
  ) -> (outcome: WatchOutcome, actions: [Action]) {
    let known = tree.watch(at: folder)
    if known == watch { return (.watched, []) }
    let isWatchedElsewhere = !tree.paths(of: watch).isEmpty
    if !isResolved, known != nil || isWatchedElsewhere {
      return (.conflict, isWatchedElsewhere ? [] : [.unwatch(watch)])
    }
    if let unused = tree.insert(folder, watch: watch) { end([unused]) }
    if rules.roots.contains(folder) {
      guardNames(above: folder)
    } else {
      budget.spend(watch, changedAt: change)
    }
    return (.watched, takeActions())
  }

  /// Inserts the watch of the marker folder, which exists from the start.
  mutating func insertMarkerFolder(watch: Int32) -> [Action] {
    tree.insert(markerFolder, watch: watch)
    guardNames(above: markerFolder)
    return takeActions()
  }

  /// Ends the watches of a folder and of all folders below it, because they are no longer indexed.
  ///
  /// The marker folder, the folders above it and the folders of rule files keep their watches, even
  /// if they are below the folder.
  mutating func endWatches(below folder: FilePath) -> [Action] {
    forget(folder, keeping: guards.union(ruleFolders).union([markerFolder]))
    return takeActions()
  }

  /// The elements of `folders` that have no watch.
  ///
  /// O(folders × depth).
  func unwatched(among folders: [FilePath]) -> [FilePath] {
    folders.filter { tree.watch(at: $0) == nil }
  }

  /// Whether any folders must be polled.
  var needsPolling: Bool {
    budget.isShort || fileSystems.havePolled
  }
}

// MARK: - Folders that were renamed or mounted over

extension WatchedTrees {
  /// Watches the folders above a folder for their own renames, where no other watch reports these.
  mutating func guardNames(above folder: FilePath) {
    var ancestor = folder.parent
    var isGuarded = false
    while !ancestor.isRoot {
      // An indexed folder has a watch that also reports its rename.
      if tree.watch(at: ancestor) == nil, !rules.verdict(on: ancestor).isIncluded {
        actions.append(.watchName(ancestor))
        isGuarded = true
      }
      ancestor = ancestor.parent
    }
    // One of these folders may have been renamed before its watch began.
    if isGuarded { actions.append(.confirm(folder)) }
  }

  /// Inserts the watch of a folder that is watched only for its own rename.
  mutating func insertGuard(_ folder: FilePath, watch: Int32) -> [Action] {
    if tree.watch(at: folder) == watch { return [] }
    if let unused = tree.insert(folder, watch: watch) { end([unused]) }
    guards.insert(folder)
    return takeActions()
  }

  /// Compares the watch that a path has now with the watch in the tree, and corrects the tree.
  mutating func confirm(
    _ folder: FilePath, watch: Int32?, at now: ContinuousClock.Instant
  ) -> [Action] {
    guard let watch else {
      if rules.roots.contains(folder) { buffer.record(.appeared(folder: folder), at: now) }
      if folder == markerFolder { hasLostMarkers = true }
      return []
    }
    if tree.watch(at: folder) == watch { return [] }
    if folder == markerFolder { hasLostMarkers = true }
    if tree.watch(at: folder) != nil {
      // Another rename is not read yet; comparing the folder resolves the conflict.
      if !tree.paths(of: watch).isEmpty {
        buffer.record(.appeared(folder: folder), at: now)
        return []
      }
      // The tree's watches at and below this path belong to another folder.
      forget(folder)
    }
    if let unused = tree.insert(folder, watch: watch) { end([unused]) }
    if !rules.roots.contains(folder) { budget.spend(watch, changedAt: now) }
    buffer.record(.appeared(folder: folder), at: now)
    return takeActions()
  }

  /// Handles a mount or unmount at these mount points.
  ///
  /// No event reports which files are visible now. Roots below a mount point are other folders now.
  mutating func applyMounts(
    at points: [FilePath], now: ContinuousClock.Instant
  ) -> [Action] {
    for point in points {
      if rules.verdict(on: point).isIncluded {
        buffer.record(.appeared(folder: point), at: now)
      }
      for root in rules.roots where root != point && root.isInside(point) {
        if missingRoots.contains(root) {
          actions.append(.lookFor(root))
        } else {
          buffer.record(.appeared(folder: root), at: now)
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
  /// Begins to look for a missing root; when it appears, this is recorded as a change.
  mutating func expect(root: FilePath) -> [Action] {
    missingRoots.insert(root)
    return [.lookFor(root)]
  }

  /// Handles the result of looking for a missing root.
  mutating func applyLookup(
    _ lookup: RootLookup, of root: FilePath, at now: ContinuousClock.Instant
  ) -> [Action] {
    guard missingRoots.contains(root) else { return [] }
    switch lookup {
    case .found:
      missingRoots.remove(root)
      unwatchRootAncestors()
      buffer.record(.appeared(folder: root), at: now)
    case .missing(let folder, let watch):
      // The next folder on the way to the root may have been created before this watch: look again.
      let isNew = tree.watch(at: folder) != watch || guards.contains(folder)
      if let unused = tree.insert(folder, watch: watch) { end([unused]) }
      guards.remove(folder)
      if !rules.verdict(on: folder).isIncluded { rootAncestors.insert(folder) }
      if isNew { actions.append(.lookFor(root)) }
    case .unwatchable:
      break
    }
    return takeActions()
  }

  mutating func unwatchRootAncestors() {
    guard missingRoots.isEmpty else { return }
    for folder in rootAncestors.sorted()
    where folder != markerFolder && !ruleFolders.contains(folder) {
      if let unused = tree.unwatch(folder) { end([unused]) }
    }
    rootAncestors = []
    // Some of these folders were also watched for renames, because they are above other roots.
    for folder in rules.roots + [markerFolder] where tree.watch(at: folder) != nil {
      guardNames(above: folder)
    }
  }
}
