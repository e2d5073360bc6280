import LinuxSystem
import SearchInterface

/// A search on several hosts at once, whose hits have the order of one index.
///
/// 1. It asks each host for the statistics of the query, unless a former call has kept them.
/// 2. It hands the sum to each host, which ranks with it, and puts the hits into one order.
/// 3. It asks for the hits of the page that a host has not sent yet.
final class HostSearch {
  /// A search with fewer full matches may be corrected; the daemon has the same limit.
  private static let correctedBelow = 5
  /// The most values of a property that a host is asked for, so that the sums are right.
  private static let facetValues = 1_000
  /// The largest number of documents that a host can have.
  private static let mostDocuments = 1 << 40
  /// The time for starting, merging and printing after a host was silent.
  private static let reserve = Duration.milliseconds(100)
  /// The number of values that are shown.
  private static let shownValues = 10

  private let exchange: HostExchange
  private let folding: MergedRanking.Folding
  private var parameters: SearchMethod.Parameters
  /// The sum of the statistics of the current query.
  private var sum: StatisticsMessage?
  /// The hosts that took too long for their statistics.
  private var silent: [Int] = []
  private var warnings: [String] = []
  /// A query that may have been meant, although documents have the words of the typed one.
  private var offer: String?

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - parameters: the parameters of the search.
  ///   - exchange: the hosts.
  init(_ parameters: SearchMethod.Parameters, on exchange: HostExchange) {
    (self.parameters, self.exchange) = (parameters, exchange)
    let showsCopies = parameters.copies ?? false
    folding = showsCopies ? .none : parameters.strict == true ? .acrossHosts : .copies
  }

  /// Finds a page of hits.
  ///
  /// - Parameters:
  ///   - limit: the number of hits.
  ///   - offset: how many hits to skip.
  /// - Returns: the hits of all hosts as one reply.
  /// - Throws: an error of the query.
  func page(limit: Int, offset: Int) throws -> SearchMethod.Reply {
    (parameters.limit, parameters.offset) = (limit, offset)
    // The facets of the first page are valid for all pages.
    if offset > 0, sum != nil || exchange.sessions.count == 1 { parameters.facets = nil }
    if exchange.sessions.count == 1 { return try single() }
    if sum == nil { sum = try statistics(of: parameters) }
    var words: HostExchange.Call<StatisticsMethod.Reply>?
    let found = try find(parameters) { if offset == 0 { words = self.correctionWords() } }
    let typed = (parameters, sum)
    if offset == 0, let better = try corrected(insteadOf: found, by: words) {
      let shown = try reply(better)
      // The corrected query can look better only because of a host that has failed since then.
      if !shown.hits.isEmpty || found.count == 0 { return shown }
      (parameters, sum) = typed
    }
    return try reply(found)
  }

  // MARK: - One host

  private func single() throws -> SearchMethod.Reply {
    let limit = parameters.limit ?? 20
    let replies = try exchange.ask(SearchMethod.self, within: exchange.limits.time(for: limit)) {
      exchange.sent(parameters, to: $0)
    }
    guard var reply = replies[0] else { return Self.empty }
    let documents = RemoteDocuments(host: exchange.sessions[0].host)
    reply.hits = reply.hits.prefix(limit).compactMap(documents.hit)
    reply.facets = mergedFacets([0: reply])
    reply.warnings = HostWarnings([(exchange.sessions[0].host, reply.warnings)]).sentences
    reply.count = min(max(reply.count, 0), Self.mostDocuments)
    reply.partial = reply.partial.map { min(max($0, 0), Self.mostDocuments) }
    reply.pending = min(max(reply.pending, 0), Self.mostDocuments)
    reply.corrected = reply.corrected.map { RemoteDocuments.text($0) }
    reply.reading = reply.reading.map { RemoteDocuments.text($0) }
    reply.suggestions = reply.suggestions.map(RemoteDocuments.list)
    return reply
  }

  private static var empty: SearchMethod.Reply {
    SearchMethod.Reply(
      hits: [], more: false, count: 0, clock: ClockMessage(index: "", sequence: 0), pending: 0,
      warnings: [])
  }

  // MARK: - Statistics

  private func statistics(
    of parameters: SearchMethod.Parameters
  ) throws -> StatisticsMessage? {
    let found = try HostStatistics(of: parameters, on: exchange)
    silent = found.silent
    for index in found.others {
      warn(
        """
        \(exchange.sessions[index].host.name) reads the query in another way, because its version \
        or settings differ; the order of its hits is approximate.
        """)
    }
    return found.sum
  }

  private func warn(_ sentence: String) {
    if !warnings.contains(sentence) { warnings.append(sentence) }
  }

  // MARK: - Hits

  /// The results of the hosts.
  private struct Result {
    var parameters: SearchMethod.Parameters
    var replies: [Int: SearchMethod.Reply]
    var ranking: MergedRanking
    /// The query that was searched instead of the typed one.
    var corrected: String?

    var count: Int {
      let complete = replies.values.reduce(0) { $0 + ($1.ranking?.complete ?? 0) }
      return complete + ranking.foundByFolders
    }
    var partial: Int { replies.values.reduce(0) { $0 + ($1.partial ?? 0) } }
  }

  /// Searches.
  ///
  /// - Parameters:
  ///   - parameters: the parameters of the search.
  ///   - meanwhile: asks the hosts for something else before they have answered.
  /// - Returns: the results of the hosts.
  /// - Throws: an error of the query.
  private func find(
    _ parameters: SearchMethod.Parameters, meanwhile: () -> Void = {}
  ) throws -> Result {
    var replies = try search(parameters, meanwhile: meanwhile)
    // How many documents match fully is known only now, with the numbers of all hosts.
    let full = min(
      replies.values.reduce(0) { $0 + ($1.ranking?.full ?? 0) }, StatisticsMessage.enoughMatches)
    let enough = StatisticsMessage.enoughMatches
    if let guess = sum?.full, parameters.strict != true, (guess >= enough) != (full >= enough),
      replies.count == exchange.sessions.count
    {
      sum?.full = full
      for (index, reply) in replies {
        exchange.correct(
          full: reply.ranking?.full ?? 0, of: HostStatistics.key(of: parameters), on: index)
      }
      let better = try search(parameters)
      if better.count == replies.count { replies = better }
    }
    var hits: [RankedHit] = []
    for (index, reply) in replies { hits += reply.ranking.map { $0.hits(of: index) } ?? [] }
    let first = replies.min { $0.key < $1.key }?.value.ranking
    let ranking = MergedRanking(
      hits, complete: replies.values.reduce(0) { $0 + ($1.ranking?.complete ?? 0) },
      nearTie: min(max(first?.nearTie ?? 0, 0), 1), order: parameters.order ?? .relevance,
      folding: folding, local: exchange.local)
    return Result(parameters: parameters, replies: replies, ranking: ranking)
  }

  private func search(
    _ parameters: SearchMethod.Parameters, meanwhile: () -> Void = {}
  ) throws -> [Int: SearchMethod.Reply] {
    guard let sum else { return [:] }
    // A host that was silent before has less time, so that the answer is complete in the time of both.
    let time = exchange.limits.time(for: parameters.limit ?? 1)
    let limit = silent.isEmpty ? time : time - Self.reserve
    let most = MergedRanking.most + (parameters.offset ?? 0) + (parameters.limit ?? 0)
    // The hits of a later page are known only when all rankings are there. Of a large page, a host has a
    // part, so it is not asked for as many hits as the page has.
    let isLater =
      parameters.offset ?? 0 > 0 || parameters.limit ?? 0 > HostConfiguration.Limits.hitsAtOnce
    let call = exchange.call(SearchMethod.self, within: limit) { index in
      var sent = exchange.sent(parameters, to: index)
      sent.statistics = sum
      if isLater { sent.documents = [] }
      if sent.facets != nil { sent.facetValues = Self.facetValues }
      return sent
    }
    meanwhile()
    let replies = try exchange.answers(to: call)
    for index in silent where replies[index] != nil {
      warn(
        """
        \(exchange.sessions[index].host.name): Its statistics came too late, so the order of hits is \
        approximate; the same search is exact the next time.
        """)
    }
    return replies.filter { index, reply in
      let isPlausible =
        reply.ranking?.isPlausible(most: most) ?? false
        && (0...Self.mostDocuments).contains(reply.partial ?? 0)
      if !isPlausible { exchange.reject(index) }
      return isPlausible
    }
  }

  // MARK: - Corrections

  /// Whether a query is corrected if it finds too little.
  private var isCorrectable: Bool { parameters.strict != true && parameters.since == nil }

  /// Asks all hosts ahead which words may have been meant, if the query will probably be corrected.
  ///
  /// They answer after the search, which saves the way to them and back.
  private func correctionWords() -> HostExchange.Call<StatisticsMethod.Reply>? {
    guard isCorrectable, let sum, sum.full < Self.correctedBelow else { return nil }
    return correct(sum, from: nil)
  }

  /// Searches for the probable correction if nothing was found, and offers it if little was found,
  /// as a daemon does.
  ///
  /// - Parameters:
  ///   - found: the result of the typed query.
  ///   - words: the words that may have been meant, if they were asked for.
  /// - Returns: the result of another query; nil if the typed one is probably right.
  /// - Throws: an error of the query.
  private func corrected(
    insteadOf found: Result, by words: HostExchange.Call<StatisticsMethod.Reply>?
  ) throws -> Result? {
    let parameters = found.parameters
    guard isCorrectable, found.count < Self.correctedBelow, !found.replies.isEmpty,
      let typed = sum
    else { return nil }
    var known = typed
    known.full = min(found.count, StatisticsMessage.enoughMatches)
    let correction = HostCorrection(of: parameters.query, local: exchange.local)
    let named = try exchange.answers(to: words ?? correct(known, from: nil), isFatal: false)
    // On a host without words the first index is not complete; it may have the missing word later.
    if named.values.contains(where: { $0.words == nil }) { return nil }
    let words = correction.words(of: named, in: known.documents)
    if words.isEmpty { return nil }
    let replies = try exchange.answers(to: correct(known, from: words), isFatal: false)
    guard let text = correction.likeliest(of: replies) else {
      offer = correction.likeliestOffer(of: replies)
      return nil
    }
    if found.count > 0 {
      let hasHits = replies.values.contains { $0.corrected == text && $0.hasHits == true }
      offer = hasHits ? text : nil
      return nil
    }
    var other = parameters
    other.query = text
    // Most hosts have corrected it in the same way, and counted already.
    for (index, reply) in replies where reply.corrected == text {
      if let statistics = reply.statistics, statistics.isPlausible {
        exchange.keep(statistics, of: HostStatistics.key(of: other), on: index)
      }
    }
    sum = try statistics(of: other)
    var result = try find(other)
    result.corrected = text
    guard result.count + result.partial > 0 else {
      sum = typed
      return nil
    }
    self.parameters.query = text
    return result
  }

  /// Asks all hosts for a step of a correction.
  ///
  /// - Parameters:
  ///   - statistics: the numbers of all hosts.
  ///   - words: the words to choose from; nil to ask for the words.
  /// - Returns: the call.
  private func correct(
    _ statistics: StatisticsMessage, from words: [CountedWordMessage]?
  ) -> HostExchange.Call<StatisticsMethod.Reply> {
    exchange.call(StatisticsMethod.self, within: exchange.limits.hits) { index in
      let sent = exchange.sent(parameters, to: index)
      return StatisticsMethod.Parameters(
        query: sent.query, prefixes: sent.prefixes, deadline: sent.deadline, away: sent.away,
        language: sent.language, folder: sent.folder, within: sent.within, correction: true,
        statistics: statistics, words: words)
    }
  }

  // MARK: - Reply

  private func reply(_ found: Result) throws -> SearchMethod.Reply {
    let (offset, limit) = (parameters.offset ?? 0, parameters.limit ?? 20)
    let entries = found.ranking.entries
    let page = Array(entries.dropFirst(offset).prefix(limit))
    let hits = try hits(of: page, found)
    var reply = Self.empty
    reply.hits = page.compactMap { shown($0, hits) }
    reply.count = found.count
    reply.partial = found.partial > 0 ? found.partial : nil
    let hidden = entries.reduce(0) { $0 + $1.copies.count + $1.elsewhere.count }
    reply.more = found.count + found.partial - hidden > offset + limit && !page.isEmpty
    reply.corrected = found.corrected
    reply.facets = mergedFacets(found.replies)
    let byHost = found.replies.sorted { $0.key < $1.key }
    let replies = byHost.map(\.value)
    reply.pending = replies.reduce(0) { $0 + min(max($1.pending, 0), Self.mostDocuments) }
    let sent = byHost.map { (exchange.sessions[$0.key].host, $0.value.warnings) }
    reply.warnings = warnings + HostWarnings(sent).sentences
    reply.reading = replies.first?.reading.map { RemoteDocuments.text($0) }
    reply.suggestions = found.corrected == nil ? offer.map { [RemoteDocuments.text($0)] } : nil
    if reply.hits.isEmpty, reply.suggestions == nil {
      let suggestions = replies.flatMap { RemoteDocuments.list($0.suggestions ?? []) }
      reply.suggestions = suggestions.isEmpty ? nil : Array(suggestions.prefix(3))
    }
    return reply
  }

  /// The hits of a page with their copies; hits that are in no reply yet are asked for.
  private func hits(
    of page: [MergedRanking.Entry], _ found: Result
  ) throws -> [RankedHit.Key: HitMessage] {
    var hits: [RankedHit.Key: HitMessage] = [:]
    func add(_ replies: [Int: SearchMethod.Reply]) {
      for (host, reply) in replies {
        for (number, hit) in zip(reply.numbers ?? [], reply.hits) {
          hits[RankedHit.Key(host: host, document: number)] = hit
        }
      }
    }
    add(found.replies)
    let wanted = page.flatMap { [$0.hit] + $0.copies + $0.elsewhere }.map(\.key)
    let missing = Dictionary(grouping: wanted.filter { hits[$0] == nil }, by: \.host)
    if missing.isEmpty { return hits }
    let shown = Set(page.map(\.hit.key))
    let time = exchange.limits.time(for: missing.values.map(\.count).max() ?? 1)
    let replies = try exchange.ask(SearchMethod.self, within: time) { index in
      guard let keys = missing[index] else { return nil }
      var sent = exchange.sent(found.parameters, to: index)
      sent.facets = nil
      sent.documents = keys.prefix(1_000).map(\.document)
      // Of a copy only its place is shown, so a host that has no other hit need not search again.
      if keys.contains(where: shown.contains) { sent.statistics = sum }
      return sent
    }
    add(replies)
    return hits
  }

  /// A hit as it is shown; nil if its host has not sent it, or if its file is gone.
  private func shown(
    _ entry: MergedRanking.Entry, _ hits: [RankedHit.Key: HitMessage]
  ) -> HitMessage? {
    func shown(_ hit: RankedHit) -> HitMessage? {
      hits[hit.key].flatMap {
        RemoteDocuments(host: exchange.sessions[hit.key.host].host).hit($0)
      }
    }
    // If the file is gone, the hit is a copy of it.
    let all = [entry.hit] + entry.elsewhere + entry.copies
    guard let main = all.first(where: { shown($0) != nil }), var hit = shown(main) else {
      return nil
    }
    if parameters.order ?? .relevance == .relevance, main.name.isEmpty {
      hit.score = main.score
    }
    let copies = entry.copies.filter { $0 != main }.compactMap { shown($0)?.document }
    hit.copies = copies.isEmpty ? nil : copies
    let elsewhere = entry.elsewhere.filter { $0 != main }.compactMap { shown($0)?.document.uri }
    hit.alsoAt = elsewhere.isEmpty ? nil : elsewhere
    return hit
  }

  private func mergedFacets(_ replies: [Int: SearchMethod.Reply]) -> [FacetMessage]? {
    if parameters.facets == nil { return nil }
    let facets = replies.sorted { $0.key < $1.key }.map { index, reply in
      (host: exchange.sessions[index].host, facets: reply.facets ?? [])
    }
    return MergedFacets(facets, limit: Self.shownValues).facets
  }
}
