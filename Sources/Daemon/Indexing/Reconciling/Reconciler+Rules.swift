import FileSelection
import IndexStorage
import LinuxSystem
import TextExtraction
import Watching

/// Rule files on disk: a change of a rule file changes which paths are indexed.
extension Reconciler {
  /// Reads the rules again that are stored at or below the path of an item.
  ///
  /// - Returns: the comparisons that changed rules require; usually none.
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

  /// Marks all files that may have members to be read again, because other rules apply to the members.
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

  /// Requests watches for new rule files, and reports unreadable ones.
  ///
  /// - Returns: work to read these files once more, because no event reports changes made before
  ///   they were watched.
  func watchNewRules() -> [WorkQueue.Work] {
    for (path, reason) in selection.selector.takeUnreadable() { report.addUnreadable(path, reason) }
    let files = selection.selector.takeNewSources()
    if files.isEmpty { return [] }
    outcome.watches.append(.watch(ruleFiles: files))
    return files.sorted().map { .path($0) }
  }

  /// Whether a rename may change which rules apply; discards the rules in the renamed folders.
  ///
  /// Rules around the old or the new path may name the folders; rules in them need new watches.
  func changesRules(_ move: ChangeBatch.Move) -> Bool {
    let replacedHasRules = selection.selector.forget(move.target)
    let hasRules = selection.selector.forget(move.origin) || move.isExchange && replacedHasRules
    return hasRules
      || [move.origin.parent, move.target.parent].contains {
        selection.selector.selection(in: $0)?.hasIgnoreFiles == true
      }
  }

  /// Finds the paths in some folders of the index that the rules now exclude.
  ///
  /// `last` is the number of the last of these folders; later folders are examined after all other
  /// fresh work. nil if there are none.
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

  /// Removes an excluded path from the index and ends the watches of its folders; roots inside it
  /// stay.
  func leaveOut(_ path: FilePath) throws -> Outcome.Finding {
    guard rules.roots.contains(where: { $0.isInside(path) }) else {
      if try session.writer().inode(ofFolder: path) != nil { outcome.watches.append(.forget(path)) }
      return try remove(path)
    }
    return try removeAroundRoots(path) { try self.leaveOut($0) }
  }

  /// Removes the entries of a folder, except those that contain roots, in parts.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - remove: removes one entry of it.
  /// - Returns: the work that remains: the folder itself, or large documents, each of which waits.
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
      // Fresh changes do not wait until all entries are removed.
      if removed == Self.removedAtOnce { return .done(large + [.path(folder)]) }
      let finding = try remove(entry)
      switch finding {
      case .done(let rest) where rest.contains(.path(entry)): return .done([.path(folder)])
      case .done(let rest):
        large += rest
        removed += 1
      case .large, .largeRemoval: large.append(.path(entry))
      // Removing reads no file.
      case .conflict, .largeContainer, .awaitsReader, .reading: return finding
      }
    }
    return .done(large)
  }
}
