package import LinuxSystem
package import SearchInterface

/// Asks several hosts at once, and waits for each no longer than allowed.
///
/// ``HostWaiting`` decides how long; this performs it. An error of a host is kept as its failure,
/// and the others go on.
package final class HostExchange {
  /// How often the socket of a connection that ssh is making is looked for.
  private static let connectionInterval = Duration.milliseconds(10)

  package let sessions: [HostSession]
  package let limits: HostConfiguration.Limits
  private var memory: HostMemory
  /// The memory of former calls.
  private let former: HostMemory
  private let file: FilePath
  /// Why a host has no part in the answer; nil if it has one.
  private(set) var failures: [String?]
  /// How long each host may still take, and whether it has answered at all.
  private var patience: [HostPatience]
  private var isClosed = false

  /// Connects to the hosts, but not to hosts that have failed just before.
  ///
  /// - Parameters:
  ///   - hosts: the hosts.
  ///   - limits: how long they are waited for.
  ///   - local: opens the socket of the local daemon.
  /// - Throws: a failure if there is no folder for the connections.
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
      // To ask this machine costs nothing, and its daemon may just have been started.
      if !session.host.isLocal, let rest = memory.rest(of: session.host.identity, at: Self.now) {
        failures[index] =
          "did not answer before, and is asked again in \(rest.components.seconds + 1) s"
      } else {
        session.open(local: local)
      }
    }
  }

  /// The private folder of the connections and of the memory between calls.
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

  /// The host on this machine; nil if it is not asked.
  var local: Int? { sessions.firstIndex { $0.host.isLocal } }

  /// The hosts that can still answer.
  package var usable: [Int] { sessions.indices.filter { failures[$0] == nil } }

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

  /// Calls a method, and passes on each reply when it arrives.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - wantsMore: whether there are several replies of each host.
  ///   - limit: how long to wait for each reply.
  ///   - grace: how much longer to wait as long as no host has replied.
  ///   - isFatal: whether a host without a reply is given up.
  ///   - isPart: whether a daemon sends such a reply before others to the same call.
  ///   - parameters: the parameters for a host; nil to leave it out.
  ///   - body: gets the host, its reply, and whether that came in time.
  /// - Throws: `InvalidQuery` if a host says that the query is invalid, or the error of `body`.
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
          // Without this check, a host could keep its connection, and this process, for ever.
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

  /// The state while hosts are asked once.
  private final class Round {
    var waiting = HostWaiting()
    /// The errors that hosts have replied with.
    var refusals: [Int: any Error] = [:]
    /// The error on this machine.
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
      // Reading takes time, in which the other hosts are not late: their bytes from this time are
      // read before the clock advances.
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

  /// Leaves a host out from now on, because it did not answer in time.
  func giveUp(_ index: Int) {
    let waited = patience[index].waited(until: .now)
    fail(index, "did not answer within \(Int(waited / .milliseconds(1))) ms")
  }

  private func fail(_ index: Int, _ sentence: String) {
    failures[index] = sentence
    memory.fail(sessions[index].host.identity, at: Self.now)
    // Nothing more from this host is read.
    sessions[index].close()
  }

  /// Hosts have replied with errors; they are not asked for anything else, but they are there.
  private func refuse(_ round: Round) throws {
    for (index, error) in round.refusals.sorted(by: { $0.key < $1.key }) {
      // The query is wrong if this machine cannot read it; another host alone cannot decide that.
      if case .some(.invalidQuery) = error as? SearchFailure,
        sessions[index].host.isLocal || !round.waiting.states.contains(.answered)
      {
        throw error
      }
      failures[index] = String("\(error)".prefix(Self.sentenceLimit))
    }
  }

  /// The most characters of a host's sentence.
  private static let sentenceLimit = 500

  /// Leaves a host out from now on, because its reply cannot be right.
  func reject(_ index: Int) {
    fail(index, "invalid reply (is Sitta there a different version?)")
  }

  /// How long commands that have failed may take to say why and to end, all together.
  private static let complaintTime = Duration.milliseconds(50)

  /// Ends all connections, and keeps the memory for the next call; the second call does nothing.
  package func close() {
    if isClosed { return }
    isClosed = true
    // The answer is printed, so this holds up nothing else.
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

  /// A sentence for each host that has no part in the answer.
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
