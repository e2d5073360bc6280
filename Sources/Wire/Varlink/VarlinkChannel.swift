public import LinuxSystem

/// A connection to a Varlink service that never waits, so that one thread can serve several.
///
/// The caller waits until ``descriptor`` can be used, see ``FileDescriptor/wait(forAnyOf:until:)``.
/// Replies come in the order of the calls. The messages of the service are not trusted: their size
/// is limited.
public final class VarlinkChannel {
  /// A message of the service that was not read yet.
  public struct Message: Sendable {
    fileprivate let bytes: [UInt8]

    /// Reads the reply.
    ///
    /// - Parameter type: the type of the reply's parameters.
    /// - Returns: the parameters, and whether other replies to the same call follow.
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

  /// Uses a connection, which does not block from now on.
  ///
  /// - Parameters:
  ///   - socket: the connection; both directions.
  ///   - messageLimit: the most bytes of a message.
  ///   - limit: the most bytes that are read at all.
  ///   - callLimit: the most bytes of a call that the service takes.
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

  /// The number of the descriptor to wait for.
  public var descriptor: Int32 { socket.number }
  /// Whether calls wait to be sent, because the service does not read them.
  public var isSending: Bool { !outgoing.isEmpty }

  /// Sends a call, or as much of it as the service takes now; ``send()`` sends the rest.
  ///
  /// - Parameters:
  ///   - method: the qualified name.
  ///   - parameters: the call's parameters.
  ///   - wantsMore: whether several replies are accepted.
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

  /// Sends as many bytes as the service takes now.
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

  /// Reads the bytes that the service has sent.
  ///
  /// - Returns: the complete messages, perhaps none.
  /// - Throws: ``VarlinkClient/Failure/closed`` at the end, ``VarlinkClient/Failure/notUnderstood`` if it
  ///   sends more than the limits allow, or a `SystemError`.
  public func receive() throws -> [Message] {
    var messages: [Message] = []
    var bytes: [UInt8] = []
    let count: Int?
    do throws(SystemError) {
      // A little at a time, so that an endless reply leaves time for the other services.
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
