import ForeignJSON
import FoundationEssentials
package import LinuxSystem
import Synchronization

/// The server of the page: answers its requests until nobody uses it any more.
package final class WebSession: Sendable {
  /// The time without a request after which the server ends.
  package static let idleTime = Duration.seconds(30 * 60)

  /// Runs an errand in the process that may change files; it may block.
  package typealias Running = @Sendable (_ errand: WebErrand) -> WebErrand.Outcome

  /// What the page needs: paths of programs and sockets, and how it begins.
  package struct Places: Sendable {
    /// The socket of the daemon.
    package var socket: FilePath
    /// The folder with the files of the page.
    package var page: FilePath
    /// The program `sittad`.
    package var daemon: FilePath
    /// The home folder, which the page shows as `~`.
    package var home: FilePath?
    /// Whether nothing was chosen and indexed yet, so that the page asks before the daemon starts.
    package var isFirst: Bool
    /// The query that the page begins with; empty for none.
    package var query: String

    /// Makes a value.
    package init(
      socket: FilePath, page: FilePath, daemon: FilePath, home: FilePath?, isFirst: Bool,
      query: String
    ) {
      (self.socket, self.page, self.daemon) = (socket, page, daemon)
      (self.home, self.isFirst, self.query) = (home, isFirst, query)
    }
  }

  private struct State {
    var gate: WebGate
    var lastRequest = ContinuousClock.now
  }

  private let state: Mutex<State>
  /// Becomes readable when the session is over before its time.
  private let end: Pipe
  private let files: [String: [UInt8]]
  private let places: Places
  private let running: Running

  /// The address of the page, with the code that can be used once.
  package let address: String

  /// Prepares a session.
  ///
  /// - Parameters:
  ///   - port: the port of the listening socket.
  ///   - places: the paths that it needs.
  ///   - running: runs errands.
  /// - Throws: a `SystemError` if a file of the page cannot be read.
  package init(port: Int, places: Places, running: @escaping Running) throws {
    let names = try DirectoryListing(of: FileDescriptor(openingDirectory: places.page)).names
    var files: [String: [UInt8]] = [:]
    for name in names {
      let file = try FileDescriptor(openingForeign: places.page.appending(name))
      files[String(decoding: name, as: UTF8.self)] = try file.read(
        upTo: 1 << 20, expecting: 1 << 14)
    }
    let code = Self.secret(), methods = WebMethod.all
    let gate = WebGate(
      port: port, code: code, key: Self.secret(), now: .now, isFirst: places.isFirst,
      files: Set(files.keys),
      methods: Set(methods.map(\.name)),
      followed: Set(methods.filter(\.isFollowed).map(\.name)))
    address = "http://\(gate.host)/#c=\(code)"
    state = Mutex(State(gate: gate))
    end = try Pipe()
    (self.files, self.places, self.running) = (files, places, running)
  }

  /// 256 random bits, from getrandom(2).
  private static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }.hexadecimalDigits
  }

  /// Answers a request; it may block as long as the daemon works.
  package func answer(_ request: WebRequest) -> WebAnswer {
    struct Code: Decodable { var code: String }
    let code =
      request.path == "/key" ? try? ForeignJSON.decode(Code.self, from: request.body).code : nil
    let decision = state.withLock { state in
      let decision = state.gate.decide(request, at: .now, code: code)
      // Who has no key does not keep the server running.
      switch decision {
      case .refused, .file: break
      case .key, .call, .follow, .errand, .survey: state.lastRequest = .now
      }
      return decision
    }
    switch decision {
    case .refused(let status): return .refusal(status)
    case .file(let name):
      return WebAnswer(200, Self.type(of: name), .bytes(files[name] ?? []))
    case .key(let key): return entrance(key)
    case .call(let name):
      return method(name)?.answer(request, at: places.socket) ?? .refusal(404)
    case .follow(let name):
      return keepingAlive(method(name)?.follow(request, at: places.socket) ?? .refusal(404))
    case .survey: return WebSurvey.answer(request.body, by: places.daemon)
    case .errand(let name):
      guard let errand = WebErrand(name, request.body) else { return .refusal(400) }
      let outcome = running(errand)
      if case .begin = errand, outcome.failure == nil { state.withLock { $0.gate.isFirst = false } }
      return WebAnswer(200, "application/json", .bytes(errand.answer(outcome)))
    }
  }

  /// Who reads the pieces of an answer uses the page.
  private func keepingAlive(_ answer: WebAnswer) -> WebAnswer {
    guard case .pieces(let next) = answer.body else { return answer }
    var answer = answer
    answer.body = .pieces { [self] in
      state.withLock { $0.lastRequest = .now }
      return next()
    }
    return answer
  }

  /// What the page gets for its code.
  private func entrance(_ key: String) -> WebAnswer {
    struct Entrance: Encodable {
      let key: String
      let home: String?
      let first: Bool
      let query: String
    }
    let home = places.home.map { String(decoding: $0.bytes, as: UTF8.self) }
    let entrance = Entrance(
      key: key, home: home, first: state.withLock(\.gate.isFirst), query: places.query)
    return WebAnswer(
      200, "application/json", .bytes((try? JSONEncoder().encode(entrance)).map(Array.init) ?? []))
  }

  /// Ends the session if somebody else has used its code; call it when an answer has been sent.
  package func requestEnded() {
    if state.withLock({ $0.gate.isBetrayed }) { try? end.writing.write([0]) }
  }

  /// Waits until nobody has used the page for long, or until somebody else has used its code.
  ///
  /// - Throws: the error of poll(2).
  package func waitForEnd() throws(SystemError) {
    while true {
      let due = state.withLock { state in
        // An address whose code was not used in time cannot be used any more.
        state.gate.isCodeUsed ? state.lastRequest + Self.idleTime : state.gate.codeEnd
      }
      if due <= .now { return }
      let ready = try FileDescriptor.wait(
        forAnyOf: [FileDescriptor.Wait(end.reading.number)], until: due)
      if !ready.isEmpty { return }
    }
  }

  private func method(_ name: String) -> WebMethod? { WebMethod.all.first { $0.name == name } }

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "application/octet-stream"
    }
  }
}
