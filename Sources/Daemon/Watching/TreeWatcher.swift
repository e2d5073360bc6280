public import FileSelection
public import LinuxSystem
import Synchronization

/// Watches folders and returns their changes in merged batches.
///
/// The shell around ``WatchedTrees``: it owns the only inotify instance and reads it on its own
/// event loop. It returns a batch when the only consumer asks for one and changes are due. Until
/// then, changes are merged.
public actor TreeWatcher {
  private let loop: EventLoop
  private let source: GuardedWatches
  private let mountMonitor: MountMonitor
  /// How many folders the kernel lets a user watch.
  public nonisolated let limit: WatchLimit
  /// Whether changes are due, for a consumer with long work.
  public nonisolated let dueChanges = DueChanges()
  private var mounts: MountTable
  private var trees: WatchedTrees {
    didSet { shared.withLock { $0 = WatchOverview(of: trees) } }
  }
  /// Readable from every thread, because to change threads takes longer than a quick search.
  private nonisolated let shared: Mutex<WatchOverview>
  private var consumer: CheckedContinuation<ChangeBatch?, Never>?
  /// When the consumer continues without changes.
  private var consumerDeadline: ContinuousClock.Instant?
  private var timer: EventLoop.Timer?
  private var isStopped = false
  /// A call of ``wake()`` while the consumer did not wait; it ends the next wait.
  private var isWoken = false

  /// The actor's own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.executor
  }

  /// Creates a watcher that watches only its marker folder.
  ///
  /// - Parameters:
  ///   - rules: which paths are indexed.
  ///   - markerFolder: an existing folder of the service; a file created in it whose name is a
  ///     number becomes a barrier.
  ///   - timing: the delays of the change buffer.
  ///   - limit: how many folders the kernel lets a user watch.
  ///   - files: asked before any file system that others serve; it is notified of mounts.
  /// - Throws: EMFILE if `fs.inotify.max_user_instances` is reached, ENOSPC if no watch is left for
  ///   the marker folder.
  public init(
    rules: SelectionRules, markerFolder: FilePath, timing: ChangeBuffer.Timing = .init(),
    limit: WatchLimit = .current, files: FileSystemGuard = FileSystemGuard { _ in true }
  ) throws(SystemError) {
    loop = try EventLoop(name: "sitta-watch")
    source = GuardedWatches(inotify: try INotify(), files: files)
    mountMonitor = try MountMonitor()
    mounts = try mountMonitor.table()
    files.use(mounts)
    self.limit = limit
    var trees = WatchedTrees(
      rules: rules, markerFolder: markerFolder, buffer: ChangeBuffer(timing: timing),
      budget: WatchBudget(limit: limit.count))
    let marker = try source.inotify.watch(directory: markerFolder)
    trees.perform(trees.insertMarkerFolder(watch: marker), on: source, at: .now)
    self.trees = trees
    shared = Mutex(WatchOverview(of: trees))
  }

  deinit {
    loop.stop()
  }

  /// Starts reading events.
  public func start() throws(SystemError) {
    try loop.addHandler(for: source.inotify.descriptor.number, .readable) { [weak self] _ in
      self?.assumeIsolated { watcher in watcher.readEvents() }
    }
    try loop.addHandler(for: mountMonitor.descriptor.number, .urgent) { [weak self] _ in
      self?.assumeIsolated { watcher in watcher.readMounts() }
    }
  }

  /// Stops the watcher; a waiting consumer gets nil.
  public func stop() {
    isStopped = true
    loop.removeHandler(for: source.inotify.descriptor.number)
    loop.removeHandler(for: mountMonitor.descriptor.number)
    deliver()
  }

  /// Waits until a batch is due.
  ///
  /// - Parameter deadline: when to return an empty batch instead; nil for never.
  /// - Returns: nil if the watcher is stopped, or if the marker folder is lost and so are its
  ///   barriers.
  public func nextBatch(until deadline: ContinuousClock.Instant? = nil) async -> ChangeBatch? {
    await withCheckedContinuation { continuation in
      consumer = continuation
      consumerDeadline = deadline
      deliver()
    }
  }

  /// Returns an empty batch to the consumer, now or at its next wait.
  public func wake() {
    guard consumer != nil else {
      isWoken = true
      return
    }
    resume(with: ChangeBatch())
  }

  /// Removes and returns the batch that is due, without waiting; nil if none is due.
  public func dueBatch() -> ChangeBatch? {
    let now = ContinuousClock.now
    let (batch, actions) = trees.takeBatch(at: now)
    trees.perform(actions, on: source, at: now)
    dueChanges.set(trees.buffer.nextChange)
    return batch
  }

  /// Whether the marker folder is lost, so that there can be no more barriers.
  public var hasLostMarkers: Bool { trees.hasLostMarkers }

  private var hasEnded: Bool { isStopped || trees.hasLostMarkers }

  private func readEvents() {
    let now = ContinuousClock.now
    do throws(SystemError) {
      for record in try source.inotify.read() { apply(record, at: now) }
    } catch {
      // Records that could not be read are lost: the same remedy as for an overflow.
      apply(INotifyRecord(watch: -1, events: .overflow), at: now)
    }
    deliver()
  }

  func apply(_ record: INotifyRecord, at now: ContinuousClock.Instant) {
    trees.perform(trees.apply(record, at: now), on: source, at: now)
  }

  private func readMounts() {
    guard let table = try? mountMonitor.table() else { return }
    let points = table.points(changedSince: mounts)
    mounts = table
    source.files.use(table)
    let now = ContinuousClock.now
    trees.perform(trees.applyMounts(at: points, now: now), on: source, at: now)
    deliver()
  }

  /// Returns a due batch to the consumer, or sets the timer for the next one.
  private func deliver() {
    guard consumer != nil else { return dueChanges.set(trees.buffer.nextChange) }
    if let batch = dueBatch() { return resume(with: batch) }
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
  /// Watches an open folder.
  ///
  /// Open the folder before the call and list it afterwards, so that no change is missed.
  ///
  /// - Parameters:
  ///   - folder: the path that it was opened by.
  ///   - descriptor: the open folder; it must stay open during the call.
  ///   - age: the time since its last change; if there are too few watches, the youngest get them.
  ///   - fileSystem: the type of its file system; nil if the folder above it lies on the same one.
  ///   - isResolved: whether all events have been read since a conflict was found here; then the
  ///     disk counts, and the outcome is not ``WatchOutcome/conflict``.
  /// - Returns: whether the folder is watched.
  public func watch(
    _ folder: FilePath, descriptor: Int32, age: Duration = .zero,
    fileSystem: FileSystemType? = nil, isResolved: Bool = false
  ) -> WatchOutcome {
    let now = ContinuousClock.now
    trees.fileSystems.set(fileSystem.map(EventDelivery.init), at: folder)
    // If the kernel refuses a watch, the second attempt ends the watch of a quieter folder first.
    for _ in 0..<2 {
      guard let actions = trees.reserveWatch(for: folder, changedAt: now - age) else {
        return .polled
      }
      trees.perform(actions, on: source, at: now)
      do throws(SystemError) {
        let watch = try source.inotify.watch(openDirectory: descriptor)
        let (outcome, actions) = trees.insert(
          watch, at: folder, changedAt: now - age, isResolved: isResolved)
        trees.perform(actions, on: source, at: now)
        return outcome
      } catch {
        guard error.isOutOfRoom else { return .refused(error) }
        trees.budget.shrink()
      }
    }
    return .polled
  }

  /// Forgets a folder that is gone, if no event has reported that.
  ///
  /// The watcher has read more events than the caller has processed. So a folder that exists again
  /// is kept.
  public func forgetMissing(_ folder: FilePath) {
    // A folder on a file system that does not answer may be there.
    if source.files.obstacle(at: folder) != nil { return }
    if (try? trees.rules.status(of: folder))?.kind != .directory { forget(folder) }
  }

  /// Ends the watches of a folder and of all folders below it.
  public func forget(_ folder: FilePath) {
    trees.perform(trees.endWatches(below: folder), on: source, at: .now)
  }

  /// Reports changes of these files from now on, whether they lie in a root or not, and exist or
  /// not.
  public func watch(ruleFiles files: Set<FilePath>) {
    trees.perform(trees.watch(ruleFiles: files), on: source, at: .now)
  }

  /// Replaces the rules; see ``WatchedTrees/setRules(_:)``.
  public func setRules(_ rules: SelectionRules) {
    trees.perform(trees.setRules(rules), on: source, at: .now)
    // A batch may be due now.
    deliver()
  }

  /// Watches for a root that does not exist; its appearance becomes a change.
  public func expect(root: FilePath) {
    trees.perform(trees.expect(root: root), on: source, at: .now)
  }

  /// The state that is known without waiting for the watcher's thread; O(1).
  public nonisolated var overview: WatchOverview { shared.withLock(\.self) }

  /// The members of `folders` that have no watch.
  public func unwatched(among folders: [FilePath]) -> [FilePath] {
    trees.unwatched(among: folders)
  }

  /// The members of `folders` on file systems that do not notify every change.
  public nonisolated func unreliable(among folders: [FilePath]) -> [FilePath] {
    overview.unreliable(among: folders)
  }

  /// How changes in a folder are found.
  public func delivery(of folder: FilePath) -> FolderDelivery {
    trees.delivery(of: folder)
  }

  /// Whether a pending change may concern a path.
  public func isWaiting(for path: FilePath) -> Bool {
    trees.buffer.hasChange(for: path)
  }

  /// Lets the budget of watches grow, because all folders have been polled once.
  ///
  /// - Parameter unwatched: the number of folders without a watch.
  public func finishRound(unwatched: Int) {
    trees.budget.finishRound(unwatched: unwatched)
  }

  /// Whether a folder must be polled.
  public var needsPolling: Bool { trees.needsPolling }

  /// The current status.
  ///
  /// O(roots), or O(watches × depth) if there are folders without a watch.
  public var status: WatchStatus {
    trees.status(limit: limit)
  }
}
