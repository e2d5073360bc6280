import SearchInterface

/// The numbers that each host needs to rank as one index with the documents of all would.
struct HostStatistics {
  /// The sum; nil if no host has sent its numbers.
  let sum: StatisticsMessage?
  /// The hosts that read the query in another way, so that their numbers were not added.
  let others: [Int]
  /// The hosts that can still answer, but took too long.
  let silent: [Int]

  /// Asks hosts for their numbers, unless a former call has kept them.
  ///
  /// The numbers of a host that is away still count if they are known.
  ///
  /// - Parameters:
  ///   - parameters: the parameters of the search.
  ///   - exchange: the hosts.
  /// - Throws: an error of the query.
  init(of parameters: SearchMethod.Parameters, on exchange: HostExchange) throws {
    let known = Known()
    let key = Self.key(of: parameters)
    for index in exchange.sessions.indices {
      known.byHost[index] = exchange.knownStatistics(of: key, on: index)
    }
    let kept = known.byHost.keys.filter(exchange.usable.contains)
    try Self.ask(parameters, key, on: exchange, known)
    var found = StatisticsMessage.sum(of: known.byHost, local: exchange.local)
    if !found.others.isEmpty, !kept.isEmpty {
      // Kept numbers may be from a former version, or from other settings.
      for index in kept { known.byHost[index] = nil }
      try Self.ask(parameters, key, on: exchange, known)
      found = StatisticsMessage.sum(of: known.byHost, local: exchange.local)
    }
    (sum, others) = found
    silent = exchange.usable.filter { known.byHost[$0] == nil }
  }

  private final class Known {
    var byHost: [Int: StatisticsMessage] = [:]
  }

  /// The key of a query's statistics: queries with different statistics have different keys.
  static func key(of parameters: SearchMethod.Parameters) -> String {
    let parts: [String] = [
      parameters.query, parameters.prefixes?.rawValue ?? "", parameters.language ?? "",
      parameters.strict == true ? "strict" : "", parameters.away == true ? "away" : "",
      parameters.folder ?? "",
    ]
    return (parts + (parameters.within ?? [])).joined(separator: "\0")
  }

  private static func ask(
    _ parameters: SearchMethod.Parameters, _ key: String, on exchange: HostExchange,
    _ known: Known
  ) throws {
    let limits = exchange.limits
    // Without any numbers nothing can be ranked, so the search waits for the numbers of a slow
    // host.
    let grace = known.byHost.isEmpty ? max(.zero, limits.hits - limits.statistics) : .zero
    try exchange.exchange(
      StatisticsMethod.self, wantsMore: false, within: limits.statistics, grace: grace,
      isFatal: false
    ) { index in
      if known.byHost[index] != nil { return nil }
      let sent = exchange.sent(parameters, to: index)
      return StatisticsMethod.Parameters(
        query: sent.query, prefixes: sent.prefixes, deadline: sent.deadline, away: sent.away,
        strict: sent.strict, language: sent.language, folder: sent.folder, within: sent.within)
    } body: { index, reply, _ in
      guard let statistics = reply.statistics, statistics.isPlausible else {
        return exchange.reject(index)
      }
      // They may be late for this search; the next one has them.
      exchange.keep(statistics, of: key, on: index)
      known.byHost[index] = statistics
    }
    if known.byHost.isEmpty {
      for index in exchange.usable { exchange.giveUp(index) }
    }
  }
}

extension HostExchange {
  /// The parameters for a host: the folder of this process is known to the local one only.
  func sent(
    _ parameters: SearchMethod.Parameters, to host: Int
  ) -> SearchMethod.Parameters {
    var parameters = parameters
    parameters.deadline = limits.deadline(for: parameters.limit ?? 1)
    if !sessions[host].host.isLocal { parameters.folder = nil }
    return parameters
  }
}
