public import FileSelection
public import LinuxSystem

/// Keeps folders watched and tells what changed in them, in merged batches.
///
/// The shell around ``WatchTree``, ``RenamePairing`` and ``ChangeBuffer``: it owns the one inotify
/// instance, reads it on its own event loop as soon as something is there, and hands out a batch
/// whenever the one consumer asks and something is ripe. While nobody asks, changes go on merging.
public actor TreeWatcher {
  let loop: EventLoop
  let inotify: INotify
  let markerFolder: FilePath
  var rules: SelectionRules
  var tree = WatchTree()
  var pairing = RenamePairing()
  var buffer: ChangeBuffer
  var missingRoots: Set<FilePath> = []
  var lookouts: Set<FilePath> = []
  var ruleFiles: Set<FilePath> = []
  /// Folders that are watched for the sake of ``ruleFiles``.
  var ruleFolders: Set<FilePath> = []
  var counters = Counters()
  private var consumer: CheckedContinuation<ChangeBatch?, Never>?
  /// When the consumer wants to go on even without a change.
  private var patience: ContinuousClock.Instant?
  private var timer: EventLoop.Timer?
  private var isStopped = false
  /// A wake-up that came while nobody waited; it holds for the next wait.
  private var isWoken = false

  /// Numbers for people who ask how the watcher is doing.
  public struct Counters: Equatable, Sendable {
    /// Folders that are watched now.
    public var watchedFolders = 0
    /// Folders that could not be watched because the kernel's limit was reached.
    public var refusedFolders = 0
    /// How often the kernel's queue was full.
    public var overflows = 0
    /// Paths that wait to become ripe.
    public var waiting = 0
    /// Roots that do not exist now.
    public var missingRoots: [FilePath] = []
  }

  /// What came of asking for a watch.
  public enum Outcome: Equatable, Sendable {
    /// The folder is watched.
    case watched
    /// The tree knows this folder under another name, or another folder under this one: events
    /// that tell of a rename have not been read yet.
    case ahead
    /// The folder cannot be watched, now or at all.
    case refused(SystemError)
  }

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
  /// - Throws: EMFILE where `fs.inotify.max_user_instances` is reached.
  public init(
    rules: SelectionRules, markerFolder: FilePath, timing: ChangeBuffer.Timing = .init()
  ) throws(SystemError) {
    loop = try EventLoop(name: "sitta-watch")
    inotify = try INotify()
    buffer = ChangeBuffer(timing: timing)
    self.rules = rules
    self.markerFolder = markerFolder
    tree.insert(markerFolder, watch: try inotify.watch(directory: markerFolder))
  }

  deinit {
    loop.stop()
  }

  /// Begins to read events.
  public func start() throws(SystemError) {
    try loop.wait(for: inotify.descriptor.number, .readable) { [weak self] _ in
      self?.assumeIsolated { watcher in watcher.readEvents() }
    }
  }

  /// Ends: whoever waits for a batch gets nil.
  public func stop() {
    isStopped = true
    loop.forget(inotify.descriptor.number)
    deliver()
  }

  /// Waits until a batch is ripe.
  ///
  /// - Parameter deadline: gives an empty batch then; nil waits for ever.
  /// - Returns: nil once the watcher has been stopped.
  public func nextBatch(until deadline: ContinuousClock.Instant? = nil) async -> ChangeBatch? {
    if let batch = ripeBatch() { return batch }
    if isStopped { return nil }
    if isWoken {
      isWoken = false
      return ChangeBatch()
    }
    return await withCheckedContinuation { continuation in
      consumer = continuation
      patience = deadline
      deliver()
    }
  }

  /// Gives whoever waits for a batch an empty one, now or instead of the next wait.
  public func wake() {
    guard let consumer else {
      isWoken = true
      return
    }
    self.consumer = nil
    consumer.resume(returning: ChangeBatch())
  }

  /// Takes a batch if one is ripe, without waiting.
  public func ripeBatch() -> ChangeBatch? {
    let now = ContinuousClock.now
    for origin in pairing.expire(at: now) { movedOut(origin, at: now) }
    return buffer.takeBatch(at: now)
  }

  /// Watches an open folder; open it first and list it afterwards, so that nothing falls between.
  ///
  /// - Parameters:
  ///   - folder: the path it was opened by.
  ///   - descriptor: the open folder, which stays open during the call.
  ///   - isExplained: whether all events have been read since something looked wrong here; then the
  ///     disk is believed, and ``Outcome/ahead`` does not come.
  /// - Returns: what came of it.
  public func watch(
    _ folder: FilePath, descriptor: Int32, isExplained: Bool = false
  ) -> Outcome {
    do throws(SystemError) {
      let watch = try inotify.watch(openDirectory: descriptor)
      let known = tree.watch(at: folder)
      if known == watch { return .watched }
      let others = tree.paths(of: watch)
      if !isExplained, known != nil || !others.isEmpty {
        if others.isEmpty { inotify.unwatch(watch) }
        return .ahead
      }
      if let unused = tree.insert(folder, watch: watch) { inotify.unwatch(unused) }
      return .watched
    } catch {
      if error.isWatchLimit { counters.refusedFolders += 1 }
      return .refused(error)
    }
  }

  /// Forgets a folder that is gone without an event having told so.
  ///
  /// The events read here are ahead of those that the caller knows of: where there is a folder of
  /// that name again, it stays.
  public func forgetMissing(_ folder: FilePath) {
    if (try? FileStatus(of: folder))?.kind != .directory { forget(folder) }
  }

  /// Ends the watches of a folder and of all below it.
  public func forget(_ folder: FilePath) {
    for unused in tree.remove(folder) { inotify.unwatch(unused) }
  }

  /// Looks out for a root that does not exist: tells when it appears.
  public func expect(root: FilePath) {
    missingRoots.insert(root)
    lookOut(for: root)
  }

  /// How the watcher is doing now.
  public var status: Counters {
    var status = counters
    status.watchedFolders = tree.watchCount
    status.waiting = buffer.count
    status.missingRoots = missingRoots.sorted()
    return status
  }

  private func readEvents() {
    let now = ContinuousClock.now
    do throws(SystemError) {
      for record in try inotify.read() { take(record, at: now) }
    } catch {
      // Whatever could not be read is lost: the same remedy as for an overflow.
      buffer.note(.lostEvents, at: now)
    }
    deliver()
  }

  /// Gives the consumer what is ripe, or sets the timer for when something will be.
  private func deliver() {
    guard let consumer else { return }
    let batch = ripeBatch()
    let isOver = patience.map { $0 <= .now } ?? false
    if batch != nil || isStopped || isOver {
      self.consumer = nil
      consumer.resume(returning: batch ?? (isStopped ? nil : ChangeBatch()))
      return
    }
    if let timer { loop.cancel(timer) }
    let deadlines = [buffer.nextDeadline, pairing.nextDeadline, patience]
    timer = deadlines.compactMap(\.self).min().map { deadline in
      loop.schedule(at: deadline) { [weak self] in
        self?.assumeIsolated { watcher in watcher.deliver() }
      }
    }
  }
}
