import Cooldown
import FileSelection
package import LinuxSystem
import SearchIndex
import Watching

/// Compares the index with the disk: reads each file once more, and compares digests.
///
/// What seems to differ is asked again after a barrier, until the difference is certain or gone. So a file that
/// changes meanwhile is no difference. The indexer goes on: nothing here runs on its thread.
package struct Verification: Sendable {
  /// A part of the result.
  package struct Page: Sendable {
    /// The differences that were found since the last page.
    package var differences: [Difference] = []
    /// The differences that are still there after their repair.
    package var unrepaired: [Difference] = []
    /// The counts so far.
    package var tally = VerificationTally()
    /// The folder whose files are being compared; nil between folders.
    package var folder: FilePath?
    /// Whether everything was compared.
    package var isDone = false
  }

  /// The most files that are compared between two calls.
  private static let step = 64
  /// The most files that wait to be asked again.
  private static let mostCandidates = 500
  /// The most folders that wait; those of a wider tree are not looked at.
  private static let mostFolders = 1_000_000

  let indexer: Indexer
  let thread: VerifyingThread
  /// Whether differences are repaired.
  let repairs: Bool
  /// The folders to look at, the next one last.
  private var folders: [FilePath]
  /// The files to compare, the next one last.
  private var files: [FilePath] = []
  /// The time of reading files so far.
  var cost = Duration.zero
  var tally = VerificationTally()
  /// What seems to differ, and is asked again.
  var candidates: [Candidate] = []
  /// Documents whose words differ from their texts; they are repaired together at the end.
  var documentsWithOtherWords: [FilePath] = []
  /// Whether the full-text index has to be compared with all texts.
  var needsPostings = false
  /// How often in a row the index did not catch up with the disk in time.
  var delays = 0

  var environment: Indexer.Environment { indexer.environment }

  /// Begins a comparison.
  ///
  /// - Parameters:
  ///   - indexer: the indexer of the index.
  ///   - folder: the folder whose files are compared, and those below it.
  ///   - repairs: whether differences are repaired.
  /// - Throws: a shortage of descriptors or memory.
  package init(of indexer: Indexer, in folder: FilePath, repairing repairs: Bool) throws {
    try self.init(of: indexer, repairing: repairs)
    let inner = indexer.progress.rules.roots.filter { $0.isInside(folder) && $0 != folder }
    // Documents outside of all roots are found below the top folder.
    folders = Array(Set(inner + [folder])).sorted().reversed()
  }

  /// Begins a comparison of the files that ``add(_:)`` adds.
  init(of indexer: Indexer, repairing repairs: Bool) throws {
    (self.indexer, self.repairs) = (indexer, repairs)
    thread = try VerifyingThread(indexer.progress.rules, indexer.environment.files)
    folders = []
  }

  /// Adds a file to those that are compared.
  mutating func add(_ file: FilePath) {
    files.append(file)
  }

  /// Whether any file in a folder can be indexed.
  package static func covers(_ folder: FilePath, _ indexer: Indexer) -> Bool {
    let rules = indexer.progress.rules
    return rules.innermostRoot(of: folder) != nil || rules.roots.contains { $0.isInside(folder) }
  }

  /// Compares some more files.
  ///
  /// - Returns: what was found; the last page if ``Page/isDone``.
  /// - Throws: the errors of SQLite, of the barrier and of a shortage, and `CancellationError`.
  package mutating func next() async throws -> Page {
    try Task.checkCancellation()
    await giveWay()
    var page = Page()
    if candidates.count >= Self.mostCandidates {
      try await settle(&page)
    } else if !files.isEmpty {
      try await compareFiles()
    } else if let folder = folders.popLast() {
      try await list(folder)
    } else if !candidates.isEmpty {
      try await settle(&page)
    } else if needsPostings {
      await repairPostings()
    }
    (page.tally, page.folder) = (tally, files.last?.parent)
    page.isDone = folders.isEmpty && files.isEmpty && candidates.isEmpty && !needsPostings
    return page
  }

  private mutating func list(_ folder: FilePath) async throws {
    await thread.use(indexer.progress.rules, indexer.readingContext())
    // A folder above the roots is not looked at, but the index may have documents there.
    let isInRoot = indexer.progress.rules.innermostRoot(of: folder) != nil
    guard !isAway(folder), let listing = isInRoot ? await thread.list(folder) : .init() else {
      tally.unread += 1
      return
    }
    let names = try await environment.readers.read { try $0.names(in: folder) }
    files = listing.files.union(names.files).sorted { $1.lexicographicallyPrecedes($0) }
      .map { folder.appending($0) }
    let roots = Set(indexer.progress.rules.roots)
    let inner = listing.folders.union(names.folders).map { folder.appending($0) }
      .filter { !roots.contains($0) }
    if folders.count + inner.count > Self.mostFolders {
      tally.unread += inner.count
    } else {
      folders += inner.sorted().reversed()
    }
  }

  /// Whether a folder is in a root whose documents are kept while it is away.
  func isAway(_ path: FilePath) -> Bool {
    let away = indexer.progress.current.awayRoots
    return !away.isEmpty && away.contains { path.isInside($0) }
  }

  private mutating func compareFiles() async throws {
    let paths = Array(files.suffix(Self.step).reversed())
    files.removeLast(paths.count)
    let (observed, time) = await thread.observe(paths)
    environment.gate.worked(time)
    cost += time
    try Task.checkCancellation()
    let stored = try await environment.readers.read { try $0.stored(at: paths) }
    let verdicts = await thread.verdicts(on: observed, stored.map(\.content))
    for (before, verdict) in zip(observed, verdicts) {
      if case .differs = verdict {
        candidates.append(Candidate(path: before.path, before: before))
      } else if before.content.isFile || verdict != .agrees {
        tally.count(verdict)
      }
    }
  }

  /// Waits while changes are due or bulk work has to rest, because both come first.
  private func giveWay() async {
    let end = ContinuousClock.now + .milliseconds(200)
    while environment.watcher.dueChanges.exist, .now < end, !Task.isCancelled {
      await pause(for: .milliseconds(20))
    }
    while !Task.isCancelled, case .rest = environment.gate.verdict(),
      // A person who asks for a comparison does not mean to wait for the end of a pause or for mains power.
      environment.gate.pauses.contains(where: { [.cooldown, .pressure].contains($0.reason) })
    {
      await pause(for: .seconds(1))
    }
  }

  func pause(for time: Duration) async {
    await Occurrence().wait(after: 0, until: .now + time, on: environment.tasks)
  }
}
