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
      for folder in tree.paths(of: record.watch) {
        if record.name.isEmpty {
          takeOwn(record.events, of: folder, at: now)
        } else if folder == markerFolder {
          takeMarker(record, at: now)
        } else {
          noteDelivery(from: folder)
          takeEntry(record, folder.appending(record.name), at: now)
        }
      }
    }
    return takeActions()
  }

  private mutating func takeEnd(of watch: Int32) {
    budget.giveBack(watch)
    let folders = tree.end(watch: watch)
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
    if !events.isDisjoint(with: [.selfDeleted, .selfMoved, .unmounted]) {
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
  private mutating func leave(rootsBelow folder: FilePath, at now: ContinuousClock.Instant) {
    if markerFolder.isInside(folder) { hasLostMarkers = true }
    for root in rules.roots where root.isInside(folder) && !missingRoots.contains(root) {
      forget(root)
      buffer.note(.appeared(folder: root), at: now)
    }
    if guards.contains(folder) { forget(folder) }
  }

  private mutating func takeEntry(
    _ record: INotifyRecord, _ path: FilePath, at now: ContinuousClock.Instant
  ) {
    for root in missingRoots where root.isInside(path) { actions.append(.lookFor(root)) }
    let events = record.events
    let isFolder = events.contains(.isDirectory)
    if isFolder, !events.isDisjoint(with: [.created, .movedTo]) {
      approachRuleFiles(below: path, at: now)
    }
    let isIncluded = rules.verdict(on: path).isIncluded || isRuleFile(path)
    if events.contains(.movedTo) {
      arrive(path, isFolder: isFolder, isIncluded: isIncluded, cookie: record.cookie, at: now)
      return
    }
    guard isIncluded else { return }
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

  /// The second half of a rename, or something from outside the watched trees.
  private mutating func arrive(
    _ path: FilePath, isFolder: Bool, isIncluded: Bool, cookie: UInt32,
    at now: ContinuousClock.Instant
  ) {
    let origin = pairing.match(cookie: cookie)
    if let old = pairing.release(path) { movedOut(old, at: now) }
    switch (origin, isIncluded) {
    case (let origin?, true):
      if isFolder { moveWatches(origin.path, to: path) }
      buffer.note(.moved(from: origin.path, to: path), at: now)
      // A root inside the folder is indexed by its new path now, and missing at its own.
      for root in rules.roots where isFolder && root.isInside(origin.path) {
        buffer.note(.appeared(folder: root), at: now)
      }
    case (let origin?, false):
      movedOut(origin, at: now)
    case (nil, true):
      buffer.note(isFolder ? .appeared(folder: path) : .completed(path), at: now)
    case (nil, false):
      break
    }
  }

  private mutating func moveWatches(_ origin: FilePath, to target: FilePath) {
    if markerFolder.isInside(origin) { hasLostMarkers = true }
    pairing.rename(origin, to: target)
    end(tree.move(origin, to: target))
    fileSystems = Dictionary(
      fileSystems.map { ($0.key.moving(from: origin, to: target), $0.value) },
      uniquingKeysWith: { _, last in last })
    // A crawl can have watched a new folder at the old path before this event was read. Asking
    // again for the watch of the new path tells whether the tree moved the right one.
    if tree.watch(at: target) != nil { actions.append(.confirm(target)) }
  }

  /// An entry left the watched trees: nothing below it is ours any more.
  mutating func movedOut(_ origin: RenamePairing.Origin, at now: ContinuousClock.Instant) {
    if origin.isFolder {
      leave(rootsBelow: origin.path, at: now)
      forget(origin.path)
    }
    buffer.note(.completed(origin.path), at: now)
  }
}
