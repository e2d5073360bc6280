public import LinuxSystem

/// A connection to a Varlink service for command line programs: a call blocks the thread until the reply.
public final class VarlinkClient {
  /// An error reply from the service.
  public struct Fault: Error, Sendable {
    /// The qualified name of the error.
    public let name: String
    fileprivate let message: [UInt8]

    /// Decodes the error's parameters; nil if they are not of this type.
    public func parameters<Parameters: Decodable>(_ type: Parameters.Type) -> Parameters? {
      try? Wire.decode(CallParameters<Parameters>.self, from: message).parameters
    }
  }

  /// Why a call got no reply.
  public enum Failure: Error, Equatable, Sendable {
    /// The service closed the connection.
    case closed
    /// The service did not reply before the timeout.
    case timedOut
    /// The reply is not valid Varlink, or does not have the expected type.
    case notUnderstood
    /// The call exceeds the size that the service accepts, and was not sent.
    case oversized(limit: Int)
  }

  private let socket: FileDescriptor
  private var incoming = MessageBuffer(limit: 64 << 20)
  private let timeout: Duration
  private let callLimit: Int

  /// Connects to a service.
  ///
  /// - Parameters:
  ///   - path: the socket of the service.
  ///   - timeout: the longest wait for each reply.
  /// - Throws: ENOENT or ECONNREFUSED if no service listens at the path.
  public convenience init(connectingTo path: FilePath, timeout: Duration) throws(SystemError) {
    self.init(over: try UnixSocket.connect(to: path), timeout: timeout)
  }

  /// Takes over a connected socket.
  ///
  /// - Parameters:
  ///   - socket: the connection, for reading and writing.
  ///   - timeout: the longest wait for each reply.
  ///   - callLimit: the size of the longest call that the service accepts, in bytes.
  public init(
    over socket: consuming FileDescriptor, timeout: Duration, callLimit: Int = .max
  ) {
    self.socket = socket
    self.timeout = timeout
    self.callLimit = callLimit
  }

  /// Calls a method that has only one reply.
  ///
  /// - Parameters:
  ///   - method: the qualified name.
  ///   - parameters: the call's parameters.
  ///   - reply: the type of the reply.
  /// - Returns: the reply.
  /// - Throws: a ``Fault``, a ``Failure`` or a `SystemError`.
  public func call<Reply: Decodable>(
    _ method: String, _ parameters: some Encodable, reply: Reply.Type = Reply.self
  ) throws -> Reply {
    try send(OutgoingCall(method: method, parameters: parameters))
    return try Self.reply(Reply.self, in: nextMessage()).reply
  }

  /// Calls a method with `more`, and passes each reply to `body` when it arrives.
  ///
  /// - Parameters:
  ///   - method: the qualified name.
  ///   - parameters: the call's parameters.
  ///   - reply: the type of the replies.
  ///   - body: called with each reply.
  /// - Throws: a ``Fault``, a ``Failure``, a `SystemError`, or the error of `body`.
  public func callForMore<Reply: Decodable>(
    _ method: String, _ parameters: some Encodable, reply: Reply.Type = Reply.self,
    body: (Reply) throws -> Void
  ) throws {
    try send(OutgoingCall(method: method, parameters: parameters, more: true))
    while true {
      let (reply, continues) = try Self.reply(Reply.self, in: nextMessage())
      try body(reply)
      if !continues { return }
    }
  }

  /// Sends a call whose replies are read with ``nextReply(for:)``, for a program that passes them on.
  ///
  /// - Parameters:
  ///   - method: the qualified name.
  ///   - parameters: the call's parameters.
  ///   - wantsMore: whether the caller accepts several replies.
  /// - Throws: a ``Failure`` or a `SystemError`.
  public func send(
    _ method: String, _ parameters: some Encodable, wantsMore: Bool = false
  ) throws {
    try send(OutgoingCall(method: method, parameters: parameters, more: wantsMore ? true : nil))
  }

  /// Waits for the next reply, and returns its JSON; it may be an error reply.
  ///
  /// - Parameter reader: the socket of who waits for the reply; it ends the wait with ``Failure/closed`` if its other
  ///   end is closed.
  /// - Returns: the JSON of the reply.
  /// - Throws: a ``Failure``; after ``Failure/timedOut`` it can be called again. Or a `SystemError`.
  public func nextReply(for reader: Int32) throws -> [UInt8] { try nextMessage(for: reader) }

  private func send(_ call: some Encodable) throws {
    let message = try Wire.encode(call, limit: callLimit)
    try translatingDisconnect { () throws(SystemError) in try socket.write(message) }
  }

  /// Converts EPIPE to ``Failure/closed``, because callers take EPIPE for a closed standard output.
  private func translatingDisconnect<Value>(_ body: () throws(SystemError) -> Value) throws -> Value
  {
    do throws(SystemError) {
      return try body()
    } catch {
      throw error.isBrokenPipe || error.isConnectionReset ? Failure.closed : error
    }
  }

  /// Decodes a reply.
  ///
  /// - Throws: a ``Fault``, or ``Failure/notUnderstood``.
  static func reply<Reply: Decodable>(
    _ type: Reply.Type, in message: [UInt8]
  ) throws -> (reply: Reply, continues: Bool) {
    guard let reply = try? Wire.decode(IncomingReply<Reply>.self, from: message) else {
      throw Failure.notUnderstood
    }
    switch reply.content {
    case .success(let parameters): return (parameters, reply.continues)
    case .failure(let error): throw Fault(name: error.name, message: message)
    }
  }

  private func waitForMessage(for reader: Int32?) throws -> Bool {
    guard let reader else { return try socket.waitUntilReadable(timeout: timeout) }
    let ready = try FileDescriptor.wait(
      forAnyOf: [.init(socket.number), .init(closing: reader)], until: .now + timeout)
    if ready == [1] { throw Failure.closed }
    return !ready.isEmpty
  }

  private func nextMessage(for reader: Int32? = nil) throws -> [UInt8] {
    while true {
      if let message = try incoming.next() { return message }
      guard try waitForMessage(for: reader) else { throw Failure.timedOut }
      var bytes: [UInt8] = []
      let count = try translatingDisconnect { () throws(SystemError) in
        try socket.readAvailable(upTo: 1 << 16, to: &bytes)
      }
      if count == 0 { throw Failure.closed }
      incoming.append(bytes)
    }
  }
}
