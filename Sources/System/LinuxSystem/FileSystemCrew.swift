import Synchronization

/// Manages the threads of ``FileSystemCalls``.
///
/// One thread is enough while all file systems answer. If a task waits for 20 ms, another thread starts. So a
/// file system that begins to hang occupies few threads before it is known to hang.
final class FileSystemCrew: Sendable {
  private struct State {
    var waiting: [(call: FileSystemCall, run: @Sendable () -> Void)] = []
    var threads = 0
    var idle = 0
    var lastStart: ContinuousClock.Instant?
    var isGrowthPlanned = false
    /// The number of hanging calls, by the mount point of their file system.
    var hanging: [FilePath: Int] = [:]
    var hasEnded = false
    /// Whether a thread that has become idle must end; one idle thread is kept for the next task.
    var hasSpareThread: Bool { hasEnded || idle > waiting.count + 1 }
  }

  /// How long a task waits before another thread starts.
  private static let growth = Duration.milliseconds(20)
  private let state = Mutex(State())
  private let work = Semaphore()
  private let limit: Int
  private let tasks: LoopTaskExecutor

  /// - Parameters:
  ///   - limit: the largest number of threads.
  ///   - tasks: the executor that starts threads later.
  init(limit: Int, tasks: LoopTaskExecutor) {
    self.limit = limit
    self.tasks = tasks
  }

  /// Runs a task on a thread, after the tasks that wait already.
  func start(_ call: FileSystemCall, _ run: @escaping @Sendable () -> Void) {
    state.withLock { $0.waiting.append((call, run)) }
    growIfNeeded()
    work.signal()
  }

  /// Gives up a task after its timeout.
  ///
  /// - Returns: where the task hangs; nil if it has ended.
  func giveUp(_ call: FileSystemCall) -> FileSystemCalls.Unanswered? {
    // Read the mounts before locking the task: the thread that ends the task must not wait for this.
    let mounts = try? MountTable.current()
    let failure = call.giveUp { path in
      let mount = mounts?.point(of: path) ?? path
      state.withLock { $0.hanging[mount, default: 0] += 1 }
      return mount
    }
    guard let failure else { return nil }
    state.withLock { state in state.waiting.removeAll { $0.call === call } }
    // The thread of this task hangs, so waiting tasks need another thread.
    growIfNeeded()
    return failure
  }

  /// Whether a call on the path's file system hangs now.
  func isHanging(_ path: FilePath) -> Bool {
    let points = state.withLock { state in
      state.hanging.isEmpty ? [] : state.hanging.keys.filter { path.isInside($0) }
    }
    guard let nearest = points.max(by: { $0.bytes.count < $1.bytes.count }) else { return false }
    // Another file system, which does not hang, may be mounted inside the hanging one.
    return (try? MountTable.current())?.point(of: path) ?? nearest == nearest
  }

  /// Records that a call returned after its task was given up.
  func returned(from mount: FilePath) {
    state.withLock { state in
      let left = (state.hanging[mount] ?? 1) - 1
      state.hanging[mount] = left > 0 ? left : nil
    }
  }

  /// Ends all threads: idle threads now, other threads after their task.
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

  /// Starts a thread if a task waits for one; if another thread has just started, does so later.
  private func growIfNeeded() {
    let growth = state.withLock { state -> Growth in
      guard state.waiting.count > state.idle, state.threads < limit else { return .none }
      // The delay also applies after the system has refused to start a thread.
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
    // More tasks may wait than one more thread can run.
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
