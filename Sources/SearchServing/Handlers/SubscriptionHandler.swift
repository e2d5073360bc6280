import LinuxSystem
import QueryLanguage
import SQLite
import SearchIndex
import SearchInterface
import Synchronization
import Varlink

/// How many calls of `Subscribe` are open.
final class SubscriptionCount: Sendable {
  /// Each takes a connection, of which others want some, and remembers its hits.
  static let limit = 16

  private let count = Mutex(0)

  /// - Returns: false where there are as many as there may be.
  func begin() -> Bool {
    count.withLock { count in
      guard count < Self.limit else { return false }
      count += 1
      return true
    }
  }

  func end() {
    count.withLock { $0 -= 1 }
  }
}

/// `Subscribe`: a query that stays.
///
/// Each subscriber looks at the index by itself, after a commit and once it has read what it was
/// told before: so a slow one delays nobody, and learns of many commits at once.
struct SubscriptionHandler: Sendable {
  let queries: QueryReader
  let freshness: Freshness
  let subscriptions = SubscriptionCount()

  /// How long a look at the index may take.
  private static let lookLimit = Duration.seconds(5)
  /// How many changes one reply tells.
  private static let replyLimit = 500

  func subscribe(_ call: VarlinkCall) async throws {
    guard call.wantsMore else { throw VarlinkError.expectedMore }
    let parameters = try call.parameters(SubscribeMethod.Parameters.self)
    var options = queries.searchOptions
    options.limit = try (parameters.limit ?? options.limit).bounded(0...1_000, "limit")
    options.snippetWords = try (parameters.snippetWords ?? options.snippetWords)
      .bounded(0...64, "snippetWords")
    options.includesAway = parameters.away ?? false
    guard subscriptions.begin() else {
      throw SearchFailure.tooManySubscriptions(limit: SubscriptionCount.limit)
    }
    defer { subscriptions.end() }
    // Before the first look, so that no commit can slip in between.
    let commits = queries.index.readers.commits()
    var standing = StandingQuery()
    try await tellHits(call, parameters, options, &standing)
    for await _ in commits {
      try Task.checkCancellation()
      let begin = ContinuousClock.now
      try await tellChanges(call, parameters, options, &standing)
      await rest(after: begin.duration(to: .now))
    }
    throw CancellationError()
  }

  /// Tells the hits there are, the best of them with their snippets.
  private func tellHits(
    _ call: VarlinkCall, _ parameters: SubscribeMethod.Parameters, _ options: SearchOptions,
    _ standing: inout StandingQuery
  ) async throws {
    let end = ContinuousClock.now + Self.lookLimit
    let query: Query
    let sight: StandingQuery.Sight?
    let page: SearchPage?
    do {
      (query, (sight, page)) = try await queries.ask(parameters.query, parameters.prefixes) {
        reader, query in
        let sight = try reader.sight(of: query, since: nil, options, deadline: end)
        let page = try options.limit > 0 ? reader.search(query, options, deadline: end) : nil
        return (sight, page)
      }
    } catch let error as SQLiteError where error.isInterruption {
      throw SearchFailure.deadlineExceeded(milliseconds: Int(Self.lookLimit / .milliseconds(1)))
    }
    guard let sight else { throw CancellationError() }
    let changes = try update(&standing, sight)
    var reply = await reply(query, changes.clock)
    // A commit can have come between the two; what it brought is told as its own.
    let hits = (page?.hits ?? []).filter { standing.contains($0.document.id) }
    reply.appeared = hits.map { HitMessage($0, isScored: true) }
    reply.more = standing.count > hits.count
    try await call.reply(reply, continues: true)
  }

  /// Tells what has come of the commits since the last look.
  private func tellChanges(
    _ call: VarlinkCall, _ parameters: SubscribeMethod.Parameters, _ options: SearchOptions,
    _ standing: inout StandingQuery
  ) async throws {
    guard let (query, sight) = try await sight(parameters, options, since: standing.clock) else {
      return
    }
    let changes = try update(&standing, sight)
    let parts = changes.parts(of: Self.replyLimit)
    for (number, part) in parts.enumerated() {
      let hits = try await queries.index.readers.read { reader in
        try reader.hits(
          of: query, among: part.numbers, options, deadline: .now + Self.lookLimit)
      }
      var reply = await reply(query, changes.clock)
      reply.more = number < parts.count - 1
      // What has gone since the look is told as gone with the next.
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
    _ standing: inout StandingQuery, _ sight: StandingQuery.Sight
  ) throws -> HitChanges {
    let changes = standing.update(sight)
    if standing.isTooLarge { throw SearchFailure.tooManyHits(limit: StandingQuery.capacity) }
    return changes
  }

  /// Looks at the index; nil where there is nothing new, or that fails now, which the look after
  /// the next commit makes up for.
  private func sight(
    _ parameters: SubscribeMethod.Parameters, _ options: SearchOptions, since clock: IndexClock?
  ) async throws -> (query: Query, sight: StandingQuery.Sight)? {
    do {
      // Parsed anew, because `modified:today` is another day after midnight.
      let (query, sight) = try await queries.ask(parameters.query, parameters.prefixes) {
        reader, query in
        try reader.sight(of: query, since: clock, options, deadline: .now + Self.lookLimit)
      }
      return sight.map { (query, $0) }
    } catch let error as SQLiteError {
      _ = await queries.index.failure(for: error)
      return nil
    }
  }

  private func reply(_ query: Query, _ clock: IndexClock) async -> SubscribeMethod.Reply {
    SubscribeMethod.Reply(
      appeared: [], changed: [], gone: [], more: false, clock: ClockMessage(clock),
      pending: await freshness.pending(),
      warnings: query.warnings() + freshness.warnings, reading: query.reading)
  }

  /// Lets commits that follow each other closely be looked at as one: looking takes a fifth of the
  /// time at most, and the first commit after a rest is looked at at once.
  private func rest(after work: Duration) async {
    let end = ContinuousClock.now + min(max(.milliseconds(50), work * 4), .seconds(2))
    await withCheckedContinuation { continuation in
      _ = queries.index.tasks.schedule(at: end) { continuation.resume() }
    }
  }
}

extension LocationMessage {
  fileprivate init(_ path: FilePath) {
    self.init(uri: path.uri, path: path.utf8)
  }
}
