import ForeignJSON
import FoundationEssentials
import LinuxSystem
import SearchInterface
import Synchronization
import Varlink

/// A method of the daemon that the page may call.
package struct WebMethod: Sendable {
  /// The name in the interface.
  package let name: String
  /// Whether the page may call it with `more`.
  package let isFollowed: Bool
  private let send: @Sendable (VarlinkClient, [UInt8], Bool) throws -> Void

  private init<Method: InterfaceMethod & SendableMetatype>(
    _ method: Method.Type, isFollowed: Bool = false
  ) {
    (name, self.isFollowed) = (method.name, isFollowed)
    // What comes from the page is read as the parameters of this method, so nothing else reaches the daemon.
    send = { client, body, wantsMore in
      let parameters = try ForeignJSON.decode(Method.Parameters.self, from: body)
      try client.send(
        SearchInterfaceDescription.qualified(Method.name), parameters, wantsMore: wantsMore)
    }
  }

  /// All methods that the page may call.
  ///
  /// It changes nothing but folders and pauses.
  package static let all = [
    WebMethod(SearchMethod.self), WebMethod(CountMethod.self), WebMethod(SuggestMethod.self),
    WebMethod(SimilarMethod.self), WebMethod(ReadMethod.self), WebMethod(DrawMethod.self),
    WebMethod(ListMethod.self),
    WebMethod(ListExcludedMethod.self), WebMethod(ListSourcesMethod.self),
    WebMethod(ExplainMethod.self), WebMethod(UsageMethod.self),
    WebMethod(StatusMethod.self, isFollowed: true), WebMethod(PauseMethod.self),
    WebMethod(ResumeMethod.self), WebMethod(AddRootMethod.self), WebMethod(RemoveRootMethod.self),
  ]

  /// The longest wait for a reply; `AddRoot` waits until a folder is watched.
  private static let timeout = Duration.seconds(70)

  /// Calls the method once.
  ///
  /// - Parameters:
  ///   - request: the request, whose body has the parameters as JSON.
  ///   - socket: the socket of the daemon.
  /// - Returns: the reply as JSON, also one with an error.
  func answer(_ request: WebRequest, at socket: FilePath) -> WebAnswer {
    do {
      let client = VarlinkClient(
        over: try SearchClient.socket(at: socket, waits: false), timeout: Self.timeout)
      try send(client, request.body, false)
      return WebAnswer(
        200, "application/json", .bytes(try client.nextReply(for: request.client)))
    } catch is DecodingError {
      return .refusal(400)
    } catch {
      return WebAnswer(200, "application/json", .bytes(Self.failure(error)))
    }
  }

  /// Calls the method with `more`.
  ///
  /// - Parameters:
  ///   - request: the request, whose body has the parameters as JSON.
  ///   - socket: the socket of the daemon.
  /// - Returns: a line of JSON for each reply, and empty lines while there is none.
  func follow(_ request: WebRequest, at socket: FilePath) -> WebAnswer {
    do {
      let client = VarlinkClient(
        over: try SearchClient.socket(at: socket, waits: false), timeout: WebAnswer.heartbeat)
      let replies = Replies(client, for: request.client)
      try replies.client.withLock { try send($0, request.body, true) }
      return WebAnswer(200, "application/x-ndjson", .pieces { replies.next() })
    } catch is DecodingError {
      return .refusal(400)
    } catch {
      return WebAnswer(200, "application/x-ndjson", .bytes(Self.failure(error) + [0x0a]))
    }
  }

  /// An error of the connection, in the form of an error of the daemon.
  private static func failure(_ error: any Error) -> [UInt8] {
    struct Failure: Encodable {
      var error = SearchInterfaceDescription.qualified("IndexUnavailable")
      var parameters: [String: String]
    }
    return (try? JSONEncoder().encode(Failure(parameters: ["reason": "\(error)"]))).map(Array.init)
      ?? []
  }

  /// The replies to a call with `more`.
  private final class Replies: Sendable {
    let client: Mutex<VarlinkClient>
    private let reader: Int32

    init(_ client: sending VarlinkClient, for reader: Int32) {
      self.client = Mutex(client)
      self.reader = reader
    }

    func next() -> [UInt8]? {
      do {
        return try client.withLock { try $0.nextReply(for: reader) } + [0x0a]
      } catch VarlinkClient.Failure.timedOut {
        return [0x0a]
      } catch {
        return nil
      }
    }
  }
}
