import LinuxSystem
import SharedSearch

/// Which readers the feeds know.
actor Introductions {
  private let workers: SearchWorkers
  private let loop: EventLoop
  private var known: [String: ContinuousClock.Instant] = [:]
  /// The readers for whom waiting was in vain: a server may be switched off.
  private var missed: [String: ContinuousClock.Instant] = [:]

  /// How long a reader is known without asking again, and not waited for again.
  private static let age = Duration.seconds(60)
  /// How often the feeds are asked about a new reader, and for how long.
  private static let (tries, pause) = (15, Duration.milliseconds(200))
  /// The most readers that are remembered.
  private static let most = 10_000

  /// - Parameters:
  ///   - workers: the workers of the database.
  ///   - loop: waits.
  init(_ workers: SearchWorkers, on loop: EventLoop) { (self.workers, self.loop) = (workers, loop) }

  /// Waits a little until the feeds know a reader; returns whether they do.
  func wait(for reader: SharedReader) async throws -> Bool {
    if let asked = known[reader.login], asked + Self.age > .now { return true }
    let tries = missed[reader.login].map { $0 + Self.age > .now } == true ? 1 : Self.tries
    for attempt in 0..<tries {
      if try await workers.lend(to: { try await $0.introduce(reader) }) {
        if known.count >= Self.most { known = [:] }
        (known[reader.login], missed[reader.login]) = (.now, nil)
        return true
      }
      if attempt + 1 < tries { await loop.wait(until: .now + Self.pause) }
    }
    if tries > 1 {
      if missed.count >= Self.most { missed = [:] }
      missed[reader.login] = .now
    }
    return false
  }
}
