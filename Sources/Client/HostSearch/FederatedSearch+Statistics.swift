import SearchInterface

extension FederatedSearch {
  /// Asks all hosts for their statistics, with which each can rank as if one index had the documents of all.
  ///
  /// `known` has the statistics that hosts have already sent.
  ///
  /// - Returns: the sum of the statistics; nil if no host has sent any.
  /// - Throws: an error of the query.
  func statistics(
    of parameters: SearchMethod.Parameters, known: [Int: StatisticsMessage] = [:]
  ) throws -> StatisticsMessage? {
    let limits = exchange.limits
    var known = known
    // Without any statistics nothing can be ranked, so the search then waits longer for a slow
    // host.
    try exchange.exchange(
      StatisticsMethod.self, wantsMore: false, within: limits.statistics,
      grace: known.isEmpty ? max(.zero, limits.hits - limits.statistics) : .zero, isFatal: false
    ) { index in
      if known[index] != nil { return nil }
      let sent = sent(parameters, to: index)
      return StatisticsMethod.Parameters(
        query: sent.query, prefixes: sent.prefixes, deadline: sent.deadline, away: sent.away,
        strict: sent.strict, language: sent.language, folder: sent.folder, within: sent.within)
    } body: { [exchange] index, reply, _ in
      guard let statistics = reply.statistics, statistics.isPlausible else {
        return exchange.reject(index)
      }
      known[index] = statistics
    }
    if known.isEmpty {
      for index in exchange.usable { exchange.giveUp(index) }
    }
    silent = exchange.usable.filter { known[$0] == nil }
    let (sum, others) = StatisticsMessage.sum(of: known, local: exchange.local)
    for index in others {
      warn(
        """
        \(exchange.sessions[index].host.name) reads the query in another way, because its version \
        or settings differ; the order of its hits is approximate.
        """)
    }
    return sum
  }

  /// The parameters for a host; only the local daemon gets the current folder of this process.
  func sent(_ parameters: SearchMethod.Parameters, to host: Int) -> SearchMethod.Parameters {
    var parameters = parameters
    parameters.deadline = exchange.limits.deadline(for: parameters.limit ?? 1)
    if !exchange.sessions[host].host.isLocal { parameters.folder = nil }
    return parameters
  }
}
