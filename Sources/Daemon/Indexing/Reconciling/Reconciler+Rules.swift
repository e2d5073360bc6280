import FileSelection
import IndexStorage
import LinuxSystem
import TextExtraction
import Watching

/// Rule files on disk: a change of one changes which paths belong into the index.
extension Reconciler {
  /// Reads the rules again that depend on the path of an item.
  ///
  /// - Parameter work: the work of the item.
  /// - Returns: more work, because rules have changed; nothing in most cases.
  /// - Throws: the errors of SQLite.
  func rescans(forChangeOf work: WorkQueue.Work) throws -> [WorkQueue.Work] {
    let path =
      switch work {
      case .path(let path, _, _): path
      case .scan(let scan): scan.folder
      case .exclusions: nil as FilePath?
      }
    guard let path else { return [] }
    let folders = selection.selector.reloadRules(for: path)
    if folders.isEmpty { return [] }
    for folder in folders { try readContainers(below: folder) }
    return folders.map { .scan(ChangeBatch.Scan($0, isRecursive: true)) } + watchNewRules()
  }

  /// Has all files with possible members read again, because other rules apply to them now.
  private func readContainers(below folder: FilePath) throws {
    let writer = try session.writer()
    for stored in try writer.extractors() {
      let reader = ReaderVersion(stored: stored)
      guard let waiting = reader.waiting, reader.hasMembers, !reader.isWaiting, !reader.isLeftOut
      else { continue }
      try writer.replace(extractor: stored, with: waiting.rawValue, below: folder)
      session.countWrite()
    }
  }

  /// Has new rule files watched, and reports unreadable ones.
  ///
  /// - Returns: the files, to be read once more: no event reports changes from before they were
  ///   watched.
  func watchNewRules() -> [WorkQueue.Work] {
    for (path, reason) in selection.selector.takeUnreadable() { report.addUnreadable(path, reason) }
    let files = selection.selector.takeNewSources()
    if files.isEmpty { return [] }
    outcome.watches.append(.watch(ruleFiles: files))
    return files.sorted().map { .path($0) }
  }

  /// Whether rules around renamed folders may mean them under their new path, or meant them under
  /// their old one, or rules in them have to be watched under their new path; it forgets these rules.
  func changesRules(_ move: ChangeBatch.Move) -> Bool {
    let replacedHasRules = selection.selector.forget(move.target)
    let hasRules = selection.selector.forget(move.origin) || move.isExchange && replacedHasRules
    return hasRules
      || [move.origin.parent, move.target.parent].contains {
        selection.selector.selection(in: $0)?.hasIgnoreFiles == true
      }
  }

  /// Finds the paths in some folders of the index that the rules exclude now.
  ///
  /// The folders after these are looked at after all other fresh work.
  ///
  /// - Parameters:
  ///   - folders: the folders.
  ///   - last: the number of the last one; nil if there are no more.
  /// - Returns: the paths to compare with the disk.
  /// - Throws: the errors of SQLite.
  func findExcluded(in folders: [FilePath], last: Int64?) throws -> [WorkQueue.Work] {
    if let last { outcome.followUps.append(.exclusions(after: last)) }
    var excluded: [WorkQueue.Work] = []
    for folder in folders where !roots.isAway(folder) {
      if !rules.roots.contains(folder),
        let parent = selection.selector.selection(in: folder.parent),
        !parent.verdict(on: folder.name, isFolder: true).isIncluded
      {
        excluded.append(.path(folder))
        continue
      }
      guard let own = selection.selector.selection(in: folder) else { continue }
      excluded += try session.writer().storedFolder(at: folder).files.keys
        .filter { !own.verdict(on: $0, isFolder: false).isIncluded }
        .map { .path(folder.appending($0)) }
    }
    return excluded
  }

  /// Removes an excluded path from the index, and ends the watches of its folders; roots inside it
  /// stay.
  func leaveOut(_ path: FilePath) throws -> Outcome.Finding {
    guard rules.roots.contains(where: { $0.isInside(path) }) else {
      if try session.writer().inode(ofFolder: path) != nil { outcome.watches.append(.forget(path)) }
      return try remove(path)
    }
    return try removeAroundRoots(path) { try self.leaveOut($0) }
  }

  /// Removes the entries beside the roots in a folder, a part at a time.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - remove: removes one entry of it.
  /// - Returns: the work that is left: the folder itself, or large documents that each wait for
  ///   their turn.
  /// - Throws: the errors of SQLite.
  func removeAroundRoots(
    _ folder: FilePath, _ remove: (FilePath) throws -> Outcome.Finding
  ) throws -> Outcome.Finding {
    let stored = try session.writer().storedFolder(at: folder)
    var large: [WorkQueue.Work] = []
    var removed = 0
    for name in stored.folders.union(stored.files.keys) {
      let entry = folder.appending(name)
      if rules.roots.contains(entry) { continue }
      // Fresh changes do not wait for all entries.
      if removed == Self.removedAtOnce { return .done(large + [.path(folder)]) }
      switch try remove(entry) {
      case .done(let rest) where rest.contains(.path(entry)): return .done([.path(folder)])
      case .done(let rest):
        large += rest
        removed += 1
      case .large, .largeRemoval: large.append(.path(entry))
      case .conflict(let conflict): return .conflict(conflict)
      }
    }
    return .done(large)
  }
}
