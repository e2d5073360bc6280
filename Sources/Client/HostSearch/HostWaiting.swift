/// Decides how long each host is waited for while all are asked at once.
///
/// It is a value: a shell asks the hosts, reports the events, and waits until ``nextDeadline``.
struct HostWaiting: Equatable {
  typealias Instant = ContinuousClock.Instant

  /// The state of a host.
  enum State: Equatable {
    /// Its connection is being made: nothing can come before that.
    case connecting(until: Instant)
    /// It was asked.
    case asked(until: Instant)
    /// It has answered.
    case answered
    /// It cannot answer any more, or not in time.
    case failed
  }

  /// The longest time for all parts of an answer.
  static let longestAnswer = Duration.seconds(600)

  private(set) var states: [State] = []
  /// How long a host may take for its first answer after the connection was made, at least: it
  /// starts a shell, and perhaps its daemon.
  private static let leastGreeting = Duration.seconds(1)
  /// The same, if other answers may take longer.
  private var greeting = leastGreeting
  /// How much longer hosts have as long as none has answered: a late answer is better than none.
  var grace = Duration.zero
  /// The deadline for the answers of all hosts.
  private var end: Instant?
  /// The deadline for the first answers of hosts to which a connection had to be made.
  private var ends: [Int: Instant] = [:]

  /// When the next host has had its time; nil if none is waited for.
  var nextDeadline: Instant? { states.indices.compactMap(deadline).min() }

  /// When a host has had its time; nil if it is not waited for.
  private func deadline(of host: Int) -> Instant? {
    switch states[host] {
    case .connecting(let until): return until
    case .asked(let until):
      let late = states.contains(.answered) ? until : until + grace
      return ends[host].map { min($0, late) } ?? late
    case .answered, .failed: return nil
    }
  }

  /// The hosts whose connections are being made.
  var connecting: [Int] {
    states.indices.filter { if case .connecting = states[$0] { true } else { false } }
  }

  /// Begins to wait for a host that has a connection, or needs none.
  mutating func ask(at now: Instant, limit: Duration) {
    end = end ?? now + Self.longestAnswer
    states.append(.asked(until: now + limit))
  }

  /// Begins to wait for a host to which a connection must be made first.
  ///
  /// The first answer may take as long as `limit`, and those of other hosts as long as `answer`.
  mutating func connect(at now: Instant, limit: Duration, answer: Duration) {
    end = end ?? now + Self.longestAnswer
    greeting = max(greeting, answer)
    ends[states.count] = now + limit
    states.append(.connecting(until: now + limit))
  }

  /// Leaves a host out.
  mutating func skip() {
    states.append(.failed)
  }

  /// The connection to a host is there.
  mutating func connected(_ host: Int, at now: Instant) {
    guard case .connecting(let until) = states[host] else { return }
    states[host] = .asked(until: min(until, now + greeting))
  }

  /// A host has sent a part of its answer, and is given time for the next one.
  mutating func continued(_ host: Int, at now: Instant, limit: Duration) {
    guard states[host] != .failed else { return }
    ends[host] = nil
    states[host] = .asked(until: min(now + limit, end ?? now))
  }

  /// A host has answered; too late is too late.
  mutating func answered(_ host: Int) {
    if states[host] != .failed { states[host] = .answered }
  }

  /// A host cannot answer.
  mutating func failed(_ host: Int) {
    states[host] = .failed
  }

  /// Lets time pass.
  ///
  /// - Returns: the hosts whose time is over.
  mutating func advance(to now: Instant) -> [Int] {
    let late = states.indices.filter { deadline(of: $0).map { $0 <= now } ?? false }
    for host in late { states[host] = .failed }
    return late
  }
}
