import CLinux
import Glibc
import Synchronization

/// A thread that waits for descriptors and deadlines, and runs the actors that use it as executor.
///
/// An actor whose `unownedExecutor` is an event loop may block in a system call or in SQLite: it delays only
/// actors of the same loop, never the shared pool. Handlers run on the loop's thread, so they can access such
/// an actor with `assumeIsolated`. An idle loop sleeps in epoll_wait(2) without a timeout, so it causes no
/// wake-ups.
///
/// In a task with a preferred executor, every `await` of such an actor suspends, even a call of its own
/// methods: the runtime finds that the loop runs the job without this preference, and enqueues it again
/// (`mustSwitchToRun` in the runtime's Actor.cpp). The same is true for `withCheckedContinuation`: other jobs
/// of the actor may run before its closure. So the closure must check again whether it must wait.
public final class EventLoop: SerialExecutor, Sendable {
  /// The events to wait for on a descriptor; see epoll_ctl(2).
  public struct Interest: OptionSet, Sendable {
    /// The bits of epoll.
    public let rawValue: UInt32

    /// Creates a set from the bits of epoll.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// There are bytes to read, or the peer has closed its end.
    public static let readable = Interest(rawValue: EPOLLIN.rawValue | EPOLLRDHUP.rawValue)
    /// An exceptional condition; see proc_pid_mounts(5) for an example.
    public static let urgent = Interest(rawValue: EPOLLPRI.rawValue)
    /// There is room to write.
    public static let writable = Interest(rawValue: EPOLLOUT.rawValue)

    /// Whether the connection is broken or closed in both directions; epoll always reports this.
    public var isHangUp: Bool { rawValue & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 }
  }

  /// Identifies a scheduled action.
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
    /// Distinguishes this handler from handlers of earlier descriptors with the same number.
    ///
    /// A call of epoll_wait(2) returns several events. While one event is handled, the descriptor of another
    /// may be closed, and its number reused for a new descriptor.
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
    /// Whether the wake-up descriptor has an unread write; a second write is then not needed.
    var isWoken = false

    /// The timeout for epoll_wait(2) in milliseconds, rounded up; -1 for ever; nil if the loop must stop.
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

  /// Creates a loop; some thread, for example the main thread, must call ``run()``.
  public init() throws(SystemError) {
    epoll = try FileDescriptor("Cannot create an epoll instance") {
      epoll_create1(Int32(EPOLL_CLOEXEC))
    }
    wakeUp = try FileDescriptor("Cannot create an event descriptor") {
      eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    }
    try control(EPOLL_CTL_ADD, wakeUp.number, 0, .readable)
  }

  /// Creates a loop, and runs it on a new thread.
  ///
  /// - Parameter name: the thread's name, as `ps -L` shows it; at most 15 bytes.
  /// - Throws: the error of epoll_create1(2), eventfd(2) or pthread_create(3).
  public convenience init(name: String) throws(SystemError) {
    try self.init()
    try DetachedThread.start(name) { [self] in run() }
  }

  /// Runs the loop on this thread until ``stop()`` is called.
  public func run() {
    thread.store(pthread_self(), ordering: .relaxed)
    while step() == .continue {}
  }

  /// Stops the loop after the current handler or job; nothing runs on the loop afterwards.
  public func stop() {
    state.withLock { $0.isStopping = true }
    wake()
  }

  /// Calls `handler` on the loop's thread whenever one of the events occurs on the descriptor.
  ///
  /// Call ``removeHandler(for:)`` before you close the descriptor.
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

  /// Changes the events for a descriptor that has a handler.
  public func change(_ descriptor: Int32, to interest: Interest) throws(SystemError) {
    let generation = state.withLock { $0.handlers[descriptor]?.generation ?? 0 }
    try control(EPOLL_CTL_MOD, descriptor, generation, interest)
  }

  /// Removes the handler of a descriptor; does nothing if there is none.
  public func removeHandler(for descriptor: Int32) {
    let handler = state.withLock { state in state.handlers.removeValue(forKey: descriptor) }
    if handler != nil { try? control(EPOLL_CTL_DEL, descriptor, 0, []) }
  }

  /// Calls `action` once on the loop's thread, at `deadline` or up to a millisecond later.
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

  /// Cancels a scheduled action; does nothing if the action has run.
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

  /// Removes and returns the due action with the earliest deadline; nil if no action is due.
  ///
  /// Returns one action at a time, because an action can cancel others. Actions that are scheduled meanwhile
  /// run after the handlers of descriptors.
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
  /// The `unownedExecutor` of an actor that uses this loop; the actor must keep a reference to the loop.
  @safe
  public var executor: UnownedSerialExecutor {
    unsafe asUnownedSerialExecutor()
  }

  /// Enqueues a job of an actor; jobs run in the order of the calls.
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

  /// Whether the current code runs on the loop's thread; the runtime calls this for `assumeIsolated`.
  public func isIsolatingCurrentContext() -> Bool? {
    isCurrentThread
  }

  /// Traps if the current code does not run on the loop's thread.
  public func checkIsolated() {
    precondition(isCurrentThread, "This code must run on its event loop.")
  }
}

extension EventLoop.Interest {
  /// Converts epoll's bits to events: one of the two bits of ``readable`` is enough for it.
  ///
  /// After a hang-up or an error, all events are set: reading and writing return the error at once.
  fileprivate init(reported events: UInt32) {
    let isBroken = events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
    self.init(rawValue: events)
    if isBroken || events & Self.readable.rawValue != 0 { insert(.readable) }
    if isBroken || events & Self.writable.rawValue != 0 { insert(.writable) }
  }
}

extension ContinuousClock.Instant {
  /// The time left in milliseconds for epoll_wait(2) or poll(2): rounded up, at most an hour, 0 if passed.
  var millisecondsLeft: Int32 {
    let left = max(.zero, ContinuousClock.now.duration(to: self))
    return Int32(min((left + .microseconds(999)) / .milliseconds(1), 3_600_000))
  }
}
