import Cooldown
import LinuxSystem
import Watching

/// Decides the next job of the indexer.
///
/// It holds all waiting work, and decides from this work, the latest arrival and its surroundings.
/// It reads no clock and no disk.
struct IndexingAgenda {
  typealias Instant = ContinuousClock.Instant

  /// Large work does not begin if changes that would interrupt it are due within this time.
  static let nearChanges = Duration.milliseconds(100)

  private(set) var mode = Mode.working
  /// The reason of the last pause because of an error; nil again once nothing was left to do.
  private(set) var lastPause: String?
  private(set) var queue = WorkQueue()
  /// The lanes whose documents readers can take.
  var readableLanes: Set<WorkQueue.Lane> = []
  private var largeWork = LargeWorkRetry()
  private var hurried = HurriedDocuments()
  var planner: RescanPlanner
  private var retry = Backoff.ofIndexer
  /// How many folders without a watch the current poll round has found so far.
  var unwatchedInRound = 0

  /// - Parameter timing: the intervals of rescans.
  init(_ timing: RescanPlanner.Timing) {
    planner = RescanPlanner(timing: timing)
  }
}

// MARK: - Decisions

extension IndexingAgenda {
  /// Whether the indexer pauses because of an error.
  var isPaused: Bool {
    if case .paused = mode { true } else { false }
  }

  /// Decides the next job.
  ///
  /// - Throws: errors of counting the folders and of reading the index.
  mutating func next(after arrival: Arrival, in surroundings: Surroundings) throws -> Job {
    switch arrival {
    case .end: return .finish
    case .request(let request):
      if isPaused { mode = .working }
      return .take(request)
    case .changes(let batch): return .apply(batch)
    case .nothing: break
    }
    if case .paused(_, let until) = mode {
      if surroundings.now < until { return .pause(until: until) }
      mode = .working
    }
    if let due = surroundings.erasureDue, due <= surroundings.now { return .erase }
    if !queue.hasFresh,
      let moments = planner.racyFiles.takeDue(at: surroundings.now, moment: surroundings.moment)
    {
      return .readRacyFiles(moments)
    }
    let rescan = try planner.takeDue(
      isIdle: queue.count == 0, at: surroundings.now, folders: surroundings.folders)
    if let rescan {
      wake()
      return .rescan(rescan)
    }
    if let due = surroundings.readersDue, due <= surroundings.now { return .planWaitingDocuments }
    if queue.isReady(readable: readableLanes)
      || mayDoLargeWork(surroundings.now, surroundings.changesAreNear)
    {
      return work(surroundings)
    }
    if queue.count > 0 {
      let deadlines = [
        planner.nextDeadlineWhileBusy, largeWorkDeadline(surroundings.now), surroundings.readersDue,
        surroundings.erasureDue,
      ]
      let deadline = deadlines.compactMap(\.self).min()
      return queue.isReading
        ? .awaitReaders(until: deadline) : .wait(until: deadline, isNewlyIdle: false)
    }
    let paths = hurried.take(at: surroundings.now)
    if !paths.isEmpty {
      add(paths.map { .path($0) }, to: .bulk)
      return work(surroundings)
    }
    return try tidy(surroundings)
  }

  private mutating func work(_ surroundings: Surroundings) -> Job {
    let verdict = surroundings.verdict()
    if case .rest(let askAgain) = verdict {
      let hasFresh =
        queue.hasFresh(readable: readableLanes)
        || queue.hasLargeFresh && mayDoLargeWork(surroundings.now, surroundings.changesAreNear)
      if !hasFresh { return rest(until: askAgain, surroundings) }
      wake()
      return .work(includingBulk: false)
    }
    mode = .working
    return .work(includingBulk: true)
  }

  private mutating func rest(until askAgain: Instant?, _ surroundings: Surroundings) -> Job {
    let wasResting = if case .resting = mode { true } else { false }
    if !wasResting { mode = .resting(surroundings.pauses()) }
    // Fresh large work does not wait for the end of the rest, only for a time without changes.
    let largeWork = queue.hasLargeFresh ? largeWorkDeadline(surroundings.now) : nil
    let deadlines = [
      askAgain, planner.nextDeadlineWhileBusy, largeWork, surroundings.readersDue,
      surroundings.erasureDue,
    ]
    return .rest(until: deadlines.compactMap(\.self).min(), isNew: !wasResting)
  }

  /// Decides the next job once all folders and files are compared.
  private mutating func tidy(_ surroundings: Surroundings) throws -> Job {
    if mode != .settled, mode != .idle {
      mode = .settled
      return .settle
    }
    var wakeUp = surroundings.checkDue
    if try surroundings.needsMaintenance() {
      guard case .rest(let askAgain) = surroundings.verdict() else { return .maintain }
      wakeUp = askAgain
    } else if let due = wakeUp, due <= surroundings.now {
      guard case .rest(let askAgain) = surroundings.verdict() else { return .check }
      wakeUp = askAgain
    }
    let jailedWork = [(surroundings.recognition, Job.recognize), (surroundings.encoding, .encode)]
    for (need, job) in jailedWork {
      switch try need() {
      case .nothing: break
      case .later(let moment): wakeUp = min(wakeUp ?? moment, moment)
      case .ready:
        // Unlike bulk work, it never runs on battery.
        guard case .rest(let askAgain) = surroundings.jailedWorkVerdict() else { return job }
        wakeUp = [wakeUp, askAgain].compactMap(\.self).min()
      }
    }
    let isNewlyIdle = mode != .idle
    mode = .idle
    lastPause = nil
    retry.reset()
    let deadlines = [
      planner.nextDeadline, hurried.due, wakeUp, surroundings.readersDue, surroundings.erasureDue,
    ]
    return .wait(until: deadlines.compactMap(\.self).min(), isNewlyIdle: isNewlyIdle)
  }

  /// Whether a client waits for a barrier; the barrier of a rebuild has no client.
  private var isLargeWorkAwaited: Bool { queue.isAwaited(except: Self.rebuiltBarrier) }

  /// Whether large work may begin: no changes are near, and the wait after an interruption is over.
  private func mayDoLargeWork(_ now: Instant, _ changesAreNear: () -> Bool) -> Bool {
    guard queue.isLargeReady, !changesAreNear() else { return false }
    return largeWork.due(isAwaited: isLargeWorkAwaited).map { $0 <= now } ?? true
  }

  /// When to check again whether large work may begin; nil if no large work waits.
  private func largeWorkDeadline(_ now: Instant) -> Instant? {
    guard queue.isLargeReady else { return nil }
    return max(
      largeWork.due(isAwaited: isLargeWorkAwaited) ?? now, now + Self.nearChanges / 2)
  }

  /// Returns from the settled or idle phase to work.
  private mutating func wake() {
    if mode == .settled || mode == .idle { mode = .working }
  }
}

// MARK: - Work

extension IndexingAgenda {
  /// The number of the barrier that is reached when a new index is complete; other barriers count from 1.
  static let rebuiltBarrier = UInt64.max

  /// Adds work at the end of a lane.
  mutating func add(_ work: [WorkQueue.Work], to lane: WorkQueue.Lane) {
    if work.isEmpty { return }
    queue.add(work, to: lane)
    wake()
  }

  /// Adds barriers; each is reached once all work added so far is done.
  mutating func add(barriers: [UInt64]) {
    queue.add(barriers: barriers)
    if !barriers.isEmpty { wake() }
  }

  /// Plans to compare all roots recursively, and the indexed folders that are no longer below a root.
  ///
  /// During a rebuild, the new index is complete once this work is done.
  mutating func add(roots: [FilePath], isRebuilding: Bool) {
    add([.path(.root)] + roots.map { .scan(ChangeBatch.Scan($0, isRecursive: true)) }, to: .bulk)
    if isRebuilding { add(barriers: [Self.rebuiltBarrier]) }
  }

  /// Plans to compare some folders, without their subfolders.
  mutating func add(folders: [FilePath]) {
    add(folders.map { .scan(ChangeBatch.Scan($0, isRecursive: false)) }, to: .bulk)
  }

  /// Adds the changes of a batch whose moves are already applied to the index.
  ///
  /// - Returns: whether the batch reports lost events while no rescan was planned for lost events yet.
  mutating func add(_ batch: ChangeBatch, at now: Instant) -> Bool {
    if !batch.moves.isEmpty || !batch.paths.isEmpty || !batch.scans.isEmpty {
      largeWork.recordChange(at: now)
      hurried.recordChange(at: now)
    }
    add(batch.paths.map { WorkQueue.Work($0, in: batch) }, to: .fresh)
    add(batch.scans.map { .scan($0) }, to: .fresh)
    let barriers = batch.barriers.filter { !queue.resolve($0) }
    var isNews = false
    if batch.hasLostEvents {
      isNews = planner.scheduleRescan(at: now)
      queue.resolve(nil)
    }
    // If events were lost, barriers wait for the rescan, which adds all barriers that exist when it begins.
    if !planner.isRescanDue { add(barriers: barriers) }
    wake()
    return isNews
  }

  /// Replaces the paths of waiting work after moves; O(items).
  ///
  /// Also adds the work that each move caused; `found` names its paths as they were right after the move.
  mutating func rename(_ moves: [ChangeBatch.Move], turningUp found: [[WorkQueue.Work]]) {
    if moves.isEmpty { return }
    var renames = PathRenames()
    var work: [[WorkQueue.Work]] = []
    for (move, found) in zip(moves, found).reversed() {
      work.append(found.map { $0.renamed(by: renames) ?? $0 })
      renames.prepend(move)
    }
    queue.rename(renames)
    hurried.rename(renames)
    add(work.reversed().flatMap(\.self), to: .fresh)
  }

  /// Takes the next item of work.
  ///
  /// - Parameters:
  ///   - includesBulk: whether the item may come from the bulk lane.
  ///   - now: the current time.
  ///   - changesAreNear: whether changes would soon interrupt large work.
  /// - Returns: the item, and whether changes may interrupt it if it turns out to be large work.
  mutating func nextItem(
    includingBulk includesBulk: Bool, at now: Instant, changesAreNear: () -> Bool
  ) -> (item: WorkQueue.Item, isInterruptible: Bool)? {
    let item = queue.next(
      includingBulk: includesBulk, includingLarge: mayDoLargeWork(now, changesAreNear),
      readable: readableLanes)
    let isInterruptible = largeWork.isInterruptible(at: now, isAwaited: isLargeWorkAwaited)
    return item.map { ($0, isInterruptible) }
  }

  /// Makes an item wait until its file is read.
  ///
  /// - Parameters:
  ///   - item: an item from ``nextItem(includingBulk:at:changesAreNear:)``.
  ///   - other: identifies the reading of the file for another item; nil if it has to be read.
  /// - Returns: identifies the reading.
  mutating func startReading(
    _ item: WorkQueue.Item, with other: WorkQueue.Ticket?
  ) -> WorkQueue.Ticket {
    guard let other else { return queue.startReading(item) }
    queue.wait(for: other, item)
    return other
  }

  /// Makes the items ready whose file was read.
  ///
  /// - Returns: false if no item waits for it any more.
  mutating func endReading(_ ticket: WorkQueue.Ticket) -> Bool {
    defer { wake() }
    return queue.endReading(ticket)
  }

  /// Counts an item as done, postpones it, or moves it to the large work.
  ///
  /// - Parameters:
  ///   - item: an item from ``nextItem(includingBulk:at:changesAreNear:)``.
  ///   - outcome: the outcome of comparing it.
  ///   - now: the current time.
  mutating func finish(_ item: WorkQueue.Item, _ outcome: Outcome, at now: Instant) {
    switch outcome.finding {
    case .done(let work): queue.finish(item, turningUp: work)
    case .conflict(let conflict): queue.postpone(item, because: conflict)
    case .large: queue.putOff(item)
    case .largeRemoval: queue.putOff(item, asFresh: true)
    case .largeContainer: queue.putOff(item, streaming: true)
    case .awaitsReader: queue.wait(forReader: item)
    case .reading: break
    }
    switch outcome.largeWork {
    case .interrupted(let time): largeWork.recordInterruption(after: time, at: now)
    case .done: largeWork.reset()
    case nil: if item.hasWaited, !queue.hasLarge, !outcome.isForReader { largeWork.reset() }
    }
    add(outcome.followUps, to: .fresh)
    for path in outcome.hurried { hurried.add(path, at: now) }
    for file in outcome.racy {
      planner.racyFiles.schedule(final: file.final, moment: file.moment, at: now)
    }
  }

  /// Returns an item that could not be compared because of an error to the front of its lane.
  mutating func giveBack(_ item: WorkQueue.Item) {
    queue.finish(item, turningUp: [item.work])
  }

  /// Removes all work, because everything is going to be compared again.
  mutating func removeAll() {
    _ = queue.removeAll()
    largeWork.reset()
    hurried.removeAll()
    wake()
  }

  /// Removes and returns the barriers that are reached: all work added before them is done.
  mutating func takeReachedBarriers() -> [UInt64] { queue.takeReachedBarriers() }

  /// Makes all postponed items wait for a marker that was just created; see ``WorkQueue/mark(_:)``.
  ///
  /// - Parameter marker: nil if no marker can be created; then the items are taken at once, and the
  ///   disk counts as right.
  mutating func mark(_ marker: UInt64?) {
    queue.mark(marker ?? 0)
    if marker == nil { queue.resolve(0) }
  }

  /// Pauses because of an error; each pause is longer than the last one, until nothing was left to do.
  mutating func pause(because reason: String, at now: Instant) {
    mode = .paused(because: reason, until: now + retry.next())
    lastPause = reason
  }

  /// Records a rest, in which bulk work was not allowed to run.
  mutating func recordRest(_ time: Duration) {
    if !queue.hasLargeFresh { largeWork.recordRest(time) }
  }
}

extension Backoff {
  /// The delays after which the indexer retries failed work: from 1 s up to 30 s.
  static let ofIndexer = Backoff(first: .seconds(1), longest: .seconds(30))
}
