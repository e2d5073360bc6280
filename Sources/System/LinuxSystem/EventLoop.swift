import CLinux
import Glibc
import Synchronization

/// A thread that waits for descriptors and deadlines, and runs the actors of this loop.
///
/// An actor whose `unownedExecutor` is an event loop may block in a system call or in SQLite: it
/// delays only the actors of the same loop, and never the shared pool. Handlers run on the loop's
/// thread, so they can use the state of such an actor with `assumeIsolated`. An idle loop sleeps in
/// epoll_wait(2) without a timeout, so it causes no wake-ups.
///
/// In a task with a preferred executor, every `await` of such an actor suspends, even for its own
/// methods: the runtime finds that the loop runs the job without that preference, and enqueues it
/// again (`mustSwitchToRun` in the runtime's Actor.cpp). The same is true for
/// `withCheckedContinuation`: other jobs of the actor can run before its body. So the body must
/// check again whether there is a reason to wait.
public final class EventLoop: SerialExecutor, Sendable {
  /// The events of a descriptor to wait for; see epoll_ctl(2).
  public struct Interest: OptionSet, Sendable {
    /// The bits as epoll has them.
    public let rawValue: UInt32

    /// Creates a set from epoll's bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// There are bytes to read, or the peer has closed its end.
    public static let readable = Interest(rawValue: EPOLLIN.rawValue | EPOLLRDHUP.rawValue)
    /// An exceptional condition; see proc_pid_mounts(5) for an example.
    public static let urgent = Interest(rawValue: EPOLLPRI.rawValue)
    /// There is room to write.
    public static let writable = Interest(rawValue: EPOLLOUT.rawValue)

    /// Whether both directions of a socket have ended; epoll always reports this.
    public var isHangUp: Bool { rawValue & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 }
  }

  /// The identity of a scheduled action.
  public struct Timer: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  @safe
  private enum Job {
    case ofActor(UnownedJob)
    case ofTask(UnownedJob, UnownedTaskExecutor)
  }

  /// The handler of a descriptor.
  private struct Handler {
    /// Distinguishes it from the handlers of earlier descriptors with the same number.
    ///
    /// One call of epoll_wait(2) reports several events. The handler of one can close the descriptor of the
    /// next, and the kernel gives its number to the next descriptor that is opened.
    let generation: UInt32
    let handle: @Sendable (Interest) -> Void
  }

  private struct State {
    var jobs: [Job] = []
    var handlers: [Int32: Handler] = [:]
    var handlersMade: UInt32 = 0
    var deadlines: [Timer: (at: ContinuousClock.Instant, action: @Sendable () -> Void)] = [:]
    var timersMade: UInt64 = 0
    var isStopping = false
    /// Whether the wake-up descriptor was written and not yet read; avoids a second write.
    var isWoken = false

    /// Milliseconds for epoll_wait(2), rounded up, -1 for ever; nil if the loop must stop.
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

  /// Creates a loop; a thread, for example the main thread, must call ``run()``.
  public init() throws(SystemError) {
    epoll = try FileDescriptor("Cannot create an epoll instance") {
      epoll_create1(Int32(EPOLL_CLOEXEC))
    }
    wakeUp = try FileDescriptor("Cannot create an event descriptor") {
      eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    }
    try control(EPOLL_CTL_ADD, wakeUp.number, 0, .readable)
  }

  /// Starts a loop on a thread of its own.
  ///
  /// - Parameter name: the thread's name, as `ps -L` shows it; at most 15 bytes.
  /// - Throws: the error of epoll_create1(2), eventfd(2) or pthread_create(3).
  public convenience init(name: String) throws(SystemError) {
    try self.init()
    try DetachedThread.start(name) { [self] in run() }
  }

  /// Runs the loop on this thread until ``stop()``.
  public func run() {
    thread.store(pthread_self(), ordering: .relaxed)
    while step() == .continue {}
  }

  /// Stops the loop after the current handler or job; nothing runs on it afterwards.
  public func stop() {
    state.withLock { $0.isStopping = true }
    wake()
  }

  /// Calls `handler` on the loop's thread whenever the descriptor is ready for `interest`.
  ///
  /// Call ``removeHandler(for:)`` before the descriptor is closed.
  public func addHandler(
    for descriptor: Int32, _ interest: Interest,
    handler: @escaping @Sendable (Interest) -> Void
  ) throws(SystemError) {
    let (generation, isNew) = state.withLock { state in
      state.handlersMade &+= 1
      let handler = Handler(generation: state.handlersMade, handle: handler)
      let isNew = state.handlers.updateValue(handler, forKey: descriptor) == nil
      return (handler.generation, isNew)
    }
    do {
      try control(isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, generation, interest)
    } catch {
      state.withLock { state in _ = state.handlers.removeValue(forKey: descriptor) }
      throw error
    }
  }

  /// Changes the events to wait for on a descriptor that has a handler.
  public func change(_ descriptor: Int32, to interest: Interest) throws(SystemError) {
    let generation = state.withLock { $0.handlers[descriptor]?.generation ?? 0 }
    try control(EPOLL_CTL_MOD, descriptor, generation, interest)
  }

  /// Removes the handler of a descriptor; it is not an error if there is none.
  public func removeHandler(for descriptor: Int32) {
    let handler = state.withLock { state in state.handlers.removeValue(forKey: descriptor) }
    if handler != nil { try? control(EPOLL_CTL_DEL, descriptor, 0, []) }
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

  /// Cancels a scheduled action; it is not an error if it has run.
  public func cancel(_ timer: Timer) {
    state.withLock { state in _ = state.deadlines.removeValue(forKey: timer) }
  }

  private func control(
    _ operation: Int32, _ descriptor: Int32, _ generation: UInt32, _ interest: Interest
  ) throws(SystemError) {
    try retrying("Cannot wait for a descriptor") {
      clinux_epoll_control(
        epoll.number, operation, descriptor, generation, interest.rawValue)
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
    let jobs = state.withLock { state in
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs {
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
      handle(Interest(reported: source.events), of: source.descriptor, source.generation)
    }
    return .continue
  }

  private func handle(_ interest: Interest, of descriptor: Int32, _ generation: UInt32) {
    if descriptor == wakeUp.number {
      var value: eventfd_t = 0
      _ = unsafe eventfd_read(descriptor, &value)
      state.withLock { state in state.isWoken = false }
      return
    }
    let handler = state.withLock { state in
      state.isStopping ? nil : state.handlers[descriptor]
    }
    if let handler, handler.generation == generation { handler.handle(interest) }
  }

  /// Removes and returns the action with the earliest deadline that has passed.
  ///
  /// One action at a time, because each can cancel the next. Actions scheduled meanwhile run after
  /// the handlers of descriptors.
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
  /// The executor that an actor of this loop returns as `unownedExecutor`; the actor must retain
  /// the loop.
  @safe
  public var executor: UnownedSerialExecutor {
    unsafe asUnownedSerialExecutor()
  }

  /// Runs a job of an actor of this loop; jobs run in the order of their calls.
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

  /// Whether the current code runs on this loop's thread; the runtime uses it for `assumeIsolated`.
  public func isIsolatingCurrentContext() -> Bool? {
    isCurrentThread
  }

  /// Traps if the current code does not run on this loop.
  public func checkIsolated() {
    precondition(isCurrentThread, "This code must run on its event loop.")
  }
}

extension EventLoop.Interest {
  /// Converts the events of epoll to whole members: one of the two bits of ``readable`` is enough.
  ///
  /// After a hang-up or an error, reading and writing do not block; they return the error.
  fileprivate init(reported events: UInt32) {
    let isBroken = events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
    self.init(rawValue: events)
    if isBroken || events & Self.readable.rawValue != 0 { insert(.readable) }
    if isBroken || events & Self.writable.rawValue != 0 { insert(.writable) }
  }
}

extension ContinuousClock.Instant {
  /// The time left for epoll_wait(2) and poll(2): rounded up, at most an hour, 0 if it is over.
  var millisecondsLeft: Int32 {
    let left = max(.zero, ContinuousClock.now.duration(to: self))
    return Int32(min((left + .microseconds(999)) / .milliseconds(1), 3_600_000))
  }
}
