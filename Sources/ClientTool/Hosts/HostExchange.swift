import LinuxSystem
import SearchInterface

/// Asks several hosts at once, and waits for each no longer than allowed.
///
/// ``HostWaiting`` decides how long; this performs it. What goes wrong with a host is kept as its failure,
/// and the others go on.
final class HostExchange {
  /// How often the socket of a connection that ssh is making is looked for.
  private static let connectionInterval = Duration.milliseconds(10)

  let sessions: [HostSession]
  let limits: HostConfiguration.Limits
  private(set) var memory: HostMemory
  private let file: FilePath?
  /// Why a host has no part in the answer; nil if it has one.
  private(set) var failures: [String?]
  /// Whether a host has answered at all.
  private var hasAnswered: [Bool]

  /// Connects to the hosts, but for those that have failed just before.
  ///
  /// - Parameters:
  ///   - hosts: the hosts.
  ///   - limits: how long they are waited for.
  ///   - local: opens the socket of the local daemon.
  /// - Throws: a failure if there is no folder for the connections.
  init(
    _ hosts: [Host], _ limits: HostConfiguration.Limits, local: () throws -> FileDescriptor
  ) throws {
    self.limits = limits
    let folder = try Self.folder()
    file = folder.appending("memory.json")
    memory = file.map { HostMemory(file: $0) } ?? HostMemory()
    sessions = hosts.map { HostSession($0, control: folder.appending("\($0.name).ssh")) }
    failures = hosts.map { _ in nil }
    hasAnswered = hosts.map { _ in false }
    for (index, session) in sessions.enumerated() {
      if let rest = memory.rest(of: session.host.name, at: Self.now) {
        failures[index] =
          "did not answer before, and is asked again in \(rest.components.seconds + 1) s"
      } else {
        session.open(local: local)
      }
    }
  }

  /// The private folder of the connections and of what is kept between calls.
  private static func folder() throws -> FilePath {
    guard let runtime = ProcessEnvironment.runtimeFolder else {
      throw ClientCommand.Failure(
        code: .failed, sentence: "--host needs a private folder: set XDG_RUNTIME_DIR.")
    }
    let folder = runtime.appending("sitta-hosts")
    try folder.makeDirectory()
    try SocketFolder.check(folder)
    return folder
  }

  /// The time in milliseconds since 1970.
  private static var now: Int { Int(FileClock.now.nanoseconds / 1_000_000) }

  /// The host on this machine; nil if it is not asked.
  var local: Int? { sessions.firstIndex { $0.host.isLocal } }

  /// The hosts that can still answer.
  var usable: [Int] { sessions.indices.filter { failures[$0] == nil } }

  // MARK: - Asking

  /// Calls a method on the hosts that can still answer, and waits for one reply of each.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - limit: how long to wait.
  ///   - isFatal: whether a host without a reply is given up.
  ///   - parameters: the parameters for a host; nil to leave it out.
  /// - Returns: the replies, by host.
  /// - Throws: `InvalidQuery` if a host says that the query is invalid.
  func ask<Method: InterfaceMethod>(
    _ method: Method.Type, within limit: Duration, isFatal: Bool = true,
    _ parameters: (Int) -> Method.Parameters?
  ) throws -> [Int: Method.Reply] {
    let replies = Replies<Method.Reply>()
    try exchange(method, wantsMore: false, within: limit, isFatal: isFatal, parameters) {
      host, reply, _ in replies.byHost[host] = reply
    }
    return replies.byHost
  }

  private final class Replies<Reply> {
    var byHost: [Int: Reply] = [:]
  }

  /// Calls a method, and passes on each reply when it arrives.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - wantsMore: whether there are several replies of each host.
  ///   - limit: how long to wait for each reply.
  ///   - isFatal: whether a host without a reply is given up.
  ///   - parameters: the parameters for a host; nil to leave it out.
  ///   - body: gets the host, its reply, and whether that came in time.
  /// - Throws: `InvalidQuery` if a host says that the query is invalid, or the error of `body`.
  func exchange<Method: InterfaceMethod>(
    _ method: Method.Type, wantsMore: Bool, within limit: Duration, isFatal: Bool = true,
    _ parameters: (Int) -> Method.Parameters?,
    body: @escaping (Int, Method.Reply, Bool) throws -> Void
  ) throws {
    let round = Round()
    let now = ContinuousClock.now
    for (index, session) in sessions.enumerated() {
      guard failures[index] == nil, let parameters = parameters(index) else {
        round.waiting.skip()
        continue
      }
      if session.needsConnection, !hasAnswered[index] {
        round.waiting.connect(at: now, limit: limits.connect)
      } else {
        round.waiting.ask(at: now, limit: limit)
      }
      session.call(method, parameters, wantsMore: wantsMore) { [self] result, continues in
        do {
          let reply = try result.get()
          hasAnswered[index] = true
          try body(index, reply, round.waiting.states[index] != .failed)
          if continues {
            round.waiting.continued(index, at: .now, limit: limit)
          } else {
            round.waiting.answered(index)
          }
        } catch {
          round.waiting.failed(index)
          round.refusals[index] = error
        }
      }
    }
    try wait(for: round, limit, isFatal: isFatal)
  }

  /// What happens while hosts are asked once.
  private final class Round {
    var waiting = HostWaiting()
    var refusals: [Int: any Error] = [:]
  }

  private func wait(for round: Round, _ limit: Duration, isFatal: Bool) throws {
    while let deadline = round.waiting.nextDeadline {
      for index in round.waiting.connecting where sessions[index].isConnected {
        round.waiting.connected(index, at: .now)
      }
      let waits = sessions.indices.compactMap { index in sessions[index].wait.map { (index, $0) } }
      let isConnecting = !round.waiting.connecting.isEmpty
      let end = isConnecting ? min(deadline, .now + Self.connectionInterval) : deadline
      for ready in try FileDescriptor.wait(forAnyOf: waits.map(\.1), until: end) {
        sessions[waits[ready].0].step()
      }
      for (index, session) in sessions.enumerated() where failures[index] == nil {
        guard let failure = session.failure else { continue }
        fail(index, failure.sentence)
        round.waiting.failed(index)
      }
      for index in round.waiting.advance(to: .now) where isFatal {
        fail(index, "did not answer within \(Int(limit / .milliseconds(1))) ms")
      }
    }
    for (index, error) in round.refusals { try refuse(index, error) }
  }

  private func fail(_ index: Int, _ sentence: String) {
    failures[index] = sentence
    memory.fail(sessions[index].host.name, at: Self.now)
  }

  /// A host has replied with an error; it is not asked for anything else, but it is there.
  private func refuse(_ index: Int, _ error: any Error) throws {
    if let failure = error as? SearchFailure {
      if case .invalidQuery = failure { throw failure }
      failures[index] = failure.description
    } else if let failure = error as? SearchClient.ConnectionFailure {
      failures[index] = failure.description
    } else {
      throw error
    }
  }

  /// Leaves a host out of what follows, because what it sent cannot be right.
  func reject(_ index: Int) {
    fail(index, "sent a reply that no daemon sends")
  }

  // MARK: - Between calls

  /// The statistics of a query that a host sent before.
  func knownStatistics(of query: String, on index: Int) -> StatisticsMessage? {
    memory.statistics(of: query, on: sessions[index].host.name, at: Self.now)
  }

  /// Keeps the statistics of a query.
  func keep(_ statistics: StatisticsMessage, of query: String, on index: Int) {
    memory.keep(statistics, of: query, on: sessions[index].host.name, at: Self.now)
  }

  /// Keeps the number of full matches that a search has found out.
  func correct(full: Int, of query: String, on index: Int) {
    memory.correct(full: full, of: query, on: sessions[index].host.name)
  }

  /// Ends all connections, and keeps what the next call needs.
  func close() {
    for (index, session) in sessions.enumerated() {
      if failures[index] == nil, hasAnswered[index] { memory.succeed(session.host.name) }
      session.close()
    }
    if let file { memory.write(to: file) }
  }

  /// A sentence for each host that has no part in the answer.
  var warnings: [String] {
    sessions.indices.compactMap { index in
      failures[index].map { sentence in
        let host = sessions[index].host.name
        return "\(host): \(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence)."
          + " The answer lacks its files."
      }
    }
  }
}
