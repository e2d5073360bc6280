import LinuxSystem
import Watching

/// Rescans, rounds and racy files.
extension IndexingAgenda {
  /// Uses other intervals of rescans from now on.
  mutating func change(_ timing: RescanPlanner.Timing) { planner.change(timing) }

  /// Whether events were lost and the rescan because of this has not begun.
  var isRescanDue: Bool { planner.isRescanDue }

  /// Begins the due rescan early, because a client waits for a barrier.
  mutating func hastenRescan() { planner.expediteRescan() }

  /// Plans the next poll and rescan rounds, once nothing is left to compare.
  ///
  /// - Parameters:
  ///   - needsPolling: whether there are folders whose changes cause no events.
  ///   - now: the current time.
  ///   - folders: returns the number of folders in the index.
  mutating func planRounds(
    needsPolling: Bool, at now: Instant, folders: () throws -> Int
  ) rethrows {
    planner.finishRescans(at: now)
    try planner.plan(needsPolling: needsPolling, at: now, folders: folders)
  }

  /// Records the last folder of a slice of a round; nil if the round is over.
  mutating func recordSlice(of round: RescanPlanner.Round, to last: Int64?) {
    planner.setCursor(last, of: round)
  }

  /// Adds up the folders without a watch over the slices of a poll round.
  ///
  /// - Parameters:
  ///   - count: the number of such folders in the slice.
  ///   - isLast: whether this is the last slice of the round.
  /// - Returns: the number in the whole round; nil if the round is not over.
  mutating func countUnwatched(_ count: Int, isLast: Bool) -> Int? {
    unwatchedInRound += count
    guard isLast else { return nil }
    defer { unwatchedInRound = 0 }
    return unwatchedInRound
  }

  /// Plans to read racy files again: files whose times may hide a later write.
  ///
  /// - Parameters:
  ///   - files: the files, in the order in which their times become final.
  ///   - limit: how many files were requested.
  ///   - moment: the current time, by ``LinuxSystem/FileClock``.
  ///   - now: the current time, by the monotonic clock.
  ///   - next: returns when the next file becomes final; called only if there are fewer files than `limit`.
  mutating func add(
    racyFiles files: [(path: FilePath, moment: FileTime)], limit: Int, moment: FileTime,
    at now: Instant,
    next: () throws -> FileTime?
  ) rethrows {
    add(files.map { .path($0.path, isRead: true) }, to: .fresh)
    if let last = files.last, files.count == limit {
      planner.racyFiles.putBack(after: last.moment, at: now)
    } else if let next = try next() {
      planner.racyFiles.schedule(final: next, moment: moment, at: now)
    }
  }
}
