import FileSelection
import LinuxSystem

/// Renames, reported as two records, and exchanges, reported as four; for each path of the folders.
extension WatchedTrees {
  /// Applies the second half of a rename, or the arrival of an entry from outside the watched
  /// trees.
  ///
  /// - Parameters:
  ///   - targets: the new paths that are indexed; each is paired with the nearest old path.
  ///   - record: the inotify record.
  ///   - paths: all new paths; earlier entries at these paths are gone.
  ///   - now: the current time.
  mutating func applyArrival(
    at targets: [FilePath], _ record: INotifyRecord, replacing paths: [FilePath],
    at now: ContinuousClock.Instant
  ) {
    let isFolder = record.events.contains(.isDirectory)
    var origins = pairing.match(cookie: record.cookie)
    for path in paths {
      if let old = pairing.release(path) { applyDeparture(old, at: now) }
    }
    var moves: [ChangeBatch.Move] = []
    for target in targets {
      // If a folder is mounted below itself, the first rename has also changed the other paths.
      let target = moves.reduce(target) { $1.newPath(of: $0) }
      guard let origin = origins.takeNearest(to: target) else {
        forgetReplaced(exchanges.release(target))
        buffer.record(isFolder ? .appeared(folder: target) : .completed(target), at: now)
        continue
      }
      let move = ChangeBatch.Move(from: origin.path, to: target)
      applyMove(move, isFolder: isFolder, at: now)
      origins = origins.map { $0.renamed(by: move) }
      moves.append(move)
    }
    for origin in origins { applyDeparture(origin, at: now) }
  }

  /// Applies the departure of an entry from the watched trees.
  mutating func applyDeparture(_ origin: RenamePairing.Origin, at now: ContinuousClock.Instant) {
    forgetReplaced(exchanges.release(origin.path))
    if origin.isFolder {
      dropRoots(below: origin.path, at: now)
      forget(origin.path)
    }
    buffer.record(.completed(origin.path), at: now)
  }

  /// Ends the watches of replaced folders, because the renames were not exchanges.
  mutating func forgetReplaced(_ renames: [ExchangePairing.Rename]) {
    for rename in renames where rename.keepsReplaced { forget(rename.origin) }
  }

  private mutating func applyMove(
    _ move: ChangeBatch.Move, isFolder: Bool, at now: ContinuousClock.Instant
  ) {
    let (origin, target) = (move.origin, move.target)
    if let first = exchanges.match(from: origin, to: target, isFolder: isFolder, at: now) {
      if isFolder, markerFolder.isInside(origin) { hasLostMarkers = true }
      buffer.record(.exchanged(first.origin, first.target), at: now)
      confirm(target)
    } else {
      for path in [origin, target] { forgetReplaced(exchanges.release(path)) }
      let keepsReplaced = tree.contains(target)
      if isFolder || keepsReplaced {
        guard moveWatches(move, keepingReplaced: keepsReplaced, at: now) else { return }
      }
      let rename = ExchangePairing.Rename(
        origin: origin, target: target, isFolder: isFolder, keepsReplaced: keepsReplaced)
      forgetReplaced(exchanges.hold(rename, at: now))
      buffer.record(.moved(from: origin, to: target, isFolder: isFolder), at: now)
    }
    // A root inside the renamed folder is now indexed at its new path, and missing at its own path.
    for root in rules.roots where isFolder && root.isInside(origin) {
      buffer.record(.appeared(folder: root), at: now)
    }
  }

  /// Moves the watches of a renamed folder to its new path.
  ///
  /// - Returns: false if one path is inside the other, so that the tree must be wrong.
  private mutating func moveWatches(
    _ move: ChangeBatch.Move, keepingReplaced keepsReplaced: Bool, at now: ContinuousClock.Instant
  ) -> Bool {
    guard tree.exchange(move.origin, with: move.target) else {
      // No file system moves a folder into itself.
      for folder in [move.origin, move.target] { forget(folder) }
      buffer.record(.lostEvents, at: now)
      return false
    }
    if markerFolder.isInside(move.origin) { hasLostMarkers = true }
    let move = ChangeBatch.Move(from: move.origin, to: move.target, isExchange: keepsReplaced)
    pairing.rename(move)
    exchanges.rename(move)
    fileSystems.rename(move)
    confirm(move.target)
    return true
  }

  /// Requests the watch of a renamed folder again, to compare it with the tree.
  ///
  /// A crawl may have watched a new folder at the old path before the event was read. The
  /// descriptor shows whether the tree has the right one.
  private mutating func confirm(_ folder: FilePath) {
    if tree.watch(at: folder) != nil { actions.append(.confirm(folder)) }
  }
}
