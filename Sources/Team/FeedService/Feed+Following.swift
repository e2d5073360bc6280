import LinuxSystem
import SearchInterface
import SharedIndex

/// Following the changes, and comparing all rows from time to time.
extension Feed {
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

  /// The name under which the daemon keeps removals for this feed.
  private var consumer: String { "feed \(configuration.source)" }

  /// Connects to both, and follows until one of them fails.
  func follow() async throws {
    let connection = try await connect()
    let store = try await FeedStore.open(configuration.source, over: connection)
    guard let socket = configuration.socket ?? SearchSocket.usualPath else {
      throw Failure(
        description: "The socket of sittad is not known: set Socket= or XDG_RUNTIME_DIR.")
    }
    while true { try await follow(store, at: socket) }
  }

  /// Follows until the daemon cannot continue from the clock any more.
  private func follow(_ store: FeedStore, at socket: FilePath) async throws {
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
    var comparison: RunningComparison?
    while true {
      // The changes come first: a deadline that is over would not let the loop look at the channel.
      let next = comparison.map { max($0.next, .now + .milliseconds(1)) }
      let ready = try await loop.wait(
        for: channel.descriptor, channel.isSending ? [.readable, .writable] : .readable,
        until: next ?? .now + Self.readersInterval)
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
          if changes.reset == true { return try await beginAgain(store, at: socket) }
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
      if comparison == nil, isCurrent, store.isComparisonDue { comparison = RunningComparison() }
      if let running = comparison, running.next <= .now {
        comparison = try await step(running, store, at: socket)
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

// MARK: - Comparing

extension Feed {
  /// A comparison, and when it goes on.
  private struct RunningComparison {
    var comparison = FeedComparison()
    var next = ContinuousClock.now
  }

  /// Goes on from the present state of the index; what the database has is compared with it.
  private func beginAgain(_ store: FeedStore, at socket: FilePath) async throws {
    var nothing = ChangesMethod.Parameters()
    nothing.documents = []
    guard let clock = try await ask(nothing, wantsMore: false, at: socket).first?.clock else {
      throw Failure(description: "sittad does not say how far its index is.")
    }
    try await store.beginAgain(at: clock)
    log("The database is too far behind the index, or ahead of it; both are compared.")
  }

  /// Takes a step of a comparison; nil if it was the last one.
  private func step(
    _ running: RunningComparison, _ store: FeedStore, at socket: FilePath
  ) async throws -> RunningComparison? {
    var running = running
    let begin = ContinuousClock.now
    let isUnfinished = try await running.comparison.step(store) { parameters, wantsAll in
      try await ask(parameters, wantsMore: wantsAll, at: socket)
    }
    // The comparison of each day leaves half of the time to others.
    running.next = .now + (store.isIncomplete ? .zero : .now - begin)
    if isUnfinished { return running }
    let tally = running.comparison.tally
    if tally.removed + tally.folders + tally.documents > 0 {
      log(
        """
        Compared: the database had \(tally.removed) rows too many; \(tally.folders) folders and \(tally.documents) \
        documents were sent.
        """)
    }
    return nil
  }

  /// Calls `Changes` on a connection of its own; returns one reply or all.
  private func ask(
    _ parameters: ChangesMethod.Parameters, wantsMore: Bool, at socket: FilePath
  ) async throws -> [ChangesMethod.Reply] {
    let channel = try SearchChannel(over: SearchClient.socket(at: socket, waits: false))
    try channel.call(ChangesMethod.self, parameters, wantsMore: wantsMore)
    var (partial, replies) = (PartialDocument(), [ChangesMethod.Reply]())
    while true {
      let ready = try await loop.wait(
        for: channel.descriptor, channel.isSending ? [.readable, .writable] : .readable,
        until: .now + Self.replyTime)
      if ready == nil { throw Failure(description: "sittad does not answer.") }
      try channel.send()
      for message in try channel.receive() {
        let (reply, continues) = try message.reply(to: ChangesMethod.self)
        replies.append(partial.whole(reply))
        if !continues { return replies }
      }
    }
  }
}

extension ChangesMethod.Reply {
  /// Whether there is nothing to write but the clock.
  fileprivate var isEmpty: Bool {
    removed.isEmpty && removedFolders.isEmpty && folders.isEmpty && documents.isEmpty
  }
}
