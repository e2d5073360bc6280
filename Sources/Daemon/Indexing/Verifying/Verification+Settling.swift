import Cooldown
import LinuxSystem
import SearchIndex
import SittaSQLite

/// What seems to differ is asked again, until it is certain.
extension Verification {
  /// A file that seems to differ from the index.
  struct Candidate: Sendable {
    let path: FilePath
    /// The last observation; nil before the first one.
    var before: FileObservation?
    /// How often it was asked again without a result.
    var attempts = 0
    /// How often in a row the difference was certain.
    var confirmations = 0
    /// Whether the difference is being repaired.
    var isRepaired = false
  }

  /// How often in a row a difference has to be certain.
  private static let confirmations = 2
  /// How often a file that changes is asked again.
  private static let mostAttempts = 8
  /// How long the index may take to catch up with the disk, and how often in a row it may take longer.
  private static let (patience, mostDelays) = (Duration.seconds(10), 6)
  /// The longest pause before files that have changed are asked again.
  private static let longestPause = Duration.seconds(2)
  /// How long the repair of the full-text index may take.
  private static let repairTime = Duration.seconds(600)

  /// Asks the candidates again, after everything that happened before is in the index.
  mutating func settle(_ page: inout Page) async throws {
    let attempts = candidates.map(\.attempts).min() ?? 0
    if attempts > 0 { await pause(for: min(Self.longestPause, .milliseconds(50 << attempts))) }
    let progress = indexer.progress
    await thread.use(progress.rules, indexer.readingContext())
    let unseen = candidates.indices.filter { candidates[$0].before == nil }
    let first = await thread.observe(unseen.map { candidates[$0].path })
    for (index, observation) in zip(unseen, first.observations) {
      candidates[index].before = observation
    }
    guard try await environment.barrier.wait(atMost: Self.patience) else {
      delays += 1
      if delays >= Self.mostDelays || progress.current.isResting { countWaiting() }
      return
    }
    delays = 0
    let paths = candidates.map(\.path)
    let stored = try await environment.readers.read { try $0.stored(at: paths) }
    // The rules may have changed meanwhile.
    await thread.use(progress.rules, indexer.readingContext())
    let (observed, time) = await thread.observe(paths)
    environment.gate.worked(first.time + time)
    cost += first.time + time
    try Task.checkCancellation()
    let verdicts = await thread.verdicts(on: observed, stored.map(\.content))
    let asked = candidates
    candidates = []
    var repaired: [FilePath] = []
    for (index, var candidate) in asked.enumerated() {
      let verdict = isAway(candidate.path) ? .unknown(.away) : verdicts[index]
      guard case .differs(let reason) = verdict else {
        if candidate.isRepaired, verdict == .agrees {
          tally.repaired += 1
        } else if observed[index].content.isFile || verdict != .agrees {
          tally.count(verdict)
        }
        continue
      }
      let isSettled = candidate.before?.isSettled(until: observed[index], stored[index]) == true
      candidate.before = observed[index]
      candidate.confirmations = isSettled ? candidate.confirmations + 1 : 0
      if isSettled, candidate.confirmations < Self.confirmations {
        candidates.append(candidate)
      } else if !isSettled {
        candidate.attempts += 1
        if candidate.attempts < Self.mostAttempts {
          candidates.append(candidate)
        } else {
          tally.uncompared[.changing, default: 0] += 1
        }
      } else if candidate.isRepaired {
        page.unrepaired.append(Difference(path: candidate.path, reason: reason))
      } else {
        page.differences.append(Difference(path: candidate.path, reason: reason))
        tally.count(verdict)
        guard repairs else { continue }
        if stored[index].content?.contradiction != nil { needsPostings = true }
        if reason == .words {
          documentsWithOtherWords.append(candidate.path)
        } else {
          repaired.append(candidate.path)
        }
      }
    }
    if !repaired.isEmpty { indexer.distrust(repaired) }
    candidates += repaired.map { Candidate(path: $0, isRepaired: true) }
  }

  /// Counts the candidates as files that wait to be indexed, because the index does not catch up with the disk.
  private mutating func countWaiting() {
    tally.uncompared[.waiting, default: 0] += candidates.count
    candidates = []
    delays = 0
  }

  /// Has the full-text index compared with all texts, and made again from them if they differ.
  mutating func repairPostings() async {
    needsPostings = false
    let repairs = indexer.repairs.count
    indexer.suspect(.corruption("the words of some documents are not those of their texts"))
    await indexer.repairs.wait(
      after: repairs, until: .now + Self.repairTime, on: environment.tasks)
    candidates = documentsWithOtherWords.map { Candidate(path: $0, isRepaired: true) }
    documentsWithOtherWords = []
  }
}
