public import LinuxSystem
import Varlink

/// A connection to the daemon for command line programs: each call blocks its thread.
///
/// Every method throws the ``SearchFailure`` that the daemon replied, a ``ConnectionFailure``, or a
/// `SystemError`.
public final class SearchClient {
  /// A call without a valid reply.
  public struct ConnectionFailure: Error, Equatable, CustomStringConvertible {
    /// A sentence for people.
    public let description: String
  }

  private let client: VarlinkClient

  /// Connects; see ``socket(at:)``.
  ///
  /// - Parameters:
  ///   - path: the socket of the daemon.
  ///   - timeout: how long to wait for each reply.
  /// - Throws: the errors of ``socket(at:)``.
  public init(connectingTo path: FilePath, timeout: Duration) throws {
    client = VarlinkClient(
      over: try Self.socket(at: path), timeout: timeout, callLimit: Self.callLimit)
  }

  /// Uses a connection that exists already; see ``socket(at:)``.
  ///
  /// - Parameters:
  ///   - socket: the connection to a daemon that is trusted with queries.
  ///   - timeout: how long to wait for each reply.
  public init(over socket: consuming FileDescriptor, timeout: Duration) {
    client = VarlinkClient(over: socket, timeout: timeout, callLimit: Self.callLimit)
  }

  /// The most bytes of a call that a daemon takes.
  static let callLimit = VarlinkServer.Limits().callBytes

  /// Connects, and checks that the daemon belongs to this user, because queries are private.
  ///
  /// - Parameters:
  ///   - path: the socket of the daemon.
  ///   - waits: whether to wait if too many clients wait already, which may be for ever.
  /// - Returns: the connection.
  /// - Throws: a `SystemError` with ENOENT or ECONNREFUSED if there is no listener; a
  ///   `SocketFolder.Refusal` or a ``ConnectionFailure`` if another user listens, or could do so.
  public static func socket(at path: FilePath, waits: Bool = true) throws -> FileDescriptor {
    try SocketFolder.check(path.parent)
    let socket = try UnixSocket.connect(to: path, waits: waits)
    let server = try UnixSocket.peer(of: socket).user
    if let failure = failure(of: server, at: path, for: ProcessEnvironment.user) { throw failure }
    return socket
  }

  /// The reason why a server at a path is not trusted; nil if it is trusted.
  static func failure(
    of server: UInt32, at path: FilePath, for user: UInt32
  ) -> ConnectionFailure? {
    if server == user { return nil }
    return ConnectionFailure(
      description: """
        User \(server) answers at '\(path)', not the sittad of user \(user), so sitta sent no \
        query. Run sitta as the user whose files you search.
        """)
  }

  /// Calls a method and passes each of its replies to `body` when it arrives.
  func callForMore<Method: InterfaceMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, body: (Method.Reply) throws -> Void
  ) throws {
    try Self.translatingErrors {
      try client.callForMore(
        SearchInterfaceDescription.qualified(method.name), parameters, body: body)
    }
  }

  /// Calls a method that has one reply.
  func call<Method: InterfaceMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters
  ) throws -> Method.Reply {
    try Self.translatingErrors {
      try client.call(SearchInterfaceDescription.qualified(method.name), parameters)
    }
  }

  /// Replaces the errors of the protocol by the errors of this class and ``SearchChannel``.
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
