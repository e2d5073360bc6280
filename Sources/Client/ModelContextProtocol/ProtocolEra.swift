/// How a request declares the protocol revision that it follows.
///
/// Until 2025, a client agreed on a revision once, with `initialize`. Since 2026-07-28 there are no
/// sessions: each request has its revision and the client's capabilities in `_meta`. Source:
/// <https://modelcontextprotocol.io/specification/2026-07-28>.
enum ProtocolEra: Equatable, Sendable {
  /// The request begins a session with `initialize`, or belongs to one.
  case session
  /// The request declares its revision itself.
  case stateless

  /// The revisions for requests without a session, the newest first.
  static let statelessVersions = ["2026-07-28"]
  /// The revisions for sessions, the newest first.
  static let sessionVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  /// All revisions, the newest first.
  static let supportedVersions = statelessVersions + sessionVersions

  private static let versionKey = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"
  private static let serverKey = "io.modelcontextprotocol/serverInfo"

  /// Determines how a request declares its revision.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - hasSession: whether `initialize` was called before.
  /// - Throws: an error reply if the request is in no session and does not declare everything, or
  ///   declares an unknown revision.
  init(of request: IncomingMessage.Request, hasSession: Bool) throws(ProtocolError) {
    if request.method == "initialize" {
      self = .session
      return
    }
    guard case .object(let meta)? = request.parameters["_meta"], meta[Self.versionKey] != nil else {
      if request.method == "ping" || hasSession && request.method != "server/discover" {
        self = .session
        return
      }
      throw .invalidParameters(
        "params._meta must have '\(Self.versionKey)' and '\(Self.capabilitiesKey)'.")
    }
    guard let version = meta[Self.versionKey]?.string else {
      throw .invalidParameters("'\(Self.versionKey)' in params._meta must be a string.")
    }
    guard case .object? = meta[Self.capabilitiesKey] else {
      throw .invalidParameters("params._meta must have '\(Self.capabilitiesKey)', an object.")
    }
    guard Self.statelessVersions.contains(version) else { throw .unsupportedVersion(version) }
    self = .stateless
  }

  /// The revision for a session: the requested one, or the newest if it is unknown.
  static func agreed(on requested: String) -> String {
    sessionVersions.contains(requested) ? requested : sessionVersions[0]
  }

  /// Adds the members of all results in this era; a constant result may be cached for an hour.
  func result(
    _ result: [String: JSONValue], from server: JSONValue, isConstant: Bool = false
  ) -> JSONValue {
    guard self == .stateless else { return .object(result) }
    var result = result
    result["resultType"] = "complete"
    result["_meta"] = [Self.serverKey: server]
    if isConstant {
      result["ttlMs"] = 3_600_000
      result["cacheScope"] = "private"
    }
    return .object(result)
  }
}
