public import LinuxSystem
import Varlink

/// A connection to a daemon, local or remote, that never blocks; so one thread can serve several.
///
/// Messages from the daemon are not trusted: their size is limited, and a reply must have the form of the
/// interface. Every method throws a ``SearchClient/ConnectionFailure`` or a `SystemError`.
public final class SearchChannel {
  /// A message from the daemon that was not decoded yet.
  public struct Message: Sendable {
    fileprivate let message: VarlinkChannel.Message

    /// Decodes the message as the reply to a call.
    ///
    /// - Parameter method: the method that was called.
    /// - Returns: the reply, and whether further replies to the same call follow.
    /// - Throws: the ``SearchFailure`` in the daemon's reply, or a ``SearchClient/ConnectionFailure``.
    public func reply<Method: InterfaceMethod>(
      to method: Method.Type
    ) throws -> (reply: Method.Reply, continues: Bool) {
      try SearchClient.translatingErrors { try message.reply(Method.Reply.self) }
    }
  }

  private let channel: VarlinkChannel

  /// Takes over a connected socket, and makes it non-blocking.
  ///
  /// - Parameter socket: the connection, for reading and writing.
  /// - Throws: a `SystemError`.
  public init(over socket: consuming FileDescriptor) throws {
    channel = try VarlinkChannel(
      over: socket, messageLimit: 16 << 20, limit: 256 << 20, callLimit: SearchClient.callLimit)
  }

  /// The descriptor to wait for.
  public var descriptor: Int32 { channel.descriptor }
  /// Whether bytes of calls are still unsent, because the daemon reads too slowly.
  public var isSending: Bool { channel.isSending }

  /// Sends a call without blocking; ``send()`` sends the rest.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - parameters: its parameters.
  ///   - wantsMore: whether the caller accepts several replies.
  /// - Throws: an error if the connection is closed.
  public func call<Method: InterfaceMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, wantsMore: Bool = false
  ) throws {
    try SearchClient.translatingErrors {
      try channel.call(
        SearchInterfaceDescription.qualified(method.name), parameters, wantsMore: wantsMore)
    }
  }

  /// Sends as many of the unsent bytes as possible without blocking.
  ///
  /// - Throws: an error if the connection is closed.
  public func send() throws {
    try SearchClient.translatingErrors { try channel.send() }
  }

  /// Reads the bytes that have arrived, without blocking.
  ///
  /// - Returns: the complete messages, in the order of the calls.
  /// - Throws: an error if the connection is closed, or if the daemon exceeds the limits.
  public func receive() throws -> [Message] {
    try SearchClient.translatingErrors { try channel.receive().map(Message.init) }
  }
}
