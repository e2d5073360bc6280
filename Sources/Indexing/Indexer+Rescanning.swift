import FileSelection
import LinuxSystem
import SearchIndex
import Watching

/// What is compared with the disk although no event tells so: everything after lost events, and
/// slices of the folders that are polled or checked.
extension Indexer {
  /// Takes up what is due.
  ///
  /// - Returns: whether anything was.
  func takeDueRescan() async throws -> Bool {
    if try takeRacyFiles() { return true }
    let rescan = try planner.takeDue(isIdle: queue.count == 0, at: .now) {
      try writer().folderCount()
    }
    switch rescan {
    case nil:
      return false
    case .everything:
      addRoots()
      // Their markers may be among what was lost; after the scan they have what they wait for.
      queue.add(barriers: await barrier.numbers)
    case .slice(let round, let slice):
      let folders = try await readers.read { reader in
        try reader.folders(after: slice.after, limit: slice.count)
      }
      let isLast = folders.count < slice.count
      planner.setCursor(isLast ? nil : folders.last?.number, of: round)
      let (closed, away) = (progress.current.closedFolders, progress.current.awayRoots)
      let paths = folders.map(\.path).filter { path in
        rules.verdict(on: path).isIncluded && closed[path] == nil
          && !away.contains(where: path.isInside)
      }
      switch round {
      case .rescan: visit(paths)
      case .poll: await poll(paths, isLast: isLast)
      }
    }
    return true
  }

  /// Lets a rescan that is due begin early where somebody waits for a barrier; its marker can be among
  /// what was lost.
  func hastenRescan() async {
    if planner.isRescanDue, !(await barrier.numbers).isEmpty { planner.expediteRescan() }
  }

  /// Plans the rounds anew, as there is need for them now.
  func planRounds() async throws {
    planner.finishRescans(at: .now)
    dropOldForgottenNames()
    let needsPolling = await watcher.needsPolling
    try planner.plan(needsPolling: needsPolling, at: .now) { try writer().folderCount() }
  }

  private func poll(_ folders: [FilePath], isLast: Bool) async {
    let unwatched = await watcher.unwatched(among: folders)
    let untold = await watcher.unreliable(among: folders)
    visit(Set(unwatched).union(untold).sorted())
    unwatchedInRound += unwatched.count
    if isLast {
      await watcher.finishRound(unwatched: unwatchedInRound)
      unwatchedInRound = 0
    }
  }

  private func visit(_ folders: [FilePath]) {
    queue.add(folders.map { .scan(ChangeBatch.Scan($0, isRecursive: false)) }, to: .bulk)
  }
}
