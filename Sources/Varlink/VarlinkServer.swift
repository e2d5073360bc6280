public import LinuxSystem

/// Serves Varlink interfaces on a Unix socket to the user it runs as, and to nobody else.
///
/// It lives on one event loop and never blocks there: each call is answered in a task of its own,
/// what a slow client does not read waits in a buffer of that client, and the answers of one
/// connection come in the order of its calls. A client that is silent keeps its connection until
/// others need the place; see ``Limits/connections``.
public actor VarlinkServer {
  /// How much a client may ask for.
  public struct Limits: Equatable, Sendable {
    /// The bytes of one call.
    public var callBytes = 65_536
    /// The connections at one time.
    ///
    /// While more wait, the one is closed whose client has been waited for the longest: for its next
    /// call, or for it to read. Where a call is under way on every one, they wait until one ends.
    public var connections = 32
    /// How long a client is waited for at least before its connection makes room for another's.
    public var patience = Duration.milliseconds(250)
    /// The bytes that wait for a slow client before the next reply to it has to wait.
    public var unreadBytes = 1 << 20

    /// The usual limits.
    public init() {}
  }

  private let loop: EventLoop
  private let listener: FileDescriptor
  private let limits: Limits
  private let tasks: (any TaskExecutor)?
  private let interfaces: [String: any VarlinkInterface]
  private var connections: [Int32: Connection] = [:]
  private var connectionsMade: UInt64 = 0
  private var isAccepting = false
  private var isStopped = false

  /// The server's own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - listener: a listening socket; the server owns it from now on.
  ///   - info: what the service says of itself.
  ///   - interfaces: what it offers, besides `org.varlink.service`.
  ///   - limits: how much a client may ask for.
  ///   - tasks: where calls are answered; nil for the shared pool.
  /// - Throws: what making an event loop fails with.
  public init(
    listener: consuming FileDescriptor, info: ServiceInfo, interfaces: [any VarlinkInterface],
    limits: Limits = Limits(), tasks: (any TaskExecutor)? = nil
  ) throws(SystemError) {
    loop = try EventLoop(name: "sitta-serve")
    self.listener = listener
    self.limits = limits
    self.tasks = tasks
    let all = interfaces + [ServiceInterface(info, interfaces)]
    self.interfaces = Dictionary(all.map { ($0.name, $0) }) { _, last in last }
  }

  deinit {
    loop.stop()
  }

  /// Begins to accept clients.
  public func start() throws(SystemError) {
    try listen()
  }

  /// Ends: accepts nobody any more and closes all connections.
  public func stop() {
    isStopped = true
    if isAccepting { loop.removeHandler(for: listener.number) }
    isAccepting = false
    for connection in connections.values { close(connection) }
  }

  /// Returns once the server's thread has time: a sign of life.
  public func answers() {}

  private func listen() throws(SystemError) {
    isAccepting = true
    try loop.addHandler(for: listener.number, .readable) { [weak self] _ in
      self?.assumeIsolated { server in server.accept() }
    }
  }

  /// Takes one client of those that wait; the loop calls again while there are others.
  private func accept() {
    if connections.count >= limits.connections, !makeRoom() {
      return pauseAccepting(for: limits.patience)
    }
    do {
      guard let socket = try UnixSocket.accept(from: listener) else { return }
      if try UnixSocket.peer(of: socket).user == ProcessEnvironment.user { try serve(socket) }
    } catch {
      // Most likely there are too few descriptors; trying again at once would only heat the CPU.
      pauseAccepting(for: .seconds(1))
    }
  }

  /// Closes the connection whose client has been waited for the longest.
  ///
  /// - Returns: false where there is none that has been waited for long enough.
  private func makeRoom() -> Bool {
    let waiting = connections.values.compactMap { connection in
      connection.waitsSince.map { (connection: connection, since: $0) }
    }
    guard let longest = waiting.min(by: { $0.since < $1.since }),
      longest.since + limits.patience <= .now
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

  private func serve(_ socket: consuming FileDescriptor) throws(SystemError) {
    let number = socket.number
    connectionsMade += 1
    let connection = Connection(socket, identity: connectionsMade, limit: limits.callBytes)
    try loop.addHandler(for: number, .readable) { [weak self] interest in
      self?.assumeIsolated { server in server.handle(interest, number) }
    }
    connections[number] = connection
  }

  private func resumeAccepting() {
    if !isAccepting, !isStopped { try? listen() }
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
    } catch {
      close(connection)
    }
  }

  /// Begins the next call of a connection that has none running.
  private func serveNext(_ connection: Connection) throws {
    guard connection.task == nil else { return }
    if let message = try connection.incoming.next() {
      let number = connection.socket.number
      let identity = connection.identity
      connection.waitsSince = nil
      connection.task = Task(executorPreference: tasks) { [weak self, interfaces] in
        // Reading a long call takes a while, which this server's thread has not.
        let call = try? Self.call(from: message) { bytes in
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
      // Not from anew with each byte: half a call is no sign of a good client.
      if connection.waitsSince == nil { connection.waitsSince = .now }
    }
    update(connection)
  }

  private static func call(
    from message: [UInt8], send: @escaping @Sendable ([UInt8]) async throws -> Void
  ) throws -> (interface: String, call: VarlinkCall) {
    let header = try Wire.decode(CallHeader.self, from: message)
    let name = header.method
    let dot = name.lastIndex(of: ".")
    let method = dot.map { String(name[name.index(after: $0)...]) } ?? name
    let call = VarlinkCall(method: method, header: header, message: message, send: send)
    return (dot.map { String(name[..<$0]) } ?? "", call)
  }

  /// - Returns: false where the client has gone.
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
    } catch {
      close(connection)
    }
  }

  private func send(_ bytes: [UInt8], _ number: Int32, _ identity: UInt64) async throws {
    guard let connection = connection(number, identity) else { throw CancellationError() }
    connection.outgoing += bytes
    flush(connection)
    // Flushing may have found that the client has gone: nothing would ever end the wait then.
    if mustWait(connection) {
      connection.waitsSince = .now
      await withCheckedContinuation { continuation in
        // A flush may have come before this body; see `EventLoop`.
        if mustWait(connection) {
          connection.roomWaiter = continuation
        } else {
          continuation.resume()
        }
      }
      connection.waitsSince = nil
    }
    try Task.checkCancellation()
  }

  /// Whether the next reply to a client has to wait until it has read more.
  private func mustWait(_ connection: Connection) -> Bool {
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
    if connection.outgoing.count <= limits.unreadBytes { connection.giveRoom() }
    if connection.isClosing, connection.outgoing.isEmpty {
      close(connection)
    } else {
      update(connection)
    }
  }

  /// Waits for what the connection can go on with; for nothing but its end where that is nothing.
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
    connection.giveRoom()
    resumeAccepting()
  }
}

/// A client and what is under way for it; only its server touches it.
private final class Connection {
  let socket: FileDescriptor
  /// The next client can get the descriptor and even the memory of one that left, while the answer
  /// to the old one is still on its way; this it cannot get.
  let identity: UInt64
  var incoming: MessageBuffer
  var outgoing: [UInt8] = []
  var task: Task<Void, Never>?
  var interest: EventLoop.Interest = .readable
  var roomWaiter: CheckedContinuation<Void, Never>?
  /// Since when the client is waited for; nil while a call is under way for it.
  var waitsSince: ContinuousClock.Instant? = .now
  /// The client sends no more calls; it still reads answers.
  var hasEnded = false
  /// Nothing is left to answer: close once everything has been read.
  var isClosing = false

  init(_ socket: consuming FileDescriptor, identity: UInt64, limit: Int) {
    self.socket = socket
    self.identity = identity
    incoming = MessageBuffer(limit: limit)
  }

  /// While a call runs nothing is read: the kernel's buffer holds the client back.
  var isReading: Bool { task == nil && !hasEnded }

  func giveRoom() {
    roomWaiter?.resume()
    roomWaiter = nil
  }
}
