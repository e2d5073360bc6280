public import FileSelection
public import LinuxSystem
import Synchronization

/// Watches folders and returns their changes in merged batches.
///
/// It owns the daemon's only inotify instance and reads it on its own event loop; ``WatchedTrees``
/// makes the decisions. There is one consumer, which gets a batch once changes are due; until then,
/// changes are merged.
public actor TreeWatcher {
  private let loop: EventLoop
  private let source: GuardedWatches
  private let mountMonitor: MountMonitor
  /// How many watches the kernel grants to the user.
  public nonisolated let limit: WatchLimit
  /// Whether changes are due, for a consumer with long work.
  public nonisolated let dueChanges = DueChanges()
  private var mounts: MountTable
  private var trees: WatchedTrees {
    didSet { shared.withLock { $0 = WatchOverview(of: trees) } }
  }
  /// Readable from every thread, because switching to the actor takes longer than a quick search.
  private nonisolated let shared: Mutex<WatchOverview>
  private var consumer: CheckedContinuation<ChangeBatch?, Never>?
  /// When the consumer's wait ends even without changes.
  private var consumerDeadline: ContinuousClock.Instant?
  private var timer: EventLoop.Timer?
  private var isStopped = false
  /// Whether ``wake()`` was called while the consumer did not wait; then its next wait ends at once.
  private var isWoken = false

  /// The actor's own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.executor
  }

  /// Creates a watcher that watches only its marker folder.
  ///
  /// - Parameters:
  ///   - rules: which paths are indexed.
  ///   - markerFolder: an existing folder of the daemon. A file created in it with a number as its
  ///     name becomes a barrier.
  ///   - timing: the delays of the change buffer.
  ///   - limit: how many watches the kernel grants to the user.
  ///   - files: knows which file systems do not answer; it is notified of mounts.
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
  /// - Parameter deadline: when to return an empty batch if none is due; nil for never.
  /// - Returns: the batch; nil if the watcher was stopped, or if the marker folder was lost, and
  ///   barriers with it.
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

  /// Whether the marker folder was lost, so that barriers are no longer reached.
  public var hasLostMarkers: Bool { trees.hasLostMarkers }

  private var hasEnded: Bool { isStopped || trees.hasLostMarkers }

  private func readEvents() {
    let now = ContinuousClock.now
    do throws(SystemError) {
      for record in try source.inotify.read() { apply(record, at: now) }
    } catch {
      // The records that could not be read are lost, so this is treated like an overflow of the queue.
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
  /// To miss no change, open the folder before the call, and list it after the call.
  ///
  /// - Parameters:
  ///   - folder: the path by which it was opened.
  ///   - descriptor: the open folder; it must stay open during the call.
  ///   - age: the time since its last change; if watches are short, recently changed folders get them.
  ///   - fileSystem: the type of its file system; nil if its parent folder is on the same one.
  ///   - isResolved: whether all events have been read since a conflict was found here; then the
  ///     disk is right, and the outcome is not ``WatchOutcome/conflict``.
  /// - Returns: whether the folder is watched.
  public func watch(
    _ folder: FilePath, descriptor: Int32, age: Duration = .zero,
    fileSystem: FileSystemType? = nil, isResolved: Bool = false
  ) -> WatchOutcome {
    let now = ContinuousClock.now
    trees.fileSystems.set(fileSystem.map(EventDelivery.init), at: folder)
    // If the kernel refuses a watch, the second attempt ends the watch of a less active folder first.
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

  /// Ends the watches of a folder that no longer exists, in case no event has reported its removal.
  ///
  /// The watcher has read more events than the caller has processed. So if the folder exists again,
  /// its watches are kept.
  public func forgetMissing(_ folder: FilePath) {
    // If the file system does not answer, the folder may still exist.
    if source.files.obstacle(at: folder) != nil { return }
    if (try? trees.rules.status(of: folder))?.kind != .directory { forget(folder) }
  }

  /// Ends the watches of a folder and of all folders below it.
  public func forget(_ folder: FilePath) {
    trees.perform(trees.endWatches(below: folder), on: source, at: .now)
  }

  /// Reports changes of rule files from now on, wherever they are and whether or not they exist.
  public func watch(ruleFiles files: Set<FilePath>) {
    trees.perform(trees.watch(ruleFiles: files), on: source, at: .now)
  }

  /// Replaces the rules; see ``WatchedTrees/setRules(_:)``.
  public func setRules(_ rules: SelectionRules) {
    trees.perform(trees.setRules(rules), on: source, at: .now)
    // The change may make a batch due.
    deliver()
  }

  /// Begins to look for a missing root; when it appears, this is reported as a change.
  public func expect(root: FilePath) {
    trees.perform(trees.expect(root: root), on: source, at: .now)
  }

  /// The facts that can be read without waiting for the watcher's thread; O(1).
  public nonisolated var overview: WatchOverview { shared.withLock(\.self) }

  /// The elements of `folders` that have no watch.
  public func unwatched(among folders: [FilePath]) -> [FilePath] {
    trees.unwatched(among: folders)
  }

  /// The elements of `folders` on file systems that do not notify every change.
  public nonisolated func unreliable(among folders: [FilePath]) -> [FilePath] {
    overview.unreliable(among: folders)
  }

  /// How the watcher learns of changes in a folder.
  public func delivery(of folder: FilePath) -> FolderDelivery {
    trees.delivery(of: folder)
  }

  /// Whether a pending change may affect a path.
  public func isWaiting(for path: FilePath) -> Bool {
    trees.buffer.hasChange(for: path)
  }

  /// Allows more watches again, after all folders without a watch have been polled.
  ///
  /// - Parameter unwatched: the number of folders without a watch.
  public func finishRound(unwatched: Int) {
    trees.budget.finishRound(unwatched: unwatched)
  }

  /// Whether any folders must be polled.
  public var needsPolling: Bool { trees.needsPolling }

  /// The current status.
  ///
  /// O(roots), or O(watches × depth) if there are folders without a watch.
  public var status: WatchStatus {
    trees.status(limit: limit)
  }
}
