import FileSelection
import LinuxSystem

extension WatchedTrees {
  /// Translates a record into changes of paths, and updates the tree of watches.
  ///
  /// O(depth) for each path of the watch; for a renamed folder also the cost of
  /// ``ChangeBuffer/record(_:at:)``.
  ///
  /// - Returns: actions to perform before the next record.
  mutating func apply(
    _ record: INotifyRecord, at now: ContinuousClock.Instant
  ) -> [Action] {
    if record.events.contains(.overflow) {
      overflows += 1
      buffer.record(.lostEvents, at: now)
    } else if record.events.contains(.ignored) {
      applyEnd(of: record.watch)
    } else {
      budget.recordChange(in: record.watch, at: now)
      let folders = tree.paths(of: record.watch)
      if record.name.isEmpty {
        for folder in folders { applyOwnEvents(record.events, of: folder, at: now) }
      } else {
        if folders.contains(markerFolder) { applyMarker(record, at: now) }
        applyEntryEvents(record, in: folders.filter { $0 != markerFolder }, at: now)
      }
    }
    return takeActions()
  }

  private mutating func applyEnd(of watch: Int32) {
    budget.giveBack(watch)
    let folders = tree.end(watch: watch)
    for folder in folders where exchanges.keepsReplaced(at: folder) {
      forgetReplaced(exchanges.release(folder))
    }
    if folders.contains(markerFolder) { hasLostMarkers = true }
    guards.subtract(folders)
  }

  /// Records a barrier if a file with a number as its name was created; other events are ignored.
  private mutating func applyMarker(_ record: INotifyRecord, at now: ContinuousClock.Instant) {
    guard record.events.contains(.created),
      let number = UInt64(String(decoding: record.name, as: UTF8.self))
    else { return }
    for origin in pairing.expire(at: nil) { applyDeparture(origin, at: now) }
    buffer.record(.barrier(number), at: now)
  }

  /// Applies an event of a watched folder itself, not of an entry.
  ///
  /// The watch of the parent folder also reports it, unless the parent has no watch, or the folder
  /// is a root or contains one.
  private mutating func applyOwnEvents(
    _ events: INotifyRecord.Events, of folder: FilePath, at now: ContinuousClock.Instant
  ) {
    // When a replaced folder loses its last link, inotify reports a change of its attributes.
    if exchanges.keepsReplaced(at: folder),
      !events.isDisjoint(with: [.selfDeleted, .attributes, .unmounted])
    {
      forgetReplaced(exchanges.release(folder))
    } else if !events.isDisjoint(with: [.selfDeleted, .selfMoved, .unmounted]) {
      dropRoots(below: folder, at: now)
      if ruleFolders.remove(folder) != nil { rewatchRuleFiles(below: folder, at: now) }
      for root in missingRoots where root.isInside(folder) { actions.append(.lookFor(root)) }
      // A change of the mount table reports an unmount.
      if !events.contains(.unmounted), tree.watch(at: folder.parent) == nil,
        rules.verdict(on: folder).isIncluded
      {
        buffer.record(.completed(folder), at: now)
      }
    } else if events.contains(.attributes) {
      if rules.verdict(on: folder).isIncluded {
        buffer.record(.appeared(folder: folder), at: now)
      } else if rules.recordsAccess, rules.roots.contains(where: { $0.isInside(folder) }) {
        buffer.record(.accessTouched(folder), at: now)
      }
    }
  }

  /// Ends the watches of the roots in a moved folder, and has their paths compared with the disk again.
  mutating func dropRoots(below folder: FilePath, at now: ContinuousClock.Instant) {
    if markerFolder.isInside(folder) { hasLostMarkers = true }
    for root in rules.roots where root.isInside(folder) && !missingRoots.contains(root) {
      forget(root)
      buffer.record(.appeared(folder: root), at: now)
    }
    if guards.contains(folder) { forget(folder) }
  }

  /// Applies an event of an entry in a folder, for each path of the folder.
  private mutating func applyEntryEvents(
    _ record: INotifyRecord, in folders: [FilePath], at now: ContinuousClock.Instant
  ) {
    for folder in folders { fileSystems.confirm(folder) }
    let paths = folders.map { $0.appending(record.name) }
    let isArrival = !record.events.isDisjoint(with: [.created, .movedTo])
    for path in paths {
      for root in missingRoots where root.isInside(path) { actions.append(.lookFor(root)) }
      if isArrival, record.events.contains(.isDirectory) {
        rewatchRuleFiles(below: path, at: now)
      }
    }
    let included = paths.filter { rules.verdict(on: $0).isIncluded || isRuleFile($0) }
    if record.events.contains(.movedTo) {
      applyArrival(at: included, record, replacing: paths, at: now)
    } else {
      for path in included { applyEntryEvents(record, path, at: now) }
    }
  }

  private mutating func applyEntryEvents(
    _ record: INotifyRecord, _ path: FilePath, at now: ContinuousClock.Instant
  ) {
    let events = record.events
    let isFolder = events.contains(.isDirectory)
    if !events.isDisjoint(with: [.created, .deleted]) { forgetReplaced(exchanges.release(path)) }
    if events.contains(.created), let old = pairing.release(path) { applyDeparture(old, at: now) }
    if events.contains(.movedFrom) {
      pairing.hold(path, isFolder: isFolder, cookie: record.cookie, at: now)
    } else if events.contains(.deleted) {
      if isFolder { forget(path) }
      buffer.record(.completed(path), at: now)
    } else if isFolder {
      // After a change of its attributes, a folder without a watch may have become readable.
      let isNew = events.contains(.created)
      let mayBeReadable = events.contains(.attributes) && tree.watch(at: path) == nil
      if isNew || mayBeReadable { buffer.record(.appeared(folder: path), at: now) }
    } else if !events.isDisjoint(with: [.created, .modified]) {
      buffer.record(.ongoing(path), at: now)
    } else if events.contains(.attributes) {
      buffer.record(rules.recordsAccess ? .accessTouched(path) : .touched(path), at: now)
    } else {
      buffer.record(.completed(path), at: now)
    }
  }
}
