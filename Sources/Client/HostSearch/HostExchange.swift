package import LinuxSystem
package import SearchInterface

/// Sends calls to several hosts at once, and waits for each host only as long as allowed.
///
/// ``HostWaiting`` decides how long to wait; this class does the waiting. An error of a host is
/// recorded as its failure, and the other hosts continue.
package final class HostExchange {
  /// How often to check for the socket of a connection that ssh is establishing.
  private static let connectionInterval = Duration.milliseconds(10)

  package let sessions: [HostSession]
  package let limits: HostConfiguration.Limits
  private var memory: HostMemory
  /// The record of failures as it was read from the file.
  private let former: HostMemory
  private let file: FilePath
  /// Why a host is excluded from the answer; nil if it is not.
  private(set) var failures: [String?]
  /// How long each host may still take, and whether it has ever answered.
  private var patience: [HostPatience]
  private var isClosed = false

  /// Connects to the hosts, except those that have failed shortly before.
  ///
  /// - Parameters:
  ///   - hosts: the hosts.
  ///   - limits: how long to wait for the hosts.
  ///   - local: opens the socket of the local daemon.
  /// - Throws: a failure if the folder for the connections cannot be used.
  package init(
    _ hosts: [Host], _ limits: HostConfiguration.Limits, local: () throws -> FileDescriptor
  ) throws {
    self.limits = limits
    let folder = try Self.folder()
    file = folder.appending("memory.json")
    memory = HostMemory(file: file)
    former = memory
    sessions = hosts.map { HostSession($0, control: folder.appending("\($0.identity).ssh")) }
    failures = hosts.map { _ in nil }
    patience = hosts.map { _ in HostPatience() }
    for (index, session) in sessions.enumerated() {
      // This machine is always asked: that costs nothing, and its daemon may just have been started.
      if !session.host.isLocal, let rest = memory.rest(of: session.host.identity, at: Self.now) {
        failures[index] =
          "did not answer before, and is asked again in \(rest.components.seconds + 1) s"
      } else {
        session.open(local: local)
      }
    }
  }

  /// The private folder with the sockets of connections and the record of failures.
  private static func folder() throws -> FilePath {
    guard let runtime = ProcessEnvironment.runtimeFolder else {
      throw HostFailure(description: "--host needs a private folder: set XDG_RUNTIME_DIR.")
    }
    let folder = runtime.appending("sitta-hosts")
    try folder.makeDirectory()
    try SocketFolder.check(folder)
    return folder
  }

  /// The time in milliseconds since 1970.
  private static var now: Int { Int(FileClock.now.nanoseconds / 1_000_000) }

  /// The index of this machine; nil if it is not asked.
  var local: Int? { sessions.firstIndex { $0.host.isLocal } }

  /// The indexes of the hosts that can still answer.
  package var usable: [Int] { sessions.indices.filter { failures[$0] == nil } }

  // MARK: - Asking

  /// Calls a method on the hosts that can still answer, and waits for one reply from each.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - limit: how long to wait.
  ///   - isFatal: whether a host that does not reply in time is excluded from then on.
  ///   - parameters: returns the parameters for a host; nil to skip it.
  /// - Returns: the replies by the index of the host.
  /// - Throws: `InvalidQuery` if a host reports that the query is invalid.
  package func ask<Method: InterfaceMethod>(
    _ method: Method.Type, within limit: Duration, isFatal: Bool = true,
    _ parameters: (Int) -> Method.Parameters?
  ) throws -> [Int: Method.Reply] {
    var replies: [Int: Method.Reply] = [:]
    try exchange(
      method, wantsMore: false, within: limit, isFatal: isFatal, parameters
    ) { host, reply, _ in replies[host] = reply }
    return replies
  }

  /// Calls a method on the hosts, and passes on each reply as it arrives.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - wantsMore: whether each host sends several replies.
  ///   - limit: how long to wait for each reply.
  ///   - grace: how much longer to wait if no host has replied.
  ///   - isFatal: whether a host that does not reply in time is excluded from then on.
  ///   - isPart: whether a daemon may send such a reply before further ones to the same call.
  ///   - parameters: returns the parameters for a host; nil to skip it.
  ///   - body: receives the index of the host, its reply, and whether it came in time.
  /// - Throws: `InvalidQuery` if a host reports that the query is invalid, or the error of `body`.
  package func exchange<Method: InterfaceMethod>(
    _ method: Method.Type, wantsMore: Bool, within limit: Duration, grace: Duration = .zero,
    isFatal: Bool = true, isPart: @escaping (Method.Reply) -> Bool = { _ in true },
    _ parameters: (Int) -> Method.Parameters?,
    body: @escaping (Int, Method.Reply, Bool) throws -> Void
  ) throws {
    let round = Round()
    round.waiting.grace = grace
    let now = ContinuousClock.now
    for (index, session) in sessions.enumerated() {
      guard failures[index] == nil, let parameters = parameters(index) else {
        round.waiting.skip()
        continue
      }
      let connection = patience[index].ask(
        at: now, connectingWithin: session.needsConnection ? limits.connect : nil)
      if let connection {
        round.waiting.connect(at: now, limit: connection, answer: limit)
      } else {
        round.waiting.ask(at: now, limit: limit)
      }
      session.call(method, parameters, wantsMore: wantsMore) { [self] result, continues in
        do {
          let reply = try result.get()
          // Without this check, a host could keep this process waiting for ever.
          if continues, !(wantsMore && isPart(reply)) {
            round.waiting.failed(index)
            return reject(index)
          }
          patience[index].answer()
          try body(index, reply, round.waiting.states[index] != .failed)
          if continues {
            round.waiting.continued(index, at: .now, limit: limit)
          } else {
            round.waiting.answered(index)
          }
        } catch let error where error is SearchFailure || error is SearchClient.ConnectionFailure {
          round.waiting.failed(index)
          round.refusals[index] = error
        } catch {
          // The reader of the output has closed it.
          round.fault = error
        }
      }
    }
    try wait(for: round, isFatal: isFatal)
  }

  /// The state of one call on all hosts.
  private final class Round {
    var waiting = HostWaiting()
    /// The errors that hosts sent as replies.
    var refusals: [Int: any Error] = [:]
    /// The error on this machine; nil if there is none.
    var fault: (any Error)?
  }

  private func wait(for round: Round, isFatal: Bool) throws {
    while let deadline = round.waiting.nextDeadline {
      for index in round.waiting.connecting where sessions[index].isConnected {
        round.waiting.connected(index, at: .now)
      }
      let waits = sessions.indices.compactMap { index in sessions[index].wait.map { (index, $0) } }
      let isConnecting = !round.waiting.connecting.isEmpty
      let end = isConnecting ? min(deadline, .now + Self.connectionInterval) : deadline
      let ready = try FileDescriptor.wait(forAnyOf: waits.map(\.1), until: end)
      // Reading takes time, which must not count against the other hosts: bytes that arrived
      // meanwhile are read before the clock advances.
      let moment = ContinuousClock.now
      for number in ready { sessions[waits[number].0].step() }
      if let fault = round.fault { throw fault }
      for (index, session) in sessions.enumerated() where failures[index] == nil {
        guard let failure = session.failure else { continue }
        fail(index, failure)
        round.waiting.failed(index)
      }
      for index in round.waiting.advance(to: moment)
      where isFatal || patience[index].isOver(at: moment) {
        giveUp(index)
      }
    }
    try refuse(round)
  }

  /// Excludes a host from now on, because it did not answer in time.
  func giveUp(_ index: Int) {
    let waited = patience[index].waited(until: .now)
    fail(index, "did not answer within \(Int(waited / .milliseconds(1))) ms")
  }

  private func fail(_ index: Int, _ sentence: String) {
    failures[index] = sentence
    memory.fail(sessions[index].host.identity, at: Self.now)
    // Nothing more is read from this host.
    sessions[index].close()
  }

  /// Excludes the hosts that replied with errors; they do not count as unreachable.
  private func refuse(_ round: Round) throws {
    for (index, error) in round.refusals.sorted(by: { $0.key < $1.key }) {
      // The query counts as invalid if this machine says so; another host alone cannot decide it.
      if case .some(.invalidQuery) = error as? SearchFailure,
        sessions[index].host.isLocal || !round.waiting.states.contains(.answered)
      {
        throw error
      }
      failures[index] = String("\(error)".prefix(Self.sentenceLimit))
    }
  }

  /// The most characters that are shown of a host's error.
  private static let sentenceLimit = 500

  /// Excludes a host from now on, because its reply is invalid.
  func reject(_ index: Int) {
    fail(index, "invalid reply (is Sitta there a different version?)")
  }

  /// How long all failed commands together may take to report their errors and end.
  private static let complaintTime = Duration.milliseconds(50)

  /// Closes all connections, and saves the record of failures; a second call does nothing.
  package func close() {
    if isClosed { return }
    isClosed = true
    // The answer is already printed, so nothing else waits for this.
    let end = ContinuousClock.now + Self.complaintTime
    for (index, session) in sessions.enumerated() where failures[index] != nil {
      if let said = session.complaint(until: end) { failures[index] = said }
    }
    for (index, session) in sessions.enumerated() {
      if failures[index] == nil, patience[index].hasAnswered {
        memory.succeed(session.host.identity)
      }
      session.close()
    }
    memory.write(to: file, since: former)
  }

  /// A sentence for each host that is missing from the answer.
  package var warnings: [String] {
    sessions.indices.compactMap { index in
      failures[index].map { sentence in
        let host = sessions[index].host.name
        return "\(host): \(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence)."
          + " The answer lacks its files."
      }
    }
  }
}
