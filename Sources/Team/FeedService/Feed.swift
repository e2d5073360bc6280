package import LinuxSystem
import PostgreSQL
import SearchInterface
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
  private static let (connectTime, statementTime) = (Duration.seconds(10), Duration.seconds(300))
  /// The longest wait for a reply of the daemon that is expected.
  private static let replyTime = Duration.seconds(60)
  /// How often a feed without changes looks whether the database still is where it left it.
  private static let checkInterval = Duration.seconds(10)
  /// The shortest time between two confirmations to the daemon.
  private static let confirmInterval = Duration.seconds(2)
  /// How often new logins are looked for.
  private static let readersInterval = Duration.seconds(1)
  /// The number of changes in a page.
  private static let pageSize = 250

  private nonisolated let loop: EventLoop
  private let configuration: FeedConfiguration
  /// Writes a sentence for people; it names no document.
  private let log: @Sendable (String) -> Void
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

  private func connect() async throws -> PostgreSQLConnection {
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

  private func succeed() {
    backoff.reset()
    if reported != nil { log("Goes on: the source '\(configuration.source)' is written again.") }
    reported = nil
  }
}

// MARK: - Following

extension Feed {
  /// The name under which the daemon keeps removals for this feed.
  private var consumer: String { "feed \(configuration.source)" }

  private var socket: FilePath? { configuration.socket ?? SearchSocket.usualPath }

  private func follow() async throws {
    let connection = try await connect()
    let store = try await FeedStore.open(configuration.source, over: connection)
    guard let socket else {
      throw Failure(
        description: "The socket of sittad is not known: set Socket= or XDG_RUNTIME_DIR.")
    }
    let channel = try SearchChannel(over: SearchClient.socket(at: socket, waits: false))
    var parameters = ChangesMethod.Parameters()
    parameters.since = store.position.clock
    (parameters.text, parameters.follow, parameters.limit) = (true, true, Self.pageSize)
    parameters.consumer = consumer
    try channel.call(ChangesMethod.self, parameters, wantsMore: true)
    var (partial, isCurrent) = (PartialDocument(), false)
    var (confirmed, lastConfirmation) = (store.position.clock, ContinuousClock.now)
    var (lastReply, lastCheck) = (ContinuousClock.now, ContinuousClock.now)
    var lastReaders: ContinuousClock.Instant?
    while true {
      let limit = Self.readersInterval
      let ready = try await loop.wait(
        for: channel.descriptor, channel.isSending ? [.readable, .writable] : .readable,
        until: .now + limit)
      if ready == nil, !isCurrent, lastReply + Self.replyTime <= .now {
        throw Failure(description: "sittad does not answer.")
      }
      if ready == nil, isCurrent, lastCheck + Self.checkInterval <= .now {
        try await store.checkPosition()
        lastCheck = .now
      }
      if lastReaders.map({ $0 + Self.readersInterval <= .now }) ?? true {
        try await store.updateReaders()
        lastReaders = .now
      }
      if ready != nil {
        (lastReply, lastCheck) = (.now, .now)
        try channel.send()
        for message in try channel.receive() {
          let changes = partial.whole(try message.reply(to: ChangesMethod.self).reply)
          isCurrent = changes.current
          // A document of which parts are missing brings its clock with the last part.
          if !changes.isEmpty || changes.clock != store.position.clock || isCurrent {
            try await store.apply(changes)
          }
          succeed()
        }
      }
      if confirmed != store.position.clock, lastConfirmation + Self.confirmInterval <= .now {
        try confirm(store.position.clock, at: socket)
        (confirmed, lastConfirmation) = (store.position.clock, .now)
      }
    }
  }

  /// Tells the daemon that removals need not be kept any more; its status shows how far the feed is.
  private func confirm(_ clock: ClockMessage?, at socket: FilePath) throws {
    let client = SearchClient(
      over: try SearchClient.socket(at: socket, waits: false), timeout: Self.connectTime)
    _ = try client.confirmChanges(ConfirmChangesMethod.Parameters(consumer: consumer, clock: clock))
  }
}

extension ChangesMethod.Reply {
  /// Whether there is nothing to write but the clock.
  fileprivate var isEmpty: Bool {
    reset != true && removed.isEmpty && removedFolders.isEmpty && folders.isEmpty
      && documents.isEmpty
  }
}
