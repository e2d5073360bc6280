import LinuxSystem
import SearchInterface
import Synchronization

/// A client on a thread of its own, which asks one question after the other.
actor BlockingClient {
  /// How long the answers took, and the number of unanswered searches.
  struct Outcome: Sendable {
    var times: [Duration] = []
    var failures = 0
    var lastFailure: String?
  }

  private nonisolated let loop: EventLoop
  private let socket: FilePath
  private var client: SearchClient?

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  init(_ socket: FilePath) throws {
    loop = try EventLoop(name: "client")
    self.socket = socket
  }

  deinit {
    loop.stop()
  }

  /// Searches for each of some queries in turn.
  func search(_ queries: [String], from first: Int, count: Int) -> Outcome {
    var outcome = Outcome()
    for number in 0..<count { search(queries[(first + number) % queries.count], &outcome) }
    return outcome
  }

  /// Searches for each of some queries in turn, again and again.
  ///
  /// - Parameters:
  ///   - flag: says when to end.
  ///   - queries: the queries.
  ///   - deadline: how many milliseconds a search may take; nil for the daemon's own limit.
  /// - Returns: the outcome.
  func searchUntil(
    _ flag: Flag, for queries: [String], within deadline: Int? = 60_000
  ) -> Outcome {
    var outcome = Outcome()
    while !flag.isRaised {
      for query in queries where !flag.isRaised { search(query, within: deadline, &outcome) }
    }
    return outcome
  }

  private func search(
    _ query: String, within deadline: Int? = 60_000, _ outcome: inout Outcome
  ) {
    let start = ContinuousClock.now
    do {
      let client =
        try client ?? SearchClient(connectingTo: socket, timeout: .seconds(600))
      self.client = client
      var parameters = SearchMethod.Parameters(query: query)
      parameters.deadline = deadline
      _ = try client.search(parameters)
      outcome.times.append(start.duration(to: .now))
    } catch let failure as SearchFailure where failure.isAnswer {
      outcome.times.append(start.duration(to: .now))
    } catch {
      outcome.failures += 1
      outcome.lastFailure = "\(query.prefix(64)): \(error)"
      client = nil
    }
  }
}

/// Says once that it is enough.
final class Flag: Sendable {
  private let state = Atomic(false)

  var isRaised: Bool { state.load(ordering: .relaxed) }

  func raise() { state.store(true, ordering: .relaxed) }
}

extension SearchFailure {
  /// Whether that is all there is to say: the text has nothing to look for, or its time is over.
  fileprivate var isAnswer: Bool {
    switch self {
    case .invalidQuery, .deadlineExceeded: true
    default: false
    }
  }
}
