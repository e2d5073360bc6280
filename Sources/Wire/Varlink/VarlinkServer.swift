public import LinuxSystem

/// Serves Varlink interfaces on a Unix socket; accepts only clients of the user who runs the process, unless its
/// limits say otherwise.
///
/// The server runs on one event loop, and never blocks it. If the service gives calls an executor, the
/// server runs on the loop of this executor: changing threads takes longer than a quick call. Each call runs in a task
/// of its own. Replies come in the order of the calls; replies that a slow client has not read wait in a
/// buffer. An idle connection stays open until another client needs it; see ``Limits/connections``.
public actor VarlinkServer {
  /// The limits that the server sets for clients.
  public struct Limits: Equatable, Sendable {
    /// The size of the longest call in bytes; a longer call is answered with `InvalidParameter`, and ends the
    /// connection.
    public var callBytes = 65_536
    /// The largest number of open connections.
    ///
    /// If another client waits, the server closes the connection that has been idle for longest: one that
    /// waits for a call, or for its client to read. If all connections are busy, the new client waits.
    public var connections = 32
    /// The shortest idle time after which a connection may be closed for another client.
    public var idleTimeout = Duration.milliseconds(250)
    /// The largest number of open connections of each user; nil if only the user who runs the process may connect.
    public var connectionsOfUser: Int?
    /// If the client has not read more than this number of bytes, its next reply waits.
    public var unreadBytes = 1 << 20

    /// Creates the default limits.
    public init() {}
  }

  private let loop: EventLoop
  private let listener: FileDescriptor
  private let limits: Limits
  private let tasks: LoopTaskExecutor?
  private let interfaces: [String: any VarlinkInterface]
  private var connections: [Int32: Connection] = [:]
  private var connectionsMade: UInt64 = 0
  private var isAccepting = false
  private var isStopped = false

  /// The executor of the server's event loop.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - listener: a listening socket; the server closes it at its end.
  ///   - info: the information about the service.
  ///   - interfaces: the interfaces to serve; `org.varlink.service` is added.
  ///   - limits: the limits for clients.
  ///   - tasks: the executor of calls; nil to run calls on the shared pool, and the server on a new thread.
  /// - Throws: the error of creating an event loop.
  public init(
    listener: consuming FileDescriptor, info: ServiceInfo, interfaces: [any VarlinkInterface],
    limits: Limits = Limits(), tasks: LoopTaskExecutor? = nil
  ) throws(SystemError) {
    if let tasks { loop = tasks.loop } else { loop = try EventLoop(name: "sitta-serve") }
    self.listener = listener
    self.limits = limits
    self.tasks = tasks
    let all = interfaces + [ServiceInterface(info, interfaces)]
    self.interfaces = Dictionary(all.map { ($0.name, $0) }) { _, last in last }
  }

  isolated deinit {
    if tasks == nil { return loop.stop() }
    loop.removeHandler(for: listener.number)
    for connection in connections.keys { loop.removeHandler(for: connection) }
  }

  /// Begins to accept clients.
  public func start() throws(SystemError) {
    isAccepting = true
    try loop.addHandler(for: listener.number, .readable) { [weak self] _ in
      self?.assumeIsolated { server in server.accept() }
    }
  }

  /// Stops accepting clients, and closes all connections.
  public func stop() {
    isStopped = true
    if isAccepting { loop.removeHandler(for: listener.number) }
    isAccepting = false
    for connection in connections.values { close(connection) }
  }

  /// Does nothing, but returns only when the server's thread is free; tests that it is not blocked.
  public func ping() {}

  /// Accepts one waiting client; if others wait, the event loop calls again.
  private func accept() {
    if connections.count >= limits.connections, !closeLongestIdle() {
      return pauseAccepting(for: limits.idleTimeout)
    }
    do throws(SystemError) {
      guard let socket = try UnixSocket.accept(from: listener) else { return }
      let user = try UnixSocket.peer(of: socket).user
      if isWelcome(user) { try serve(socket, of: user) }
    } catch {
      // Probably descriptors are short. Closing an idle connection frees one; otherwise wait, because an
      // immediate retry would fail and waste CPU time.
      if !error.isShortage || !closeLongestIdle() { pauseAccepting(for: .seconds(1)) }
    }
  }

  private func isWelcome(_ user: UInt32) -> Bool {
    guard let most = limits.connectionsOfUser else { return user == ProcessEnvironment.user }
    let own = connections.values.filter { $0.user == user }
    if own.count < most { return true }
    // One user's clients cannot keep out those of others.
    let idle = own.filter { $0.idleSince != nil }
    guard let longest = idle.min(by: { ($0.idleSince ?? .now) < ($1.idleSince ?? .now) }) else {
      return false
    }
    close(longest)
    return true
  }

  /// Closes the connection that has been idle for longest.
  ///
  /// - Returns: false if no connection has been idle for ``Limits/idleTimeout``.
  private func closeLongestIdle() -> Bool {
    let waiting = connections.values.compactMap { connection in
      connection.idleSince.map { (connection: connection, since: $0) }
    }
    guard let longest = waiting.min(by: { $0.since < $1.since }),
      longest.since + limits.idleTimeout <= .now
    else { return false }
    close(longest.connection)
    return true
  }

  private func pauseAccepting(for time: Duration) {
    isAccepting = false
    loop.removeHandler(for: listener.number)
    loop.schedule(at: .now + time) { [weak self] in
      self?.assumeIsolated { server in server.resumeAccepting() }
    }
  }

  private func serve(_ socket: consuming FileDescriptor, of user: UInt32) throws(SystemError) {
    let number = socket.number
    connectionsMade += 1
    let connection = Connection(
      socket, of: user, identity: connectionsMade, limit: limits.callBytes)
    try loop.addHandler(for: number, .readable) { [weak self] interest in
      self?.assumeIsolated { server in server.handle(interest, number) }
    }
    connections[number] = connection
  }

  private func resumeAccepting() {
    if !isAccepting, !isStopped { try? start() }
  }

  private func handle(_ interest: EventLoop.Interest, _ number: Int32) {
    guard let connection = connections[number] else { return }
    if !interest.isDisjoint(with: .readable), connection.isReading { read(from: connection) }
    if connections[number] === connection { flush(connection) }
    if interest.isHangUp { close(connection) }
  }

  private func read(from connection: Connection) {
    do {
      var bytes: [UInt8] = []
      if let count = try connection.socket.readAvailable(upTo: 65_536, to: &bytes) {
        if count == 0 { connection.hasEnded = true }
        connection.incoming.append(bytes)
      }
      try serveNext(connection)
    } catch is MessageBuffer.Oversized {
      refuseRest(of: connection)
    } catch {
      close(connection)
    }
  }

  /// Answers an oversized call with an error, and closes the connection after the client has read the answer:
  /// the server cannot know where the next call begins.
  private func refuseRest(of connection: Connection) {
    connection.outgoing += (try? VarlinkError.invalidParameter("").reply) ?? []
    (connection.hasEnded, connection.isClosing) = (true, true)
    // Counts as idle, so that another client can get the connection if this client does not read the reply.
    if connection.idleSince == nil { connection.idleSince = .now }
    flush(connection)
  }

  /// Begins the next call, unless a call is in progress.
  private func serveNext(_ connection: Connection) throws {
    guard connection.task == nil else { return }
    if let message = try connection.incoming.next() {
      let number = connection.socket.number
      let (identity, user) = (connection.identity, connection.user)
      connection.idleSince = nil
      connection.task = Task(executorPreference: tasks) { [weak self, interfaces] in
        // Decoding runs in the task, because a long call would block the server's thread.
        let call = try? Self.call(from: message, of: user) { bytes in
          guard let self else { throw CancellationError() }
          try await self.send(bytes, number, identity)
        }
        var isAnswered = false
        if let call {
          isAnswered = await Self.answer(call.call, of: call.interface, among: interfaces)
        }
        await self?.finish(number, identity, isAnswered: isAnswered)
      }
    } else {
      if connection.hasEnded { connection.isClosing = true }
      // The idle time does not restart with each byte, because the client may never complete its call.
      if connection.idleSince == nil { connection.idleSince = .now }
    }
    update(connection)
  }

  private static func call(
    from message: [UInt8], of user: UInt32, send: @escaping @Sendable ([UInt8]) async throws -> Void
  ) throws -> (interface: String, call: VarlinkCall) {
    let header = try Wire.decode(CallHeader.self, from: message)
    let name = header.method
    let dot = name.lastIndex(of: ".")
    let method = dot.map { String(name[name.index(after: $0)...]) } ?? name
    let call = VarlinkCall(
      method: method, header: header, message: message, user: user, send: send)
    return (dot.map { String(name[..<$0]) } ?? "", call)
  }

  /// - Returns: false if the client has disconnected.
  private static func answer(
    _ call: VarlinkCall, of name: String, among interfaces: [String: any VarlinkInterface]
  ) async -> Bool {
    do {
      do {
        guard let interface = interfaces[name] else { throw VarlinkError.interfaceNotFound(name) }
        guard try await interface.answer(call) else {
          throw VarlinkError.methodNotFound(call.method)
        }
      } catch let error as VarlinkError {
        try await call.reply(error)
      } catch let error where !(error is CancellationError) {
        // Always reply: otherwise the client could not distinguish an error from the end of the service.
        let failure = interfaces[name]?.failure(for: error)
        try await call.reply(failure ?? .methodNotImplemented(call.method))
      }
      return true
    } catch {
      return false
    }
  }

  private func connection(_ number: Int32, _ identity: UInt64) -> Connection? {
    connections[number].flatMap { $0.identity == identity ? $0 : nil }
  }

  private func finish(_ number: Int32, _ identity: UInt64, isAnswered: Bool) {
    guard let connection = connection(number, identity) else { return }
    connection.task = nil
    do {
      guard isAnswered else { throw CancellationError() }
      try serveNext(connection)
      flush(connection)
    } catch is MessageBuffer.Oversized {
      refuseRest(of: connection)
    } catch {
      close(connection)
    }
  }

  private func send(_ bytes: [UInt8], _ number: Int32, _ identity: UInt64) async throws {
    guard let connection = connection(number, identity) else { throw CancellationError() }
    connection.outgoing += bytes
    flush(connection)
    // A connection that was just closed is not full; waiting for it would never end.
    if isFull(connection) {
      connection.idleSince = .now
      await withCheckedContinuation { continuation in
        // The client may have read meanwhile, before this closure runs; see `EventLoop`.
        if isFull(connection) {
          connection.blockedReply = continuation
        } else {
          continuation.resume()
        }
      }
      connection.idleSince = nil
    }
    try Task.checkCancellation()
  }

  /// Whether the next reply must wait until the client has read more.
  private func isFull(_ connection: Connection) -> Bool {
    connections[connection.socket.number] === connection
      && connection.outgoing.count > limits.unreadBytes
  }

  private func flush(_ connection: Connection) {
    do {
      while !connection.outgoing.isEmpty {
        let count = try UnixSocket.send(connection.outgoing[...], to: connection.socket)
        if count == 0 { break }
        connection.outgoing.removeFirst(count)
      }
    } catch {
      close(connection)
      return
    }
    if connection.outgoing.count <= limits.unreadBytes { connection.resumeBlockedReply() }
    if connection.isClosing, connection.outgoing.isEmpty {
      close(connection)
    } else {
      update(connection)
    }
  }

  /// Tells the event loop which events the connection needs now; it always reports a hang-up.
  private func update(_ connection: Connection) {
    var interest: EventLoop.Interest = []
    if connection.isReading { interest.formUnion(.readable) }
    if !connection.outgoing.isEmpty { interest.formUnion(.writable) }
    guard interest != connection.interest else { return }
    connection.interest = interest
    try? loop.change(connection.socket.number, to: interest)
  }

  private func close(_ connection: Connection) {
    let number = connection.socket.number
    guard connections[number] === connection else { return }
    connections[number] = nil
    loop.removeHandler(for: number)
    connection.task?.cancel()
    connection.resumeBlockedReply()
    resumeAccepting()
  }
}

/// The state of a connection; only the server uses it.
private final class Connection {
  let socket: FileDescriptor
  /// Identifies the connection; a later connection may reuse the descriptor number and the address.
  let identity: UInt64
  /// The user at the other end.
  let user: UInt32
  var incoming: MessageBuffer
  var outgoing: [UInt8] = []
  var task: Task<Void, Never>?
  var interest: EventLoop.Interest = .readable
  var blockedReply: CheckedContinuation<Void, Never>?
  /// When the connection became idle; nil while a call is in progress and its client reads.
  var idleSince: ContinuousClock.Instant? = .now
  /// Whether no more calls come: the client has closed its writing end, but can still read replies.
  var hasEnded = false
  /// Whether the connection is closed as soon as the client has read everything.
  var isClosing = false

  init(_ socket: consuming FileDescriptor, of user: UInt32, identity: UInt64, limit: Int) {
    self.socket = socket
    self.user = user
    self.identity = identity
    incoming = MessageBuffer(limit: limit)
  }

  /// Whether to read from the client; false during a call, so that unread calls stay in the kernel's buffer.
  var isReading: Bool { task == nil && !hasEnded }

  func resumeBlockedReply() {
    blockedReply?.resume()
    blockedReply = nil
  }
}
