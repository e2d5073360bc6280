import HitOrder
package import SearchInterface

/// A search on several hosts at once, whose hits are in the order that one index would give.
///
/// 1. It asks each host for its statistics of the query.
/// 2. It sends the sum to each host, which ranks its hits with it, and merges the rankings.
/// 3. It requests the hits of the page that no host has sent yet.
package final class FederatedSearch {
  /// The most facet values that are requested from a host, so that the sums are right.
  private static let facetValues = 1_000
  /// The time kept for starting, merging and printing if a host did not send its statistics in time.
  private static let reserve = Duration.milliseconds(100)
  /// The number of facet values that are shown.
  private static let shownValues = 10

  let exchange: HostExchange
  private let folding: MergedRanking.Folding
  private let joinsThreads: Bool
  private var parameters: SearchMethod.Parameters
  /// The sum of the statistics for the current query.
  private var sum: StatisticsMessage?
  /// The hosts that did not send their statistics in time.
  var silent: [Int] = []
  private var warnings: [String] = []
  /// Another query that may have been meant, although some documents match the typed one.
  private var offer: String?

  /// Prepares a search.
  package init(_ parameters: SearchMethod.Parameters, on exchange: HostExchange) {
    (self.parameters, self.exchange) = (parameters, exchange)
    let showsCopies = parameters.copies ?? false
    folding = showsCopies ? .none : parameters.strict == true ? .acrossHosts : .copies
    joinsThreads = !(parameters.messages ?? parameters.strict ?? false)
  }

  /// Returns a page of hits.
  package func page(limit: Int, offset: Int) throws -> SearchMethod.Reply {
    (parameters.limit, parameters.offset) = (limit, offset)
    // The facets of the first page are also valid for the others.
    if offset > 0, sum != nil || exchange.sessions.count == 1 { parameters.facets = nil }
    if exchange.sessions.count == 1 { return try single() }
    if sum == nil { sum = try statistics(of: parameters) }
    let found = try find(parameters)
    let typed = (parameters, sum)
    if offset == 0, let better = try corrected(insteadOf: found) {
      let shown = try reply(better)
      // The corrected query may have looked better only due to a host that has failed since.
      if !shown.hits.isEmpty || found.count == 0 { return shown }
      (parameters, sum) = typed
    }
    return try reply(found)
  }

  // MARK: - One host

  private func single() throws -> SearchMethod.Reply {
    let limit = parameters.limit ?? 20
    let replies = try exchange.ask(SearchMethod.self, within: exchange.limits.time(for: limit)) {
      sent(parameters, to: $0)
    }
    guard var reply = replies[0] else { return Self.empty }
    let documents = RemoteDocuments(host: exchange.sessions[0].host)
    reply.hits = reply.hits.prefix(limit).compactMap(documents.hit)
    reply.facets = mergedFacets([0: reply])
    reply.warnings = HostWarnings([(exchange.sessions[0].host, reply.warnings)]).sentences
    reply.count = min(max(reply.count, 0), StatisticsMessage.mostDocuments)
    reply.partial = reply.partial.map { min(max($0, 0), StatisticsMessage.mostDocuments) }
    reply.pending = min(max(reply.pending, 0), StatisticsMessage.mostDocuments)
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

  func warn(_ sentence: String) {
    if !warnings.contains(sentence) { warnings.append(sentence) }
  }

  // MARK: - Hits

  /// The merged results of the hosts.
  private struct Result {
    let replies: [Int: SearchMethod.Reply]
    let ranking: MergedRanking
    /// The number of documents that have all words.
    let count: Int
    /// The query that was searched instead of the typed one; nil if it is the typed one.
    var corrected: String?

    var partial: Int { replies.values.reduce(0) { $0 + ($1.partial ?? 0) } }
  }

  private func find(_ parameters: SearchMethod.Parameters) throws -> Result {
    var replies = try search(parameters)
    // Only all hosts' numbers show how many documents match fully; if the guess was wrong, search again.
    let enough = RankingLimits.fewMatches
    let full = min(replies.values.reduce(0) { $0 + ($1.ranking?.full ?? 0) }, enough)
    if let guess = sum?.full, parameters.strict != true, (guess >= enough) != (full >= enough),
      replies.count == exchange.sessions.count
    {
      sum?.full = full
      let better = try search(parameters)
      if better.count == replies.count { replies = better }
    }
    var hits: [RankedHit] = []
    for (index, reply) in replies {
      hits += reply.ranking?.hits(of: index, isLocal: index == exchange.local) ?? []
    }
    let first = replies.min { $0.key < $1.key }?.value.ranking
    let complete = replies.values.reduce(0) { $0 + ($1.ranking?.complete ?? 0) }
    let ranking = MergedRanking(
      hits, complete: complete, nearTie: min(max(first?.nearTie ?? 0, 0), 1),
      order: parameters.order ?? .relevance, folding: folding,
      joinsThreads: joinsThreads)
    return Result(replies: replies, ranking: ranking, count: complete + ranking.foundByFolders)
  }

  private func search(_ parameters: SearchMethod.Parameters) throws -> [Int: SearchMethod.Reply] {
    guard let sum else { return [:] }
    // If hosts were slow before, they have less time now, so that both steps end within the limit.
    let time = exchange.limits.time(for: parameters.limit ?? 1)
    let limit = silent.isEmpty ? time : time - Self.reserve
    let most = MergedRanking.most + (parameters.offset ?? 0) + (parameters.limit ?? 0)
    // The hits of a later page are known only after all rankings have arrived. A large page has
    // only some hits of each host. So in both cases, hits are not requested in this step.
    let isLater =
      parameters.offset ?? 0 > 0 || parameters.limit ?? 0 > HostConfiguration.Limits.hitsAtOnce
    let replies = try exchange.ask(SearchMethod.self, within: limit) { index in
      var sent = sent(parameters, to: index)
      sent.statistics = sum
      if isLater { sent.documents = [] }
      if sent.facets != nil { sent.facetValues = Self.facetValues }
      return sent
    }
    for index in silent where replies[index] != nil {
      warn(
        """
        \(exchange.sessions[index].host.name): Its statistics came too late, so the order of hits is \
        approximate; Statistics= in sitta.conf gives it more time.
        """)
    }
    return replies.filter { index, reply in
      let isPlausible =
        reply.ranking?.isPlausible(most: most) ?? false
        && (0...StatisticsMessage.mostDocuments).contains(reply.partial ?? 0)
      if !isPlausible { exchange.reject(index) }
      return isPlausible
    }
  }

  // MARK: - Corrections

  /// As a daemon does, searches for the probable correction if nothing was found, and only offers
  /// it if little was found.
  ///
  /// - Returns: the result of the corrected query; nil to show the result of the typed query,
  ///   possibly with an offer.
  private func corrected(insteadOf found: Result) throws -> Result? {
    guard parameters.strict != true, parameters.since == nil,
      found.count < RankingLimits.correctedBelow, !found.replies.isEmpty, let typed = sum
    else { return nil }
    var known = typed
    known.full = found.count
    let correction = HostCorrection(of: parameters.query, local: exchange.local)
    let named = try correct(known, from: nil)
    let words = correction.words(of: named, in: known.documents)
    if words.isEmpty { return nil }
    let replies = try correct(known, from: words)
    guard let text = correction.likeliest(of: replies) else {
      offer = correction.likeliestOffer(of: replies)
      return nil
    }
    // A host without words has an incomplete first index, which may have the missing word later.
    if found.count > 0 || named.values.contains(where: { $0.words == nil }) {
      let hasHits = replies.values.contains { $0.corrected == text && $0.hasHits == true }
      offer = hasHits ? text : nil
      return nil
    }
    var other = parameters
    other.query = text
    // Most hosts have made the same correction, and have already sent statistics for it.
    sum = try statistics(
      of: other,
      known: replies.filter { $0.value.corrected == text }.compactMapValues(\.statistics)
        .filter(\.value.isPlausible))
    var result = try find(other)
    result.corrected = text
    guard result.count + result.partial > 0 else {
      sum = typed
      return nil
    }
    self.parameters.query = text
    return result
  }

  /// Asks all hosts for a step of the correction: to name words, or to choose from these words.
  ///
  /// - Throws: an error of the query.
  private func correct(
    _ statistics: StatisticsMessage, from words: [CountedWordMessage]?
  ) throws -> [Int: StatisticsMethod.Reply] {
    try exchange.ask(StatisticsMethod.self, within: exchange.limits.hits, isFatal: false) { index in
      let sent = sent(parameters, to: index)
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
    let hidden = entries.reduce(0) { $0 + $1.copies.count + $1.replies.count }
    reply.more = found.count + found.partial - hidden > offset + limit && !page.isEmpty
    reply.corrected = found.corrected
    reply.facets = mergedFacets(found.replies)
    let byHost = found.replies.sorted { $0.key < $1.key }
    let replies = byHost.map(\.value)
    reply.pending = replies.reduce(0) {
      $0 + min(max($1.pending, 0), StatisticsMessage.mostDocuments)
    }
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

  /// The hits of a page with their copies; hits that have not been sent yet are requested.
  private func hits(
    of page: [FoldedHit<RankedHit>], _ found: Result
  ) throws -> [RankedHit.Key: HitMessage] {
    var hits: [RankedHit.Key: HitMessage] = [:]
    func add(_ replies: [Int: SearchMethod.Reply]) {
      for (host, reply) in replies {
        for (number, hit) in zip(reply.numbers ?? [], reply.hits) {
          hits[RankedHit.Key(host: host, number: number)] = hit
        }
      }
    }
    add(found.replies)
    let wanted = page.flatMap { $0.all + $0.replies }.map(\.key)
    let missing = Dictionary(grouping: wanted.filter { hits[$0] == nil }, by: \.host)
    if missing.isEmpty { return hits }
    let shown = Set(page.map(\.hit.key))
    let time = exchange.limits.time(for: missing.values.map(\.count).max() ?? 1)
    let replies = try exchange.ask(SearchMethod.self, within: time) { index in
      guard let keys = missing[index] else { return nil }
      var sent = sent(parameters, to: index)
      sent.facets = nil
      sent.documents = keys.prefix(1_000).map(\.number)
      // A host with only copies and replies need not rank again, because only their locations are shown.
      if keys.contains(where: shown.contains) { sent.statistics = sum }
      return sent
    }
    add(replies)
    return hits
  }

  /// A hit as it is shown; nil if its host has not sent it, or if its file no longer exists.
  private func shown(
    _ entry: FoldedHit<RankedHit>, _ hits: [RankedHit.Key: HitMessage]
  ) -> HitMessage? {
    func message(of hit: RankedHit) -> HitMessage? {
      hits[hit.key].flatMap {
        RemoteDocuments(host: exchange.sessions[hit.key.host].host).hit($0)
      }
    }
    // If the file no longer exists, one of its copies is shown as the hit, or another message.
    let elsewhere = entry.copies.filter(entry.isElsewhere)
    let copies = entry.copies.filter { !entry.isElsewhere($0) }
    let all = [entry.hit] + elsewhere + copies + entry.replies
    guard let main = all.first(where: { message(of: $0) != nil }), var hit = message(of: main)
    else {
      return nil
    }
    if parameters.order ?? .relevance == .relevance, main.name.isEmpty {
      hit.score = main.score
    }
    func others(_ hits: [RankedHit]) -> [DocumentMessage]? {
      let others = hits.filter { $0 != main }.compactMap { message(of: $0)?.document }
      return others.isEmpty ? nil : others
    }
    hit.copies = others(copies)
    hit.replies = others(entry.replies)
    hit.alsoAt = others(elsewhere)?.map(\.uri)
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
