import Cooldown
import LinuxSystem
import SearchIndex

/// Compares files that are chosen at random with the index, while nothing else is to be done.
///
/// Every minute a few files are read, for some milliseconds, and only with mains power. A difference is
/// repaired. The result is in ``IndexingStatus/audit``.
package struct Auditor: Sendable {
  /// How long to wait between two rounds.
  private static let interval = Duration.seconds(60)
  /// The longest wait, after a round that took much time.
  private static let longestInterval = Duration.seconds(3_600)
  /// The most files of a round, and the time after which no more are read.
  private static let (files, time) = (8, Duration.milliseconds(20))
  /// After a round, it waits this many times as long as the round took.
  private static let restFactor = 2_000

  private let indexer: Indexer

  /// - Parameter indexer: the indexer of the index.
  package init(of indexer: Indexer) {
    self.indexer = indexer
  }

  /// Audits until the task is cancelled.
  ///
  /// - Parameters:
  ///   - interval: how long to wait between two rounds; nil for a minute.
  ///   - didFind: called with each difference; if `isRepaired` is false, it is still there after its repair.
  package func run(
    every interval: Duration? = nil,
    _ didFind: @escaping @Sendable (Difference, _ isRepaired: Bool) -> Void
  ) async {
    let interval = interval ?? Self.interval
    var pause = interval
    while !Task.isCancelled {
      await Occurrence().wait(after: 0, until: .now + pause, on: indexer.environment.tasks)
      // After an error, as while the daemon ends, the next round tries again.
      let cost = isIdle ? (try? await audit(didFind)) ?? .zero : .zero
      pause = max(interval, min(Self.longestInterval, cost * Self.restFactor))
    }
  }

  private var isIdle: Bool {
    let status = indexer.progress.current
    return !status.isIndexing && status.rebuild == nil
      && indexer.environment.gate.verdict(needsMains: true) == .work
  }

  /// Audits some files.
  ///
  /// - Returns: the time of reading them.
  private func audit(
    _ didFind: (Difference, _ isRepaired: Bool) -> Void
  ) async throws -> Duration {
    var verification = try Verification(of: indexer, repairing: true)
    var counted = VerificationTally()
    for _ in 0..<Self.files where verification.cost < Self.time && isIdle {
      guard let file = try await randomFile(verification.thread) else { break }
      verification.add(file)
      var page = Verification.Page()
      repeat {
        page = try await verification.next()
        for difference in page.differences { didFind(difference, true) }
        for difference in page.unrepaired { didFind(difference, false) }
      } while !page.isDone
      indexer.progress.countSamples(
        agreeing: page.tally.agreeing - counted.agreeing,
        differing: page.tally.differing - counted.differing)
      counted = page.tally
    }
    return verification.cost
  }

  /// Chooses a file at random, of those on the disk and those in the index.
  ///
  /// A folder is chosen with a probability in proportion to its documents, and then a file in it. So each file has
  /// the same probability if index and disk agree, and a file that is missing in a known folder about the same.
  private func randomFile(_ thread: VerifyingThread) async throws -> FilePath? {
    let readers = indexer.environment.readers
    let known = try await readers.read { reader in
      try reader.randomFile { UInt64.random(in: 0..<$0) }
    }
    guard let folder = known?.parent else { return nil }
    await thread.use(indexer.progress.rules, indexer.readingContext())
    guard let listing = await thread.list(folder) else { return nil }
    let names = try await readers.read { try $0.names(in: folder) }
    return listing.files.union(names.files).randomElement().map { folder.appending($0) }
  }
}
