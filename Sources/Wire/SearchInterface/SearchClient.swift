public import LinuxSystem
import Varlink

/// A connection to the daemon for command line programs: each call blocks its thread.
///
/// Every method throws the ``SearchFailure`` in the daemon's reply, a ``ConnectionFailure``, or a
/// `SystemError`.
public final class SearchClient {
  /// The error if the daemon is not trusted, or if a call got no valid reply.
  public struct ConnectionFailure: Error, Equatable, CustomStringConvertible {
    /// A sentence for people.
    public let description: String
  }

  private let client: VarlinkClient

  /// Connects to the daemon; see ``socket(at:waits:)``.
  ///
  /// - Parameters:
  ///   - path: the socket of the daemon.
  ///   - timeout: the longest wait for each reply.
  /// - Throws: the errors of ``socket(at:waits:)``.
  public init(connectingTo path: FilePath, timeout: Duration) throws {
    client = VarlinkClient(
      over: try Self.socket(at: path), timeout: timeout, callLimit: Self.callLimit)
  }

  /// Takes over a connection; see ``socket(at:waits:)``.
  ///
  /// - Parameters:
  ///   - socket: the connection to a daemon; the caller trusts this daemon with queries.
  ///   - timeout: the longest wait for each reply.
  public init(over socket: consuming FileDescriptor, timeout: Duration) {
    client = VarlinkClient(over: socket, timeout: timeout, callLimit: Self.callLimit)
  }

  /// The size of the longest call that a daemon accepts, in bytes.
  static let callLimit = VarlinkServer.Limits().callBytes

  /// Connects, and checks that the daemon belongs to the current user, or is a service of this machine, because queries
  /// are private.
  ///
  /// - Parameters:
  ///   - path: the socket of the daemon.
  ///   - waits: whether to wait, possibly for ever, if the daemon's queue of new clients is full.
  /// - Returns: the connection.
  /// - Throws: a `SystemError` with ENOENT or ECONNREFUSED if no daemon listens; a `SocketFolder.Refusal` or
  ///   a ``ConnectionFailure`` if another user listens, or could replace the socket.
  public static func socket(at path: FilePath, waits: Bool = true) throws -> FileDescriptor {
    try SocketFolder.check(path.parent)
    let socket = try UnixSocket.connect(to: path, waits: waits)
    let server = try UnixSocket.peer(of: socket).user
    if let failure = failure(of: server, at: path, for: ProcessEnvironment.user) { throw failure }
    return socket
  }

  /// Returns why the user who listens at a path is not trusted; nil if the user is trusted.
  static func failure(
    of server: UInt32, at path: FilePath, for user: UInt32
  ) -> ConnectionFailure? {
    if SocketFolder.isTrusted(server, by: user) { return nil }
    return ConnectionFailure(
      description: """
        User \(server) answers at '\(path)', not the sittad of user \(user), so sitta sent no \
        query. Run sitta as the user whose files you search.
        """)
  }

  /// Calls a method, and passes each reply to `body` when it arrives.
  func callForMore<Method: InterfaceMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, body: (Method.Reply) throws -> Void
  ) throws {
    try Self.translatingErrors {
      try client.callForMore(
        SearchInterfaceDescription.qualified(method.name), parameters, body: body)
    }
  }

  /// Calls a method that has only one reply.
  func call<Method: InterfaceMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters
  ) throws -> Method.Reply {
    try Self.translatingErrors {
      try client.call(SearchInterfaceDescription.qualified(method.name), parameters)
    }
  }

  /// Converts errors of the protocol to errors of this class.
  static func translatingErrors<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let fault as VarlinkClient.Fault {
      if let failure = SearchFailure(fault) { throw failure }
      throw ConnectionFailure(description: "The daemon replied with the error \(fault.name).")
    } catch let failure as VarlinkClient.Failure {
      throw ConnectionFailure(description: sentence(for: failure))
    }
  }

  private static func sentence(for failure: VarlinkClient.Failure) -> String {
    switch failure {
    case .closed: "The daemon closed the connection."
    case .timedOut: "The daemon did not answer in time."
    case .oversized(let limit):
      """
      The query is too long: with its options, a request to sittad has at most \(limit >> 10) KiB, and a \
      query at most 16 KiB. Shorten it.
      """
    case .notUnderstood:
      "The daemon's reply cannot be read. Check that sitta and sittad have the same version."
    }
  }
}
