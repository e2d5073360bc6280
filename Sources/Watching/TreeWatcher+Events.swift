import FileSelection
import LinuxSystem

extension TreeWatcher {
  /// Translates one record into changes of paths, and keeps the watch tree right.
  func take(_ record: INotifyRecord, at now: ContinuousClock.Instant) {
    if record.events.contains(.overflow) {
      counters.overflows += 1
      buffer.note(.lostEvents, at: now)
      return
    }
    if record.events.contains(.ignored) {
      _ = tree.end(watch: record.watch)
      return
    }
    for folder in tree.paths(of: record.watch) {
      if record.name.isEmpty {
        takeOwn(record.events, of: folder, at: now)
      } else if folder == markerFolder {
        takeMarker(record, at: now)
      } else {
        takeEntry(record, folder.appending(record.name), at: now)
      }
    }
  }

  /// A file whose name is a number is a barrier; everything else in our own folder is ours.
  private func takeMarker(_ record: INotifyRecord, at now: ContinuousClock.Instant) {
    guard record.events.contains(.created),
      let number = UInt64(String(decoding: record.name, as: UTF8.self))
    else { return }
    for origin in pairing.expire(at: nil) { movedOut(origin, at: now) }
    buffer.note(.barrier(number), at: now)
  }

  /// Something happened to a watched folder itself: its parent tells of it, unless it is a root.
  private func takeOwn(
    _ events: INotifyRecord.Events, of folder: FilePath, at now: ContinuousClock.Instant
  ) {
    if rules.roots.contains(folder),
      !events.isDisjoint(with: [.selfDeleted, .selfMoved, .unmounted])
    {
      forget(folder)
      buffer.note(.appeared(folder: folder), at: now)
    } else if events.contains(.attributes), rules.verdict(on: folder).isIncluded {
      buffer.note(.appeared(folder: folder), at: now)
    } else if !events.isDisjoint(with: [.selfDeleted, .selfMoved]) {
      if ruleFolders.remove(folder) != nil { approachRuleFiles(below: folder, at: now) }
      for root in missingRoots where root.isInside(folder) { lookOut(for: root) }
    }
  }

  private func takeEntry(
    _ record: INotifyRecord, _ path: FilePath, at now: ContinuousClock.Instant
  ) {
    for root in missingRoots where root.isInside(path) { lookOut(for: root) }
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
      buffer.note(.completed(path), at: now)
    }
  }

  /// The second half of a rename, or something from outside the watched trees.
  private func arrive(
    _ path: FilePath, isFolder: Bool, isIncluded: Bool, cookie: UInt32,
    at now: ContinuousClock.Instant
  ) {
    let origin = pairing.match(cookie: cookie)
    if let old = pairing.release(path) { movedOut(old, at: now) }
    switch (origin, isIncluded) {
    case (let origin?, true):
      if isFolder { moveWatches(origin.path, to: path, at: now) }
      buffer.note(.moved(from: origin.path, to: path), at: now)
    case (let origin?, false):
      movedOut(origin, at: now)
    case (nil, true):
      buffer.note(isFolder ? .appeared(folder: path) : .completed(path), at: now)
    case (nil, false):
      break
    }
  }

  private func moveWatches(
    _ origin: FilePath, to target: FilePath, at now: ContinuousClock.Instant
  ) {
    pairing.rename(origin, to: target)
    for unused in tree.move(origin, to: target) { inotify.unwatch(unused) }
    // A crawl can have watched a new folder at the old path before this event was read. Asking
    // again for the watch of the new path tells whether the tree moved the right one.
    guard let watch = try? inotify.watch(directory: target), tree.watch(at: target) != watch else {
      return
    }
    if let unused = tree.insert(target, watch: watch) { inotify.unwatch(unused) }
    buffer.note(.appeared(folder: target), at: now)
  }

  /// An entry left the watched trees: nothing below it is ours any more.
  func movedOut(_ origin: RenamePairing.Origin, at now: ContinuousClock.Instant) {
    if origin.isFolder { forget(origin.path) }
    buffer.note(.completed(origin.path), at: now)
  }
}

// MARK: - Roots that do not exist

extension TreeWatcher {
  /// Watches the nearest folder above a missing root, and looks again when something changes there.
  func lookOut(for root: FilePath) {
    if (try? FileStatus(of: root))?.kind == .directory {
      missingRoots.remove(root)
      endLookouts()
      buffer.note(.appeared(folder: root), at: .now)
      return
    }
    var ancestor = root.parent
    while true {
      if let watch = try? inotify.watch(directory: ancestor) {
        let isNew = tree.watch(at: ancestor) != watch
        tree.insert(ancestor, watch: watch)
        if !rules.verdict(on: ancestor).isIncluded { lookouts.insert(ancestor) }
        // What was made before the watch was there told nobody: look once more.
        if isNew { lookOut(for: root) }
        return
      }
      if ancestor.isRoot { return }
      ancestor = ancestor.parent
    }
  }

  private func endLookouts() {
    guard missingRoots.isEmpty else { return }
    for folder in lookouts where folder != markerFolder && !ruleFolders.contains(folder) {
      if let unused = tree.unwatch(folder) { inotify.unwatch(unused) }
    }
    lookouts = []
  }
}

extension SystemError {
  /// Whether inotify_add_watch(2) ran into `fs.inotify.max_user_watches`.
  var isWatchLimit: Bool { code == 28 }
}
