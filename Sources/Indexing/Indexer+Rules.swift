import FileSelection
import LinuxSystem
import SearchIndex
import Watching

/// Files on disk that say what is left out: a change of one changes what belongs into the index.
extension Indexer {
  /// Reads again what depends on the path that work is about.
  ///
  /// - Parameter work: what is to be compared.
  /// - Returns: what has to be compared because rules have changed; nothing in most cases.
  func noteRules(changedBy work: WorkQueue.Work) async -> [WorkQueue.Work] {
    let path =
      switch work {
      case .path(let path), .written(let path): path
      case .scan(let scan): scan.folder
      case .exclusions: nil as FilePath?
      }
    guard let path else { return [] }
    let scans = selector.reloadRules(for: path).map { folder in
      WorkQueue.Work.scan(ChangeBatch.Scan(folder, isRecursive: true))
    }
    return scans.isEmpty ? [] : scans + (await watchNewRules())
  }

  /// Has the files watched that were met for the first time, and says which could not be read.
  ///
  /// - Returns: the files, to be read once more: what changed before the watch was there told nobody.
  func watchNewRules() async -> [WorkQueue.Work] {
    for (path, reason) in selector.takeUnreadable() { noteUnreadable(path, reason) }
    let files = selector.takeNewSources()
    if files.isEmpty { return [] }
    await watcher.watch(ruleFiles: files)
    return files.sorted().map { .path($0) }
  }

  /// Plans to compare renamed folders where rules around them may mean their new place, or meant their
  /// old, and where rules in them have to be watched at their new place.
  ///
  /// - Parameters:
  ///   - move: the rename, or the exchange.
  ///   - folders: the new paths of what it has renamed, as far as that are folders.
  func noteMovedRules(_ move: ChangeBatch.Move, _ folders: [FilePath]) {
    let replacedHasRules = selector.forget(move.target)
    let hasRules = selector.forget(move.origin) || move.isExchange && replacedHasRules
    let parents = [move.origin.parent, move.target.parent]
    if hasRules || parents.contains(where: { selector.selection(in: $0)?.hasIgnoreFiles == true }) {
      queue.add(folders.map { .scan(ChangeBatch.Scan($0, isRecursive: true)) }, to: .fresh)
    }
  }

  /// So many folders are looked at in one step.
  private static let foldersAtATime = 100

  /// Finds what the rules leave out now in some folders of the index.
  ///
  /// The folders after these are looked at behind all other fresh work.
  ///
  /// - Parameter number: the last folder that was looked at; 0 for none.
  /// - Returns: what to compare with the disk.
  /// - Throws: what SQLite fails with.
  func findExcluded(after number: Int64) async throws -> Finding {
    if number == 0 { try commit() }
    let folders = try await readers.read { reader in
      try reader.folders(after: number, limit: Self.foldersAtATime)
    }
    let away = progress.current.awayRoots
    var excluded: [WorkQueue.Work] = []
    for folder in folders.map(\.path) where !away.contains(where: folder.isInside) {
      if !rules.roots.contains(folder),
        let selection = selector.selection(in: folder.parent),
        !selection.verdict(on: folder.name, isFolder: true).isIncluded
      {
        excluded.append(.path(folder))
        continue
      }
      guard let selection = selector.selection(in: folder) else { continue }
      excluded += try writer().storedFolder(at: folder).files.keys
        .filter { !selection.verdict(on: $0, isFolder: false).isIncluded }
        .map { .path(folder.appending($0)) }
    }
    if let last = folders.last { queue.add([.exclusions(after: last.number)], to: .fresh) }
    return .done(excluded)
  }

  /// Removes what a rule leaves out now, and watches its folders no longer; roots inside it stay.
  func leaveOut(_ path: FilePath) async throws -> Finding {
    guard rules.roots.contains(where: { $0.isInside(path) }) else {
      if try writer().inode(ofFolder: path) != nil { await watcher.forget(path) }
      return try await remove(path)
    }
    return try await removeAroundRoots(path) { try await self.leaveOut($0) }
  }

  /// Removes what lies beside the roots in a folder, a part at a time.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - remove: removes one entry of it.
  /// - Returns: what is left: the folder itself, or large documents that each wait for their turn.
  /// - Throws: what SQLite fails with.
  func removeAroundRoots(
    _ folder: FilePath, _ remove: (FilePath) async throws -> Finding
  ) async throws -> Finding {
    let stored = try writer().storedFolder(at: folder)
    var large: [WorkQueue.Work] = []
    for name in stored.folders.union(stored.files.keys) {
      let entry = folder.appending(name)
      if rules.roots.contains(entry) { continue }
      switch try await remove(entry) {
      case .done(let rest) where rest.contains(.path(entry)): return .done([.path(folder)])
      case .done(let rest): large += rest
      case .large, .largeRemoval: large.append(.path(entry))
      case .doubtful(let doubt): return .doubtful(doubt)
      }
    }
    return .done(large)
  }
}
