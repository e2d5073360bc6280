import FileSelection
public import LinuxSystem

extension WatchedTrees {
  /// Translates a record into changes of paths, and keeps the tree of watches right.
  ///
  /// O(depth) a path that the watch stands for, except that a renamed folder costs what
  /// ``ChangeBuffer/note(_:at:)`` does.
  ///
  /// - Returns: what has to be done before the next record is taken.
  public mutating func take(
    _ record: INotifyRecord, at now: ContinuousClock.Instant
  ) -> [Action] {
    if record.events.contains(.overflow) {
      overflows += 1
      buffer.note(.lostEvents, at: now)
    } else if record.events.contains(.ignored) {
      takeEnd(of: record.watch)
    } else {
      budget.note(changeIn: record.watch, at: now)
      let folders = tree.paths(of: record.watch)
      if record.name.isEmpty {
        for folder in folders { takeOwn(record.events, of: folder, at: now) }
      } else {
        if folders.contains(markerFolder) { takeMarker(record, at: now) }
        takeEntry(record, in: folders.filter { $0 != markerFolder }, at: now)
      }
    }
    return takeActions()
  }

  private mutating func takeEnd(of watch: Int32) {
    budget.giveBack(watch)
    let folders = tree.end(watch: watch)
    for folder in folders where exchanges.keepsReplaced(at: folder) {
      forgetReplaced(exchanges.release(folder))
    }
    if folders.contains(markerFolder) { hasLostMarkers = true }
    guards.subtract(folders)
  }

  /// A file whose name is a number is a barrier; everything else in our own folder is ours.
  private mutating func takeMarker(_ record: INotifyRecord, at now: ContinuousClock.Instant) {
    guard record.events.contains(.created),
      let number = UInt64(String(decoding: record.name, as: UTF8.self))
    else { return }
    for origin in pairing.expire(at: nil) { movedOut(origin, at: now) }
    buffer.note(.barrier(number), at: now)
  }

  /// Something happened to a watched folder itself.
  ///
  /// Its parent tells of it, unless that has no watch, or the folder is a root or lies above one.
  private mutating func takeOwn(
    _ events: INotifyRecord.Events, of folder: FilePath, at now: ContinuousClock.Instant
  ) {
    // A folder that is replaced loses its last link, which counts as a change of its attributes.
    if exchanges.keepsReplaced(at: folder),
      !events.isDisjoint(with: [.selfDeleted, .attributes, .unmounted])
    {
      forgetReplaced(exchanges.release(folder))
    } else if !events.isDisjoint(with: [.selfDeleted, .selfMoved, .unmounted]) {
      leave(rootsBelow: folder, at: now)
      if ruleFolders.remove(folder) != nil { approachRuleFiles(below: folder, at: now) }
      for root in missingRoots where root.isInside(folder) { actions.append(.lookFor(root)) }
      // What was unmounted, the table of mounts tells.
      if !events.contains(.unmounted), tree.watch(at: folder.parent) == nil,
        rules.verdict(on: folder).isIncluded
      {
        buffer.note(.completed(folder), at: now)
      }
    } else if events.contains(.attributes), rules.verdict(on: folder).isIncluded {
      buffer.note(.appeared(folder: folder), at: now)
    }
  }

  /// A folder is no longer where it was: the roots in it have to be looked for by their paths.
  mutating func leave(rootsBelow folder: FilePath, at now: ContinuousClock.Instant) {
    if markerFolder.isInside(folder) { hasLostMarkers = true }
    for root in rules.roots where root.isInside(folder) && !missingRoots.contains(root) {
      forget(root)
      buffer.note(.appeared(folder: root), at: now)
    }
    if guards.contains(folder) { forget(folder) }
  }

  /// Something happened to an entry of a folder, which may be seen at several paths.
  private mutating func takeEntry(
    _ record: INotifyRecord, in folders: [FilePath], at now: ContinuousClock.Instant
  ) {
    for folder in folders { noteDelivery(from: folder) }
    let paths = folders.map { $0.appending(record.name) }
    let isArrival = !record.events.isDisjoint(with: [.created, .movedTo])
    for path in paths {
      for root in missingRoots where root.isInside(path) { actions.append(.lookFor(root)) }
      if isArrival, record.events.contains(.isDirectory) {
        approachRuleFiles(below: path, at: now)
      }
    }
    let included = paths.filter { rules.verdict(on: $0).isIncluded || isRuleFile($0) }
    if record.events.contains(.movedTo) {
      arrive(at: included, record, replacing: paths, at: now)
    } else {
      for path in included { takeEntry(record, path, at: now) }
    }
  }

  private mutating func takeEntry(
    _ record: INotifyRecord, _ path: FilePath, at now: ContinuousClock.Instant
  ) {
    let events = record.events
    let isFolder = events.contains(.isDirectory)
    if !events.isDisjoint(with: [.created, .deleted]) { forgetReplaced(exchanges.release(path)) }
    if events.contains(.created), let old = pairing.release(path) { movedOut(old, at: now) }
    if events.contains(.movedFrom) {
      pairing.hold(path, isFolder: isFolder, cookie: record.cookie, at: now)
    } else if events.contains(.deleted) {
      if isFolder { forget(path) }
      buffer.note(.completed(path), at: now)
    } else if isFolder {
      // A folder that could not be opened has no watch of its own to tell that now it may.
      let isNew = events.contains(.created)
      let mayBeReadable = events.contains(.attributes) && tree.watch(at: path) == nil
      if isNew || mayBeReadable { buffer.note(.appeared(folder: path), at: now) }
    } else if !events.isDisjoint(with: [.created, .modified]) {
      buffer.note(.ongoing(path), at: now)
    } else {
      buffer.note(events.contains(.attributes) ? .touched(path) : .completed(path), at: now)
    }
  }
}
