import CLinux
import Glibc
import Synchronization

/// A thread that waits for descriptors and deadlines, and runs the actors that live on it.
///
/// An actor whose `unownedExecutor` is an event loop may block in a system call or in SQLite: it
/// holds up nobody but the actors of the same loop, and never the shared pool. Handlers run on the
/// loop's thread, so such an actor reaches its state in one with `assumeIsolated`. A loop with
/// nothing to do sleeps in epoll_wait(2) without a timeout: no wake-ups.
///
/// In a task with a preferred executor every `await` of such an actor is a suspension, also that of
/// its own methods: the runtime finds that the loop runs the job without that preference, and
/// enqueues it again (`mustSwitchToRun` in the runtime's Actor.cpp). That holds for
/// `withCheckedContinuation` as well: other jobs of the actor can run before its body. So the body
/// itself asks whether there is still something to wait for.
public final class EventLoop: SerialExecutor, Sendable {
  /// What a descriptor is waited for; see epoll_ctl(2).
  public struct Interest: OptionSet, Sendable {
    /// The bits as epoll has them.
    public let rawValue: UInt32

    /// Takes epoll's bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// There is something to read, or the peer has closed its end.
    public static let readable = Interest(rawValue: EPOLLIN.rawValue | EPOLLRDHUP.rawValue)
    /// Something out of the ordinary has happened; see proc_pid_mounts(5) for an example.
    public static let urgent = Interest(rawValue: EPOLLPRI.rawValue)
    /// There is room to write.
    public static let writable = Interest(rawValue: EPOLLOUT.rawValue)

    /// Whether both directions of a socket have ended; epoll tells it without being asked.
    public var isHangUp: Bool { rawValue & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 }
  }

  /// Names a deadline that has been set.
  public struct Timer: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  @safe
  private enum Job {
    case ofActor(UnownedJob)
    case ofTask(UnownedJob, UnownedTaskExecutor)
  }

  private struct State {
    var jobs: [Job] = []
    var handlers: [Int32: @Sendable (Interest) -> Void] = [:]
    var deadlines: [Timer: (at: ContinuousClock.Instant, action: @Sendable () -> Void)] = [:]
    var timersMade: UInt64 = 0
    var isStopping = false
    /// Spares a second write to the wake-up descriptor before the thread has seen the first.
    var isWoken = false

    /// Milliseconds for epoll_wait(2), rounded up, -1 for ever; nil where the loop is to end.
    var timeout: Int32? {
      if isStopping { return nil }
      if !jobs.isEmpty { return 0 }
      guard let next = deadlines.values.map(\.at).min() else { return -1 }
      return next.millisecondsLeft
    }
  }

  private let state = Mutex(State())
  private let epoll: FileDescriptor
  private let wakeUp: FileDescriptor
  private let thread = Atomic<UInt>(0)

  /// Makes a loop that some thread, the main one for example, has to ``run()``.
  public init() throws(SystemError) {
    epoll = FileDescriptor(
      owning: try retrying("Cannot make an epoll instance") {
        epoll_create1(Int32(EPOLL_CLOEXEC))
      })
    wakeUp = FileDescriptor(
      owning: try retrying("Cannot make an event descriptor") {
        eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
      })
    try control(EPOLL_CTL_ADD, wakeUp.number, .readable)
  }

  /// Starts a loop on a thread of its own.
  ///
  /// - Parameter name: the thread's name, as `ps -L` shows it; at most 15 bytes.
  /// - Throws: what epoll_create1(2), eventfd(2) or pthread_create(3) fail with.
  public convenience init(name: String) throws(SystemError) {
    try self.init()
    let context = unsafe Unmanaged.passRetained(self)
    let code = unsafe name.withCString { name in
      unsafe clinux_start_thread(
        name,
        { context in
          guard let context = unsafe context else { return nil }
          let loop = unsafe Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue()
          loop.run()
          return nil
        }, context.toOpaque())
    }
    guard code == 0 else {
      unsafe context.release()
      throw SystemError(code: code, attempt: "Cannot start a thread")
    }
  }

  /// Waits and works on this thread until ``stop()``.
  public func run() {
    thread.store(pthread_self(), ordering: .relaxed)
    while step() == .continue {}
  }

  /// Ends the thread once the handler or job that runs now is done; nothing runs here afterwards.
  public func stop() {
    state.withLock { $0.isStopping = true }
    wake()
  }

  /// Calls `handler` on the loop's thread whenever the descriptor is ready for `interest`.
  ///
  /// The descriptor must be forgotten with ``forget(_:)`` before it is closed.
  public func wait(
    for descriptor: Int32, _ interest: Interest,
    handler: @escaping @Sendable (Interest) -> Void
  ) throws(SystemError) {
    let isNew = state.withLock { state in
      state.handlers.updateValue(handler, forKey: descriptor) == nil
    }
    do {
      try control(isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, interest)
    } catch {
      state.withLock { state in _ = state.handlers.removeValue(forKey: descriptor) }
      throw error
    }
  }

  /// Waits for something else on a descriptor that already has its handler.
  public func change(_ descriptor: Int32, to interest: Interest) throws(SystemError) {
    try control(EPOLL_CTL_MOD, descriptor, interest)
  }

  /// Ends the wait for a descriptor.
  public func forget(_ descriptor: Int32) {
    let handler = state.withLock { state in state.handlers.removeValue(forKey: descriptor) }
    if handler != nil { try? control(EPOLL_CTL_DEL, descriptor, []) }
  }

  /// Calls `action` once on the loop's thread, at `deadline` or within a millisecond after it.
  @discardableResult
  public func schedule(
    at deadline: ContinuousClock.Instant, action: @escaping @Sendable () -> Void
  ) -> Timer {
    let timer = state.withLock { state in
      state.timersMade += 1
      let timer = Timer(number: state.timersMade)
      state.deadlines[timer] = (deadline, action)
      return timer
    }
    wake()
    return timer
  }

  /// Takes a deadline back; one that has passed is no error.
  public func cancel(_ timer: Timer) {
    state.withLock { state in _ = state.deadlines.removeValue(forKey: timer) }
  }

  private func control(
    _ operation: Int32, _ descriptor: Int32, _ interest: Interest
  ) throws(SystemError) {
    try retrying("Cannot wait for a descriptor") {
      clinux_epoll_control(epoll.number, operation, descriptor, interest.rawValue)
    }
  }

  private func wake() {
    if isCurrentThread { return }
    let mustWrite = state.withLock { state in
      defer { state.isWoken = true }
      return !state.isWoken
    }
    if mustWrite { _ = eventfd_write(wakeUp.number, 1) }
  }
}

// MARK: - The thread

extension EventLoop {
  private enum Step {
    case `continue`
    case stop
  }

  private func step() -> Step {
    for job in state.withLock({ state in exchange(&state.jobs, with: []) }) {
      if state.withLock({ state in state.isStopping }) { return .stop }
      switch job {
      case .ofActor(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
      case .ofTask(let job, let executor): unsafe job.runSynchronously(on: executor)
      }
    }
    let due = state.withLock { state in (by: ContinuousClock.now, upTo: state.timersMade) }
    while let action = nextAction(due: due) { action() }
    var ready = [clinux_ready](repeating: clinux_ready(), count: 32)
    guard let timeout = state.withLock({ state in state.timeout }) else { return .stop }
    let count = unsafe clinux_epoll_wait(epoll.number, &ready, timeout)
    for source in ready.prefix(max(0, Int(count))) {
      handle(Interest(reported: source.events), of: source.descriptor)
    }
    return .continue
  }

  private func handle(_ interest: Interest, of descriptor: Int32) {
    if descriptor == wakeUp.number {
      var value: eventfd_t = 0
      _ = unsafe eventfd_read(descriptor, &value)
      state.withLock { state in state.isWoken = false }
      return
    }
    let handler = state.withLock { state in
      state.isStopping ? nil : state.handlers[descriptor]
    }
    handler?(interest)
  }

  /// Takes the earliest deadline that has passed, one at a time: any action may cancel the next.
  ///
  /// Deadlines that the actions set meanwhile have to wait until descriptors have had their turn.
  private func nextAction(
    due: (by: ContinuousClock.Instant, upTo: UInt64)
  ) -> (@Sendable () -> Void)? {
    state.withLock { state in
      if state.isStopping { return nil }
      let next = state.deadlines.lazy
        .filter { $0.value.at <= due.by && $0.key.number <= due.upTo }
        .min { ($0.value.at, $0.key.number) < ($1.value.at, $1.key.number) }
      guard let next else { return nil }
      return state.deadlines.removeValue(forKey: next.key)?.action
    }
  }

  private var isCurrentThread: Bool {
    thread.load(ordering: .relaxed) == pthread_self()
  }
}

// MARK: - The executor of actors

extension EventLoop {
  /// What an actor that lives here returns as its `unownedExecutor`; the actor must keep the loop.
  @safe
  public var executor: UnownedSerialExecutor {
    unsafe asUnownedSerialExecutor()
  }

  /// Runs a job of an actor that lives here, in the order in which they come.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { state in state.jobs.append(.ofActor(job)) }
    wake()
  }

  func enqueue(_ job: consuming ExecutorJob, for executor: UnownedTaskExecutor) {
    let job = UnownedJob(job)
    state.withLock { state in unsafe state.jobs.append(.ofTask(job, executor)) }
    wake()
  }

  /// Tells the runtime whether code runs on this loop's thread; it makes `assumeIsolated` work.
  public func isIsolatingCurrentContext() -> Bool? {
    isCurrentThread
  }

  /// Traps where code that claims to run on this loop does not.
  public func checkIsolated() {
    precondition(isCurrentThread, "This code must run on its event loop.")
  }
}

extension EventLoop.Interest {
  /// What epoll found, in whole members: of the two bits of ``readable`` one is enough.
  ///
  /// After a hang-up or an error, reading and writing no longer wait: they say what happened.
  fileprivate init(reported events: UInt32) {
    let isBroken = events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
    self.init(rawValue: events)
    if isBroken || events & Self.readable.rawValue != 0 { insert(.readable) }
    if isBroken || events & Self.writable.rawValue != 0 { insert(.writable) }
  }
}

extension ContinuousClock.Instant {
  /// The time until then for epoll_wait(2) and poll(2): rounded up, an hour at most, 0 if it is over.
  var millisecondsLeft: Int32 {
    let left = max(.zero, ContinuousClock.now.duration(to: self))
    return Int32(min((left + .microseconds(999)) / .milliseconds(1), 3_600_000))
  }
}

private func exchange<Value>(_ value: inout Value, with new: Value) -> Value {
  let old = value
  value = new
  return old
}
