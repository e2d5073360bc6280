import Synchronization

/// The threads of ``FileSystemCalls``.
///
/// One thread is enough while all file systems answer. If work waits for 20 ms, one more is started, so that
/// work on a file system that begins to hang occupies few threads until it is known to hang.
final class FileSystemCrew: Sendable {
  private struct State {
    var waiting: [(call: FileSystemCall, run: @Sendable () -> Void)] = []
    var threads = 0
    var idle = 0
    var lastStart: ContinuousClock.Instant?
    var isGrowthPlanned = false
    /// How many calls hang, by the mount points of their file systems.
    var hanging: [FilePath: Int] = [:]
    var hasEnded = false
    /// Whether a thread that has no work is to end; one waits for the next work.
    var hasSpareThread: Bool { hasEnded || idle > waiting.count + 1 }
  }

  /// How long work waits before another thread is started for it.
  private static let growth = Duration.milliseconds(20)
  private let state = Mutex(State())
  private let work = Semaphore()
  private let limit: Int
  private let tasks: LoopTaskExecutor

  /// - Parameters:
  ///   - limit: the most threads.
  ///   - tasks: starts threads later.
  init(limit: Int, tasks: LoopTaskExecutor) {
    self.limit = limit
    self.tasks = tasks
  }

  /// Runs work on a thread, after other work that waits.
  func start(_ call: FileSystemCall, _ run: @escaping @Sendable () -> Void) {
    state.withLock { $0.waiting.append((call, run)) }
    growIfNeeded()
    work.signal()
  }

  /// Gives up work whose time is over.
  ///
  /// - Returns: where it hangs; nil if it has ended.
  func giveUp(_ call: FileSystemCall) -> FileSystemCalls.Unanswered? {
    // Read before the lock of the call is taken, because the thread that ends the call waits for that lock.
    let mounts = try? MountTable.current()
    let failure = call.giveUp { path in
      let mount = mounts?.point(of: path) ?? path
      state.withLock { $0.hanging[mount, default: 0] += 1 }
      return mount
    }
    guard let failure else { return nil }
    state.withLock { state in state.waiting.removeAll { $0.call === call } }
    // This thread hangs, so the work that waits needs another thread.
    growIfNeeded()
    return failure
  }

  /// Whether a call on the file system of a path hangs now.
  func isHanging(_ path: FilePath) -> Bool {
    let points = state.withLock { state in
      state.hanging.isEmpty ? [] : state.hanging.keys.filter { path.isInside($0) }
    }
    guard let nearest = points.max(by: { $0.bytes.count < $1.bytes.count }) else { return false }
    // Another file system may be mounted in one that hangs.
    return (try? MountTable.current())?.point(of: path) ?? nearest == nearest
  }

  /// Records that a call has returned that was given up.
  func returned(from mount: FilePath) {
    state.withLock { state in
      let left = (state.hanging[mount] ?? 1) - 1
      state.hanging[mount] = left > 0 ? left : nil
    }
  }

  /// Ends the threads that have no work, now or when their work ends.
  func end() {
    let idle = state.withLock { state in
      state.hasEnded = true
      return state.idle
    }
    for _ in 0..<idle { work.signal() }
  }

  private enum Growth {
    case none
    case now
    case later(ContinuousClock.Instant)
  }

  /// Starts a thread if work waits for one, unless another was started just before; then it does so later.
  private func growIfNeeded() {
    let growth = state.withLock { state -> Growth in
      guard state.waiting.count > state.idle, state.threads < limit else { return .none }
      // Also if the system has just refused to start one.
      if let last = state.lastStart, last + Self.growth > .now {
        if state.isGrowthPlanned { return .none }
        state.isGrowthPlanned = true
        return .later(last + Self.growth)
      }
      state.threads += 1
      state.idle += 1
      state.lastStart = .now
      return .now
    }
    switch growth {
    case .none: break
    case .now: startThread()
    case .later(let moment):
      _ = tasks.schedule(at: moment) { [self] in
        state.withLock { $0.isGrowthPlanned = false }
        growIfNeeded()
      }
    }
  }

  private func startThread() {
    do throws(SystemError) {
      try DetachedThread.start("sitta-files") { [self] in serve() }
    } catch {
      state.withLock { state in
        state.threads -= 1
        state.idle -= 1
      }
    }
    // More work may wait than one thread can do.
    growIfNeeded()
  }

  private func serve() {
    while true {
      work.wait()
      let run = state.withLock { state -> (@Sendable () -> Void)? in
        state.idle -= 1
        return state.waiting.isEmpty ? nil : state.waiting.removeFirst().run
      }
      run?()
      let isLast = state.withLock { state in
        state.idle += 1
        guard state.hasSpareThread else { return false }
        state.idle -= 1
        state.threads -= 1
        return true
      }
      if isLast { return }
    }
  }
}
