import LinuxSystem
import SearchIndex
import TextExtraction
import Watching

/// Files whose times may hide a write that came after they were read are read once more.
extension Indexer {
  /// How many of them are planned at a time.
  private static let racyAtATime = 200

  /// Notes of a document that was read whether and when it has to be read again.
  func noteRaciness(
    of document: inout Document, in folder: borrowing FileDescriptor, readAt moment: FileTime,
    after stored: StoredFile?
  ) {
    document.racyUntil = StampClock.current.racyUntil(
      document.status, readAt: moment, after: stored, on: { try? folder.fileSystemType() })
    if let final = document.racyUntil {
      planner.racyFiles.note(final: final, moment: moment, at: .now)
    }
  }

  /// Plans to read those again for which it is time; what a person changed meanwhile comes first.
  ///
  /// - Returns: whether there were any.
  func takeRacyFiles() throws -> Bool {
    let now = ContinuousClock.now
    let moment = FileClock.now
    guard !queue.hasFresh, let due = planner.racyFiles.takeDue(at: now, moment: moment) else {
      return false
    }
    let files = try writer().racyFiles(due, limit: Self.racyAtATime)
    queue.add(files.map { .written($0.path) }, to: .fresh)
    if let last = files.last, files.count == Self.racyAtATime {
      planner.racyFiles.putBack(after: last.moment, at: now)
    } else if let next = try writer().firstRacyMoment(
      in: moment + .nanoseconds(1)...moment + RacyFiles.longestWait)
    {
      planner.racyFiles.note(final: next, moment: moment, at: now)
    }
    return !files.isEmpty
  }
}
