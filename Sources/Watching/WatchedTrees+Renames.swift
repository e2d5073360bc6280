import FileSelection
import LinuxSystem

/// Renames and exchanges: two or four records, for each path at which the folders are seen.
extension WatchedTrees {
  /// The second half of a rename, or something from outside the watched trees.
  ///
  /// - Parameters:
  ///   - targets: the new paths that are of interest; the nearest old path belongs to each.
  ///   - record: what inotify reported.
  ///   - paths: all new paths: nothing else has them any more.
  ///   - now: the time.
  mutating func arrive(
    at targets: [FilePath], _ record: INotifyRecord, replacing paths: [FilePath],
    at now: ContinuousClock.Instant
  ) {
    let isFolder = record.events.contains(.isDirectory)
    var origins = pairing.match(cookie: record.cookie)
    for path in paths {
      if let old = pairing.release(path) { movedOut(old, at: now) }
    }
    var moves: [ChangeBatch.Move] = []
    for target in targets {
      // A folder can be seen below itself: then the first rename has changed the other paths.
      let target = moves.reduce(target) { $1.newPath(of: $0) }
      guard let origin = origins.takeNearest(to: target) else {
        forgetReplaced(exchanges.release(target))
        buffer.note(isFolder ? .appeared(folder: target) : .completed(target), at: now)
        continue
      }
      let move = ChangeBatch.Move(from: origin.path, to: target)
      take(move, isFolder: isFolder, at: now)
      origins = origins.map { $0.renamed(by: move) }
      moves.append(move)
    }
    for origin in origins { movedOut(origin, at: now) }
  }

  /// An entry left the watched trees: nothing below it is ours any more.
  mutating func movedOut(_ origin: RenamePairing.Origin, at now: ContinuousClock.Instant) {
    forgetReplaced(exchanges.release(origin.path))
    if origin.isFolder {
      leave(rootsBelow: origin.path, at: now)
      forget(origin.path)
    }
    buffer.note(.completed(origin.path), at: now)
  }

  /// Forgets folders that were replaced by a rename: it was no exchange.
  mutating func forgetReplaced(_ renames: [ExchangePairing.Rename]) {
    for rename in renames where rename.keepsReplaced { forget(rename.origin) }
  }

  private mutating func take(
    _ move: ChangeBatch.Move, isFolder: Bool, at now: ContinuousClock.Instant
  ) {
    let (origin, target) = (move.origin, move.target)
    if let first = exchanges.match(from: origin, to: target, isFolder: isFolder, at: now) {
      if isFolder, markerFolder.isInside(origin) { hasLostMarkers = true }
      buffer.note(.exchanged(first.origin, first.target), at: now)
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
      buffer.note(.moved(from: origin, to: target, isFolder: isFolder), at: now)
    }
    // A root inside the folder is indexed by its new path now, and missing at its own.
    for root in rules.roots where isFolder && root.isInside(origin) {
      buffer.note(.appeared(folder: root), at: now)
    }
  }

  /// Gives the watches of a folder its new path.
  ///
  /// - Returns: false where the paths contradict each other: what is known of the folders is wrong.
  private mutating func moveWatches(
    _ move: ChangeBatch.Move, keepingReplaced keepsReplaced: Bool, at now: ContinuousClock.Instant
  ) -> Bool {
    guard tree.exchange(move.origin, with: move.target) else {
      // No file system moves a folder into itself.
      for folder in [move.origin, move.target] { forget(folder) }
      buffer.note(.lostEvents, at: now)
      return false
    }
    if markerFolder.isInside(move.origin) { hasLostMarkers = true }
    let move = ChangeBatch.Move(from: move.origin, to: move.target, isExchange: keepsReplaced)
    pairing.rename(move)
    exchanges.rename(move)
    fileSystems = Dictionary(
      fileSystems.map { (move.newPath(of: $0.key), $0.value) },
      uniquingKeysWith: { _, last in last })
    confirm(move.target)
    return true
  }

  /// Asks again for the watch of a folder that has another path now.
  ///
  /// A crawl can have watched a new folder at the old path before the event was read; the answer says
  /// whether the tree has the right one.
  private mutating func confirm(_ folder: FilePath) {
    if tree.watch(at: folder) != nil { actions.append(.confirm(folder)) }
  }
}
