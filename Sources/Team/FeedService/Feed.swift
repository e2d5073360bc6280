package import LinuxSystem
import PostgreSQL
import SharedIndex

/// Follows the changes of one daemon into a database, until the process ends.
///
/// Nothing is kept between two pages: after whatever failure, it goes on from the clock in the database. So a database
/// that was restored from a backup, or a replica that took over with an older state, gets what it lacks.
package actor Feed {
  /// The error of a daemon that cannot be asked.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// How long to wait between two tries.
  private static let (firstDelay, longestDelay) = (Duration.milliseconds(50), Duration.seconds(30))
  /// The longest wait for a connection, and for the answer to a statement.
  static let (connectTime, statementTime) = (Duration.seconds(10), Duration.seconds(300))

  nonisolated let loop: EventLoop
  let configuration: FeedConfiguration
  /// Writes a sentence for people; it names no document.
  let log: @Sendable (String) -> Void
  private var backoff = Backoff(first: firstDelay, longest: longestDelay)
  /// The last failure that was reported, so that each is reported once.
  private var reported: String?

  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  /// - Parameters:
  ///   - configuration: the database and the source.
  ///   - loop: runs the feed.
  ///   - log: writes a sentence for people.
  package init(
    _ configuration: FeedConfiguration, on loop: EventLoop,
    log: @escaping @Sendable (String) -> Void
  ) {
    (self.configuration, self.loop, self.log) = (configuration, loop, log)
  }

  /// Follows for ever; each failure is tried again.
  package func run() async {
    while !Task.isCancelled {
      do {
        try await follow()
      } catch {
        report(error)
      }
      await loop.wait(until: .now + backoff.next())
    }
  }

  /// Makes the tables, or brings them up to date.
  ///
  /// - Returns: the names of the steps that ran.
  /// - Throws: a `SharedSchema.Mismatch` or the error of the server.
  package func setUp() async throws -> [String] {
    let connection = try await connect()
    return try await SharedSchema.setUp(connection)
  }

  /// Asks how far the database is.
  ///
  /// - Returns: the position; nil if there is no such source.
  /// - Throws: a `SharedSchema.Mismatch` or the error of the server.
  func position() async throws -> FeedStore.Position? {
    let connection = try await connect()
    return try await FeedStore.position(ofSource: configuration.source, in: connection)
  }

  func connect() async throws -> PostgreSQLConnection {
    try await PostgreSQLConnection.open(
      configuration.connection, on: loop, within: Self.connectTime, timeout: Self.statementTime)
  }

  private func report(_ error: any Error) {
    // A change is read again at once, without anybody's help.
    if case .changed? = error as? FeedStore.Refusal { return }
    let sentence = "\(error)"
    if reported == sentence { return }
    reported = sentence
    log("\(sentence) It is tried again, at least every \(Self.longestDelay.components.seconds) s.")
  }

  func succeed() {
    backoff.reset()
    if reported != nil { log("Goes on: the source '\(configuration.source)' is written again.") }
    reported = nil
  }
}
