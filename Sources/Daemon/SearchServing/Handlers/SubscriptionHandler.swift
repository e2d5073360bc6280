import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import SearchIndex
import SearchInterface
import SearchMessages
import Synchronization
import Varlink

/// Limits the open calls of `Subscribe`, and the calls of `Changes` that wait for commits.
final class SubscriptionCount: Sendable {
  /// The most open calls, each of which takes a connection and memory for its hits.
  let limit: Int
  private let count = Mutex(0)

  init(limit: Int) {
    self.limit = limit
  }

  /// Counts a new call; returns false if the limit is reached.
  func begin() -> Bool {
    count.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
  }

  func end() {
    count.withLock { $0 -= 1 }
  }
}

/// `Subscribe`: reports changes of the hits of a query.
///
/// Each subscriber observes the index on its own, after a commit and after it has read the previous
/// replies. So a slow subscriber delays no other, and gets several commits in one reply.
struct SubscriptionHandler: Sendable {
  let queries: QueryReader
  let condition: ServiceCondition
  let subscriptions: SubscriptionCount

  /// The longest time for one observation of the index.
  private static let timeout = Duration.seconds(5)
  /// The most changes in one reply.
  private static let replyLimit = 500

  func subscribe(_ call: VarlinkCall) async throws {
    guard call.wantsMore else { throw VarlinkError.expectedMore }
    let parameters = try call.parameters(SubscribeMethod.Parameters.self)
    var options = queries.searchOptions
    // Only full matches count as hits, because the hits are a set whose changes are reported.
    (options.isStrict, options.showsCopies) = (true, true)
    options.limit = try (parameters.limit ?? options.limit).bounded(0...1_000, "limit")
    options.snippetWords = try (parameters.snippetWords ?? options.snippetWords)
      .bounded(0...64, "snippetWords")
    options.includesAway = parameters.away ?? false
    options.within = try await queries.index.scope(within: parameters.within).folders
    guard subscriptions.begin() else {
      throw SearchFailure.tooManySubscriptions(limit: subscriptions.limit)
    }
    defer { subscriptions.end() }
    // Begins before the first observation, so that no commit is missed.
    let commits = queries.index.readers.commits()
    var standing = StandingQuery()
    try await sendHits(call, parameters, options, &standing)
    for await _ in commits {
      try Task.checkCancellation()
      let begin = ContinuousClock.now
      try await sendChanges(call, parameters, options, &standing)
      await rest(after: begin.duration(to: .now))
    }
    throw CancellationError()
  }

  /// Sends the current hits, the best ones with snippets.
  private func sendHits(
    _ call: VarlinkCall, _ parameters: SubscribeMethod.Parameters, _ options: SearchOptions,
    _ standing: inout StandingQuery
  ) async throws {
    let end = ContinuousClock.now + Self.timeout
    let query: Query
    let observation: StandingQuery.Observation?
    let page: SearchPage?
    do {
      (query, (observation, page)) = try await queries.ask(parameters.typed) {
        reader, query in
        let observation = try reader.observation(of: query, since: nil, options, deadline: end)
        let page = try options.limit > 0 ? reader.search(query, options, deadline: end) : nil
        return (observation, page)
      }
    } catch let error as SQLiteError where error.isInterruption {
      throw SearchFailure.deadlineExceeded(milliseconds: Int(Self.timeout / .milliseconds(1)))
    }
    guard let observation else { throw CancellationError() }
    let changes = try update(&standing, observation)
    var reply = await reply(query, changes.clock)
    // If a commit came between the observation and the search, it is reported with the next changes.
    let hits = (page?.hits ?? []).filter { standing.contains($0.document.id) }
    reply.appeared = hits.map { HitMessage($0, isScored: true) }
    reply.more = standing.count > hits.count
    try await call.reply(reply, continues: true)
  }

  /// Sends the changes since the last observation.
  private func sendChanges(
    _ call: VarlinkCall, _ parameters: SubscribeMethod.Parameters, _ options: SearchOptions,
    _ standing: inout StandingQuery
  ) async throws {
    guard
      let (query, observation) = try await observe(parameters, options, since: standing.clock)
    else { return }
    let changes = try update(&standing, observation)
    let parts = changes.parts(of: Self.replyLimit)
    for (number, part) in parts.enumerated() {
      let hits = try await queries.index.readers.read { reader in
        try reader.hits(
          of: query, among: part.numbers, options, deadline: .now + Self.timeout)
      }
      var reply = await reply(query, changes.clock)
      reply.more = number < parts.count - 1
      // Hits that have gone since the observation are reported with the next changes.
      reply.appeared = part.appeared.compactMap { number in
        hits[number].map { HitMessage($0, isScored: false) }
      }
      reply.changed = part.changed.compactMap { change in
        hits[change.number].map { hit in
          HitChangeMessage(
            hit: HitMessage(hit, isScored: false), former: change.former.map(LocationMessage.init))
        }
      }
      reply.gone = part.gone.map(LocationMessage.init)
      try await call.reply(reply, continues: true)
    }
  }

  private func update(
    _ standing: inout StandingQuery, _ observation: StandingQuery.Observation
  ) throws -> HitChanges {
    let changes = standing.update(observation)
    if standing.isTooLarge { throw SearchFailure.tooManyHits(limit: StandingQuery.capacity) }
    return changes
  }

  /// Observes the index for hits that have changed.
  ///
  /// - Returns: nil if nothing has changed, or after an error; the next commit brings another try.
  private func observe(
    _ parameters: SubscribeMethod.Parameters, _ options: SearchOptions, since clock: IndexClock?
  ) async throws -> (query: Query, observation: StandingQuery.Observation)? {
    do {
      // Parsed again, because `modified:today` means another day after midnight.
      let (query, observation) = try await queries.ask(parameters.typed) {
        reader, query in
        try reader.observation(of: query, since: clock, options, deadline: .now + Self.timeout)
      }
      return observation.map { (query, $0) }
    } catch let error as SQLiteError {
      _ = await queries.index.failure(for: error)
      return nil
    }
  }

  private func reply(_ query: Query, _ clock: IndexClock) async -> SubscribeMethod.Reply {
    SubscribeMethod.Reply(
      appeared: [], changed: [], gone: [], more: false, clock: ClockMessage(clock),
      pending: condition.pending,
      warnings: query.warnings() + condition.watchWarnings, reading: query.reading)
  }

  /// Waits, so that quick commits are observed together.
  ///
  /// Observing takes at most a fifth of the time. After the wait, the next commit is observed at once.
  private func rest(after work: Duration) async {
    let end = ContinuousClock.now + min(max(.milliseconds(50), work * 4), .seconds(2))
    await queries.index.tasks.loop.wait(until: end)
  }
}

extension LocationMessage {
  init(_ location: DocumentLocation) {
    self.init(uri: location.uri, path: location.file.utf8)
  }
}
