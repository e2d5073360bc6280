public import LinuxSystem

/// A connection to a Varlink service that never blocks, so one thread can serve several connections.
///
/// The caller waits until ``descriptor`` is ready, see ``FileDescriptor/wait(forAnyOf:until:)``. Replies come
/// in the order of the calls. Messages from the service are not trusted: their size is limited.
public final class VarlinkChannel {
  /// A message from the service that was not decoded yet.
  public struct Message: Sendable {
    fileprivate let bytes: [UInt8]

    /// Decodes the message as a reply.
    ///
    /// - Parameter type: the type of the reply's parameters.
    /// - Returns: the parameters, and whether further replies to the same call follow.
    /// - Throws: a ``VarlinkClient/Fault``, or ``VarlinkClient/Failure/notUnderstood``.
    public func reply<Reply: Decodable>(
      _ type: Reply.Type
    ) throws -> (reply: Reply, continues: Bool) {
      try VarlinkClient.reply(type, in: bytes)
    }
  }

  private let socket: FileDescriptor
  private var incoming: MessageBuffer
  private var outgoing: [UInt8] = []
  private var allowance: Int
  private let callLimit: Int

  /// Takes over a connected socket, and makes it non-blocking.
  ///
  /// - Parameters:
  ///   - socket: the connection, for reading and writing.
  ///   - messageLimit: the size of the longest message in bytes.
  ///   - limit: the number of bytes that may be received over the whole connection.
  ///   - callLimit: the size of the longest call that the service accepts, in bytes.
  /// - Throws: the error of fcntl(2).
  public init(
    over socket: consuming FileDescriptor, messageLimit: Int, limit: Int, callLimit: Int = .max
  ) throws(SystemError) {
    try socket.makeNonBlocking()
    self.socket = socket
    incoming = MessageBuffer(limit: messageLimit)
    allowance = limit
    self.callLimit = callLimit
  }

  /// The descriptor to wait for.
  public var descriptor: Int32 { socket.number }
  /// Whether bytes of calls are still unsent, because the service reads too slowly.
  public var isSending: Bool { !outgoing.isEmpty }

  /// Sends a call without blocking; ``send()`` sends the rest.
  ///
  /// - Parameters:
  ///   - method: the qualified name.
  ///   - parameters: the call's parameters.
  ///   - wantsMore: whether the caller accepts several replies.
  /// - Throws: ``VarlinkClient/Failure/closed``, ``VarlinkClient/Failure/oversized(limit:)``, or a
  ///   `SystemError`.
  public func call(
    _ method: String, _ parameters: some Encodable, wantsMore: Bool = false
  ) throws {
    outgoing += try Wire.encode(
      OutgoingCall(method: method, parameters: parameters, more: wantsMore ? true : nil),
      limit: callLimit)
    try send()
  }

  /// Sends as many of the unsent bytes as possible without blocking.
  ///
  /// - Throws: ``VarlinkClient/Failure/closed``, or a `SystemError`.
  public func send() throws {
    while !outgoing.isEmpty {
      do throws(SystemError) {
        let count = try UnixSocket.send(outgoing[...], to: socket)
        if count == 0 { return }
        outgoing.removeFirst(count)
      } catch {
        throw error.isBrokenPipe || error.isConnectionReset ? VarlinkClient.Failure.closed : error
      }
    }
  }

  /// Reads the bytes that have arrived, without blocking.
  ///
  /// - Returns: the complete messages; may be empty.
  /// - Throws: ``VarlinkClient/Failure/closed`` at the end of the connection,
  ///   ``VarlinkClient/Failure/notUnderstood`` if the service exceeds a limit, or a `SystemError`.
  public func receive() throws -> [Message] {
    var messages: [Message] = []
    var bytes: [UInt8] = []
    let count: Int?
    do throws(SystemError) {
      // Only 256 KiB at a time, so that an endless reply does not block other connections.
      count = try socket.readAvailable(upTo: 1 << 18, to: &bytes)
    } catch {
      throw error.isConnectionReset ? VarlinkClient.Failure.closed : error
    }
    guard let count else { return [] }
    if count == 0 { throw VarlinkClient.Failure.closed }
    allowance -= bytes.count
    incoming.append(bytes)
    do throws(MessageBuffer.Oversized) {
      while let message = try incoming.next() { messages.append(Message(bytes: message)) }
    } catch {
      throw VarlinkClient.Failure.notUnderstood
    }
    if allowance < 0 { throw VarlinkClient.Failure.notUnderstood }
    return messages
  }
}
