/// Decides which requests are answered: only those of the page that this server gave to the person who started it.
///
/// Any program of the machine, also of other users, can connect to a port of 127.0.0.1, and any web page can make a
/// browser send requests there. So each request must name this server in `Host` (DNS rebinding: CVE-2018-5702), must
/// not come from another page (`Origin`, `Sec-Fetch-Site`), and must have a key, but for the files of the page, which
/// are no secret. The key is given once for a code, which is in the part of the address that no server sees. There are
/// no cookies, which all ports of 127.0.0.1 would share.
package struct WebGate: Sendable {
  /// The time for which the code can be used.
  package static let codeLifetime = Duration.seconds(60)
  /// The size of the longest body in bytes.
  package static let bodyLimit = 64 << 10

  /// The `Host` of this server.
  package let host: String
  private let code: [UInt8]
  private let key: String
  /// When the code cannot be used any more.
  package let codeEnd: ContinuousClock.Instant
  /// Whether nobody has chosen folders yet; a connection would have systemd start the daemon without a yes.
  package var isFirst: Bool
  private let files: Set<String>
  private let methods: Set<String>
  private let followed: Set<String>
  /// Whether the page has got its key.
  package private(set) var isCodeUsed = false
  /// Whether somebody has used the code a second time.
  ///
  /// The first one may have been somebody else.
  package private(set) var isBetrayed = false

  /// Makes the gate of a server.
  ///
  /// - Parameters:
  ///   - port: the port on which it listens.
  ///   - code: the code in the address of the page.
  ///   - key: the key that the page gets for it.
  ///   - now: the time when the address was made.
  ///   - isFirst: whether nobody has chosen folders yet.
  ///   - files: the names of the files of the page.
  ///   - methods: the methods of the daemon that the page may call.
  ///   - followed: those that it may call with `more`.
  package init(
    port: Int, code: String, key: String, now: ContinuousClock.Instant, isFirst: Bool = false,
    files: Set<String>, methods: Set<String>, followed: Set<String>
  ) {
    self.isFirst = isFirst
    host = "127.0.0.1:\(port)"
    (self.code, self.key, codeEnd) = (Array(code.utf8), key, now + Self.codeLifetime)
    (self.files, self.methods, self.followed) = (files, methods, followed)
  }

  /// Decides about a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - now: the current time.
  ///   - code: the code in the body; nil if it has none.
  /// - Returns: the decision.
  package mutating func decide(
    _ request: WebRequest, at now: ContinuousClock.Instant, code: String?
  ) -> WebDecision {
    guard request.fields["host"] == host else { return .refused(421) }
    if isBetrayed { return .refused(410) }
    guard request.path.first == "/" else { return .refused(404) }
    let origin = request.fields["origin"] ?? "http://\(host)"
    let site = request.fields["sec-fetch-site"] ?? "same-origin"
    guard origin == "http://\(host)", ["same-origin", "none"].contains(site) else {
      return .refused(403)
    }
    guard request.body.count <= Self.bodyLimit else { return .refused(413) }
    if request.method == "GET" {
      let name = request.path == "/" ? "index.html" : String(request.path.dropFirst())
      return files.contains(name) ? .file(name) : .refused(404)
    }
    guard request.method == "POST" else { return .refused(405) }
    // A form of another page cannot send this type.
    guard request.fields["content-type"] == "application/json" else { return .refused(415) }
    if request.path == "/key" { return exchange(code, at: now) }
    guard case let authorization?? = request.fields["authorization"],
      Self.isEqual(Array(authorization.utf8), Array("Bearer \(key)".utf8))
    else { return .refused(401) }
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).map(
      String.init)
    let name = parts.dropFirst().joined(separator: "/")
    switch (parts.count, parts.dropFirst().first) {
    case (2, "survey"): return .survey
    case (2...3, _) where WebErrand.names.contains(name): return .errand(name)
    case (3, "call") where methods.contains(parts[2]):
      return isFirst ? .refused(409) : .call(parts[2])
    case (3, "follow") where followed.contains(parts[2]):
      return isFirst ? .refused(409) : .follow(parts[2])
    default: return .refused(404)
    }
  }

  private mutating func exchange(
    _ offered: String?, at now: ContinuousClock.Instant
  ) -> WebDecision {
    guard let offered, Self.isEqual(Array(offered.utf8), code) else { return .refused(401) }
    if isCodeUsed {
      isBetrayed = true
      return .refused(410)
    }
    guard now < codeEnd else { return .refused(410) }
    isCodeUsed = true
    return .key(key)
  }

  /// Compares in a time that does not depend on where two texts differ.
  private static func isEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard first.count == second.count else { return false }
    return zip(first, second).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
