/// Decides how long to wait for each host while all are asked at once.
///
/// It only decides: ``HostExchange`` asks the hosts, records the events, and waits until ``nextDeadline``.
struct HostWaiting: Equatable {
  typealias Instant = ContinuousClock.Instant

  /// The state of a host.
  enum State: Equatable {
    /// Its connection is being established, so it cannot answer yet.
    case connecting(until: Instant)
    /// It was asked, and has to answer until this time.
    case asked(until: Instant)
    /// It has answered completely.
    case answered
    /// It cannot answer any more, or did not answer in time.
    case failed
  }

  /// The longest time for all parts of the answers.
  static let longestAnswer = Duration.seconds(600)

  private(set) var states: [State] = []
  /// The least time for the first answer after the connection was established, because the host
  /// starts a shell, and possibly its daemon.
  private static let leastGreeting = Duration.seconds(1)
  /// The time for the first answer: at least ``leastGreeting``, more if other answers may take longer.
  private var greeting = leastGreeting
  /// How much longer to wait while no host has answered, because a late answer is better than none.
  var grace = Duration.zero
  /// The deadline for all parts of the answers of all hosts.
  private var end: Instant?
  /// The deadline for the first answer of each host to which a connection had to be established.
  private var ends: [Int: Instant] = [:]

  /// The next deadline of any host; nil if none is waited for.
  var nextDeadline: Instant? { states.indices.compactMap(deadline).min() }

  /// The deadline of a host; nil if it is not waited for.
  private func deadline(of host: Int) -> Instant? {
    switch states[host] {
    case .connecting(let until): return until
    case .asked(let until):
      let late = states.contains(.answered) ? until : until + grace
      return ends[host].map { min($0, late) } ?? late
    case .answered, .failed: return nil
    }
  }

  /// The hosts whose connections are being established.
  var connecting: [Int] {
    states.indices.filter { if case .connecting = states[$0] { true } else { false } }
  }

  /// Begins to wait for a host that has a connection or needs none.
  mutating func ask(at now: Instant, limit: Duration) {
    end = end ?? now + Self.longestAnswer
    states.append(.asked(until: now + limit))
  }

  /// Begins to wait for a host to which a connection has to be established first.
  ///
  /// The connection and its first answer may take `limit`, the answers of other hosts `answer`.
  mutating func connect(at now: Instant, limit: Duration, answer: Duration) {
    end = end ?? now + Self.longestAnswer
    greeting = max(greeting, answer)
    ends[states.count] = now + limit
    states.append(.connecting(until: now + limit))
  }

  /// Skips a host.
  mutating func skip() {
    states.append(.failed)
  }

  /// Records that the connection to a host is established.
  mutating func connected(_ host: Int, at now: Instant) {
    guard case .connecting(let until) = states[host] else { return }
    states[host] = .asked(until: min(until, now + greeting))
  }

  /// Records that a host has sent a part of its answer, and extends its deadline for the next part.
  mutating func continued(_ host: Int, at now: Instant, limit: Duration) {
    guard states[host] != .failed else { return }
    ends[host] = nil
    states[host] = .asked(until: min(now + limit, end ?? now))
  }

  /// Records that a host has answered; has no effect after its deadline.
  mutating func answered(_ host: Int) {
    if states[host] != .failed { states[host] = .answered }
  }

  /// Records that a host cannot answer.
  mutating func failed(_ host: Int) {
    states[host] = .failed
  }

  /// Advances the time, and marks the hosts whose deadline has passed as failed.
  ///
  /// - Returns: these hosts.
  mutating func advance(to now: Instant) -> [Int] {
    let late = states.indices.filter { deadline(of: $0).map { $0 <= now } ?? false }
    for host in late { states[host] = .failed }
    return late
  }
}
