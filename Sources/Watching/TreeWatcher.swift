public import FileSelection
public import LinuxSystem

/// Keeps folders watched and tells what changed in them, in merged batches.
///
/// The shell around ``WatchedTrees``: it owns the one inotify instance, reads it on its own event
/// loop as soon as something is there, and hands out a batch whenever the one consumer asks and
/// something is ripe. While nobody asks, changes go on merging.
public actor TreeWatcher {
  private let loop: EventLoop
  private let inotify: INotify
  private let mountMonitor: MountMonitor
  /// How many folders the kernel lets a user watch.
  public nonisolated let limit: WatchLimit
  /// Whether changes are ripe, for a consumer that is at work.
  public nonisolated let ripeChanges = RipeChanges()
  private var mounts: MountTable
  private var trees: WatchedTrees
  private var consumer: CheckedContinuation<ChangeBatch?, Never>?
  /// When the consumer wants to go on without a batch.
  private var consumerDeadline: ContinuousClock.Instant?
  private var timer: EventLoop.Timer?
  private var isStopped = false
  /// A wake-up that came while nobody waited; it holds for the next wait.
  private var isWoken = false

  /// The actor's own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.executor
  }

  /// Makes a watcher that watches nothing yet but its marker folder.
  ///
  /// - Parameters:
  ///   - rules: which paths are of interest.
  ///   - markerFolder: an existing folder of our own; a file made in it whose name is a number is
  ///     told as a barrier.
  ///   - timing: the waiting times of the change buffer.
  ///   - limit: how many folders the kernel lets a user watch.
  /// - Throws: EMFILE where `fs.inotify.max_user_instances` is reached, ENOSPC where no watch is left
  ///   even for the marker folder.
  public init(
    rules: SelectionRules, markerFolder: FilePath, timing: ChangeBuffer.Timing = .init(),
    limit: WatchLimit = .current
  ) throws(SystemError) {
    loop = try EventLoop(name: "sitta-watch")
    inotify = try INotify()
    mountMonitor = try MountMonitor()
    mounts = try mountMonitor.table()
    self.limit = limit
    var trees = WatchedTrees(
      rules: rules, markerFolder: markerFolder, buffer: ChangeBuffer(timing: timing),
      budget: WatchBudget(limit: limit.count))
    let marker = try inotify.watch(directory: markerFolder)
    trees.perform(trees.insertMarkerFolder(watch: marker), on: inotify, at: .now)
    self.trees = trees
  }

  deinit {
    loop.stop()
  }

  /// Begins to read events.
  public func start() throws(SystemError) {
    try loop.addHandler(for: inotify.descriptor.number, .readable) { [weak self] _ in
      self?.assumeIsolated { watcher in watcher.readEvents() }
    }
    try loop.addHandler(for: mountMonitor.descriptor.number, .urgent) { [weak self] _ in
      self?.assumeIsolated { watcher in watcher.readMounts() }
    }
  }

  /// Ends: whoever waits for a batch gets nil.
  public func stop() {
    isStopped = true
    loop.removeHandler(for: inotify.descriptor.number)
    loop.removeHandler(for: mountMonitor.descriptor.number)
    deliver()
  }

  /// Waits until a batch is ripe.
  ///
  /// - Parameter deadline: when to go on with an empty batch; nil for never.
  /// - Returns: nil once the watcher has been stopped, or can tell of no barriers any more because
  ///   the marker folder is gone.
  public func nextBatch(until deadline: ContinuousClock.Instant? = nil) async -> ChangeBatch? {
    await withCheckedContinuation { continuation in
      consumer = continuation
      consumerDeadline = deadline
      deliver()
    }
  }

  /// Gives whoever waits for a batch an empty one, now or instead of the next wait.
  public func wake() {
    guard consumer != nil else {
      isWoken = true
      return
    }
    resume(with: ChangeBatch())
  }

  /// Takes a batch if one is ripe, without waiting.
  public func ripeBatch() -> ChangeBatch? {
    let now = ContinuousClock.now
    let (batch, actions) = trees.takeBatch(at: now)
    trees.perform(actions, on: inotify, at: now)
    ripeChanges.set(trees.buffer.nextChange)
    return batch
  }

  /// Whether the marker folder is gone, so that nothing can be told in order any more.
  public var hasLostMarkers: Bool { trees.hasLostMarkers }

  private var hasEnded: Bool { isStopped || trees.hasLostMarkers }

  private func readEvents() {
    let now = ContinuousClock.now
    do throws(SystemError) {
      for record in try inotify.read() { take(record, at: now) }
    } catch {
      // Whatever could not be read is lost: the same remedy as for an overflow.
      take(INotifyRecord(watch: -1, events: .overflow), at: now)
    }
    deliver()
  }

  func take(_ record: INotifyRecord, at now: ContinuousClock.Instant) {
    trees.perform(trees.take(record, at: now), on: inotify, at: now)
  }

  private func readMounts() {
    guard let table = try? mountMonitor.table() else { return }
    let points = table.points(changedSince: mounts)
    mounts = table
    let now = ContinuousClock.now
    trees.perform(trees.noteMounts(at: points, now: now), on: inotify, at: now)
    deliver()
  }

  /// Gives the consumer what is ripe, or sets the timer for when something will be.
  private func deliver() {
    guard consumer != nil else { return ripeChanges.set(trees.buffer.nextChange) }
    if let batch = ripeBatch() { return resume(with: batch) }
    if hasEnded { return resume(with: nil) }
    if isWoken {
      isWoken = false
      return resume(with: ChangeBatch())
    }
    if let consumerDeadline, consumerDeadline <= .now { return resume(with: ChangeBatch()) }
    if let timer { loop.cancel(timer) }
    timer = [trees.nextDeadline, consumerDeadline].compactMap(\.self).min().map { deadline in
      loop.schedule(at: deadline) { [weak self] in
        self?.assumeIsolated { watcher in watcher.deliver() }
      }
    }
  }

  private func resume(with batch: ChangeBatch?) {
    if let timer { loop.cancel(timer) }
    timer = nil
    consumer?.resume(returning: batch)
    consumer = nil
  }
}

// MARK: - Watches

extension TreeWatcher {
  /// Watches an open folder; open it first and list it afterwards, so that nothing falls between.
  ///
  /// - Parameters:
  ///   - folder: the path it was opened by.
  ///   - descriptor: the open folder, which stays open during the call.
  ///   - age: how long ago something last changed in it; it decides who gets the watches where there
  ///     are not enough.
  ///   - fileSystem: the sort of file system it lies on; nil where the folder above it lies on the
  ///     same one.
  ///   - isExplained: whether all events have been read since something looked wrong here; then the
  ///     disk is believed, and ``WatchOutcome/ahead`` does not come.
  /// - Returns: what came of it.
  public func watch(
    _ folder: FilePath, descriptor: Int32, age: Duration = .zero,
    fileSystem: FileSystemType? = nil, isExplained: Bool = false
  ) -> WatchOutcome {
    let now = ContinuousClock.now
    trees.note(fileSystem.map(EventDelivery.init), at: folder)
    // Once the kernel refuses a watch, the second attempt takes that of a quieter folder.
    for _ in 0..<2 {
      guard let actions = trees.makeRoom(for: folder, changedAt: now - age) else { return .polled }
      trees.perform(actions, on: inotify, at: now)
      do throws(SystemError) {
        let watch = try inotify.watch(openDirectory: descriptor)
        let (outcome, actions) = trees.insert(
          watch, at: folder, changedAt: now - age, isExplained: isExplained)
        trees.perform(actions, on: inotify, at: now)
        return outcome
      } catch {
        guard error.isOutOfRoom else { return .refused(error) }
        trees.noteRefusal()
      }
    }
    return .polled
  }

  /// Forgets a folder that is gone without an event having told so.
  ///
  /// The events read here are ahead of those that the caller knows of: where there is a folder of
  /// that name again, it stays.
  public func forgetMissing(_ folder: FilePath) {
    if (try? trees.rules.status(of: folder))?.kind != .directory { forget(folder) }
  }

  /// Ends the watches of a folder and of all below it.
  public func forget(_ folder: FilePath) {
    trees.perform(trees.endWatches(below: folder), on: inotify, at: .now)
  }

  /// Tells of these files from now on, wherever they lie, whether they exist or not.
  public func watch(ruleFiles files: Set<FilePath>) {
    trees.perform(trees.watch(ruleFiles: files), on: inotify, at: .now)
  }

  /// Goes by other rules from now on; see ``WatchedTrees/adopt(_:)``.
  public func adopt(_ rules: SelectionRules) {
    trees.perform(trees.adopt(rules), on: inotify, at: .now)
    // What waits may be ripe, and the consumer has more to do than that.
    deliver()
  }

  /// Looks out for a root that does not exist: tells when it appears.
  public func expect(root: FilePath) {
    trees.perform(trees.expect(root: root), on: inotify, at: .now)
  }

  /// The rules that it goes by.
  public var rules: SelectionRules { trees.rules }

  /// Which of these folders have no watch.
  public func unwatched(among folders: [FilePath]) -> [FilePath] {
    trees.unwatched(among: folders)
  }

  /// Which of these folders lie on file systems that do not tell of every change.
  public func untold(among folders: [FilePath]) -> [FilePath] {
    trees.untold(among: folders)
  }

  /// How changes in a folder are found.
  public func delivery(of folder: FilePath) -> FolderDelivery {
    trees.delivery(of: folder)
  }

  /// Whether a change waits to become ripe that may concern a path.
  public func isWaiting(for path: FilePath) -> Bool {
    trees.buffer.holds(path)
  }

  /// Notes that all folders have been looked at.
  ///
  /// - Parameter unwatched: how many of them have no watch.
  public func noteRound(unwatched: Int) {
    trees.budget.noteRound(unwatched: unwatched)
  }

  /// Whether there is any folder that has to be looked at at intervals.
  public var needsPolling: Bool { trees.needsPolling }

  /// How many paths wait to become ripe; O(1).
  public var waitingCount: Int { trees.buffer.count }

  /// How the watcher is doing now.
  ///
  /// O(roots), or O(watches × depth) where there are folders without a watch.
  public var status: WatchStatus {
    trees.status(limit: limit)
  }
}
