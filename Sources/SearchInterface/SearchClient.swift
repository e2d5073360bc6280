public import LinuxSystem
import Varlink

/// A connection to the daemon, for programs that ask something and end: each call blocks.
///
/// Every method throws a ``SearchFailure`` that the daemon answered with, a ``ConnectionFailure``,
/// or a `SystemError`.
public final class SearchClient {
  /// The connection gave no answer.
  public struct ConnectionFailure: Error, Equatable, CustomStringConvertible {
    /// A sentence for people.
    public let description: String
  }

  private let client: VarlinkClient

  /// Connects, and sees to it that this user's own daemon is at the other end: what people search
  /// for is nobody else's business.
  ///
  /// - Parameters:
  ///   - path: where the daemon listens.
  ///   - timeout: how long to wait for each reply.
  /// - Throws: a `SystemError` with ENOENT or ECONNREFUSED where nobody listens; a
  ///   `SocketFolder.Refusal` or a ``ConnectionFailure`` where somebody else listens, or could.
  public init(connectingTo path: FilePath, timeout: Duration) throws {
    try SocketFolder.check(path.parent)
    client = try VarlinkClient(connectingTo: path, timeout: timeout)
    let server = try client.server().user
    if let failure = Self.failure(of: server, at: path, for: ProcessEnvironment.user) {
      throw failure
    }
  }

  /// Why what a user answers at a path is not to be trusted; nil where it is.
  static func failure(
    of server: UInt32, at path: FilePath, for user: UInt32
  ) -> ConnectionFailure? {
    if server == user { return nil }
    return ConnectionFailure(
      description: """
        At '\(path)' user \(server) answers and not the sittad of user \(user), so nothing was \
        asked. Run sitta as the user whose files are searched.
        """)
  }

  /// Calls `Search`.
  public func search(_ parameters: SearchMethod.Parameters) throws -> SearchMethod.Reply {
    try call("Search", parameters)
  }

  /// Calls `Count`.
  public func count(_ parameters: CountMethod.Parameters) throws -> CountMethod.Reply {
    try call("Count", parameters)
  }

  /// Calls `Status`.
  public func status() throws -> StatusMethod.Reply {
    try call("Status", NoParameters())
  }

  /// Calls `Status` with `more`, and hands over each reply as it comes, until the daemon ends.
  public func watchStatus(body: (StatusMethod.Reply) throws -> Void) throws {
    try callForMore("Status", NoParameters(), body: body)
  }

  /// Calls `AddRoot`.
  public func addRoot(_ parameters: RootsMethod.Parameters) throws -> RootsMethod.Reply {
    try call("AddRoot", parameters)
  }

  /// Calls `RemoveRoot`.
  public func removeRoot(_ parameters: RootsMethod.Parameters) throws -> RootsMethod.Reply {
    try call("RemoveRoot", parameters)
  }

  /// Calls `Reload`.
  public func reload() throws -> RootsMethod.Reply {
    try call("Reload", NoParameters())
  }

  /// Calls `Sync`.
  public func sync(_ parameters: SyncMethod.Parameters) throws -> SyncMethod.Reply {
    try call("Sync", parameters)
  }

  /// Calls `Pause` for a pause that something else than the end of this connection ends.
  public func pause(_ parameters: PauseMethod.Parameters) throws -> PauseMethod.Reply {
    try call("Pause", parameters)
  }

  /// Calls `Pause` with `more`, and hands over each reply as it comes: one when the pause begins, and
  /// one when somebody ended it.
  public func holdPause(body: (PauseMethod.Reply) throws -> Void) throws {
    try callForMore("Pause", PauseMethod.Parameters(), body: body)
  }

  /// Calls `Resume`.
  public func resume() throws -> ResumeMethod.Reply {
    try call("Resume", NoParameters())
  }

  /// Calls `Rebuild`.
  public func rebuild() throws -> RebuildMethod.Reply {
    try call("Rebuild", NoParameters())
  }

  /// Calls `List` with `more`, and hands over each reply as it comes.
  public func list(
    _ parameters: ListMethod.Parameters, body: (ListMethod.Reply) throws -> Void
  ) throws {
    try callForMore("List", parameters, body: body)
  }

  /// Calls `Subscribe`, and hands over each reply as it comes: the first with the hits there are.
  public func subscribe(
    _ parameters: SubscribeMethod.Parameters, body: (SubscribeMethod.Reply) throws -> Void
  ) throws {
    try callForMore("Subscribe", parameters, body: body)
  }

  /// Calls `Suggest`.
  public func suggest(_ parameters: SuggestMethod.Parameters) throws -> SuggestMethod.Reply {
    try call("Suggest", parameters)
  }

  /// Calls `Forget`.
  public func forget(_ parameters: ForgetMethod.Parameters) throws -> ForgetMethod.Reply {
    try call("Forget", parameters)
  }

  /// Calls `Explain`.
  public func explain(_ parameters: ExplainMethod.Parameters) throws -> ExplainMethod.Reply {
    try call("Explain", parameters)
  }

  /// Calls `Opened`.
  public func opened(_ parameters: OpenedMethod.Parameters) throws {
    let _: NoParameters = try call("Opened", parameters)
  }

  /// Calls `QueryStatistics`.
  public func queryStatistics(
    _ parameters: QueryStatisticsMethod.Parameters
  ) throws -> QueryStatisticsMethod.Reply {
    try call("QueryStatistics", parameters)
  }

  /// Calls `ForgetQueries`.
  public func forgetQueries() throws -> ForgetQueriesMethod.Reply {
    try call("ForgetQueries", NoParameters())
  }

  private func callForMore<Reply: Decodable>(
    _ method: String, _ parameters: some Encodable, body: (Reply) throws -> Void
  ) throws {
    try translatingErrors {
      try client.callForMore(
        SearchInterfaceDescription.qualified(method), parameters, body: body)
    }
  }

  private func call<Reply: Decodable>(
    _ method: String, _ parameters: some Encodable
  ) throws -> Reply {
    try translatingErrors {
      try client.call(SearchInterfaceDescription.qualified(method), parameters)
    }
  }

  private func translatingErrors<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let fault as VarlinkClient.Fault {
      if let failure = SearchFailure(fault) { throw failure }
      throw ConnectionFailure(description: "The daemon answers with the error \(fault.name).")
    } catch let failure as VarlinkClient.Failure {
      throw ConnectionFailure(description: Self.sentence(for: failure))
    }
  }

  private static func sentence(for failure: VarlinkClient.Failure) -> String {
    switch failure {
    case .closed: "The daemon closed the connection."
    case .timedOut: "The daemon did not answer in time."
    case .notUnderstood: "The daemon's answer cannot be understood: is it another version?"
    }
  }
}
