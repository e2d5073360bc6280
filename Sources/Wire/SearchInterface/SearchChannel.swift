public import LinuxSystem
import Varlink

/// A connection to a daemon, of this machine or another one, that never waits; one thread can serve several.
///
/// Its messages are not trusted: their size is limited, and a reply must have the form of the
/// interface. Every method throws a ``SearchClient/ConnectionFailure`` or a `SystemError`.
public final class SearchChannel {
  /// A reply that was not read yet.
  public struct Message: Sendable {
    fileprivate let message: VarlinkChannel.Message

    /// Reads the reply to a call of a method.
    ///
    /// - Parameter method: the method.
    /// - Returns: the reply, and whether other replies to the same call follow.
    /// - Throws: the ``SearchFailure`` that the daemon replied, or a ``SearchClient/ConnectionFailure``.
    public func reply<Method: InterfaceMethod>(
      to method: Method.Type
    ) throws -> (reply: Method.Reply, continues: Bool) {
      try SearchClient.translatingErrors { try message.reply(Method.Reply.self) }
    }
  }

  private let channel: VarlinkChannel

  /// Uses a connection, which does not block from now on.
  ///
  /// - Parameter socket: the connection; both directions.
  /// - Throws: a `SystemError`.
  public init(over socket: consuming FileDescriptor) throws {
    channel = try VarlinkChannel(
      over: socket, messageLimit: 16 << 20, limit: 256 << 20, callLimit: SearchClient.callLimit)
  }

  /// The number of the descriptor to wait for.
  public var descriptor: Int32 { channel.descriptor }
  /// Whether calls wait to be sent, because the daemon does not read them.
  public var isSending: Bool { channel.isSending }

  /// Sends a call, or as much of it as the daemon takes now.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - parameters: its parameters.
  ///   - wantsMore: whether several replies are accepted.
  /// - Throws: that the connection is closed.
  public func call<Method: InterfaceMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, wantsMore: Bool = false
  ) throws {
    try SearchClient.translatingErrors {
      try channel.call(
        SearchInterfaceDescription.qualified(method.name), parameters, wantsMore: wantsMore)
    }
  }

  /// Sends as many bytes as the daemon takes now.
  ///
  /// - Throws: that the connection is closed.
  public func send() throws {
    try SearchClient.translatingErrors { try channel.send() }
  }

  /// Reads the bytes that the daemon has sent.
  ///
  /// - Returns: the complete replies, in the order of the calls.
  /// - Throws: that the connection is closed, or that the daemon sends too much.
  public func receive() throws -> [Message] {
    try SearchClient.translatingErrors { try channel.receive().map(Message.init) }
  }
}
