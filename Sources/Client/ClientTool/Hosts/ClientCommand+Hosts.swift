import Arguments
import HostSearch
import LinuxSystem
import SearchInterface

/// The option `--host`: the same commands on several machines at once.
extension ClientCommand {
  static let hostOption = CommandLineTable.Option(
    "host", value: "NAMES",
    help: """
      Ask the daemons of these machines through ssh, with commas between several: hosts of sitta.conf or of \
      ssh, `local` for this machine, `all` for this one and all hosts of sitta.conf.
      """)

  /// The commands that can be used with `--host`.
  private static let commandsOfHosts = ["search", "count", "list", "status", "explain", "open"]

  /// Refuses `--host` for commands that work only on this machine.
  func checkHosts(_ parsed: ParsedArguments) throws {
    guard parsed.text(of: "host") != nil, let command = parsed.command else { return }
    guard Self.commandsOfHosts.contains(command) else {
      let names = Self.commandsOfHosts.joined(separator: ", ")
      throw UsageError("--host can be used with \(names), not with '\(command)'.")
    }
    for option in ["watch", "since", "roots"]
    where parsed.has(option) || parsed.text(of: option) != nil {
      throw UsageError("--host and --\(option) cannot be combined.")
    }
  }

  /// Connects to the hosts in `--host`, or to the host in the URI of a document.
  ///
  /// - Returns: nil if only the local daemon is to be asked.
  /// - Throws: `UsageError` for an invalid name or an error in `sitta.conf`.
  func hosts(
    _ parsed: ParsedArguments, having place: RemotePlace? = nil
  ) throws -> HostExchange? {
    let list = parsed.text(of: "host")
    if list == nil, place == nil { return nil }
    let configuration = try HostConfiguration.load()
    var hosts = try list.map { try configuration.hosts(named: $0) } ?? configuration.hosts
    if let place {
      hosts.removeAll { $0.isLocal || $0.authority != place.authority }
      if list == nil, hosts.isEmpty, let host = Host(named: place.authority) { hosts = [host] }
      if hosts.isEmpty { throw UsageError("No host is 'sftp://\(place.authority)'.") }
    }
    if hosts == [.local] { return nil }
    let exchange = try HostExchange(hosts, configuration.limits) {
      try DaemonConnection(option: parsed.bytes(of: "socket"))
        .openSocket(startsSocket: !parsed.has("quick"), waits: false)
    }
    rest.works.append { PrivateCopy.removeOldCopies() }
    return exchange
  }

  /// With `--sync`, waits until everything written before is in the indexes.
  func synchronize(_ exchange: HostExchange, _ parsed: ParsedArguments) throws {
    guard parsed.has("sync") else { return }
    _ = try exchange.ask(
      SyncMethod.self, within: .milliseconds(SyncMethod.defaultTimeout) + .seconds(5)
    ) { _ in SyncMethod.Parameters() }
  }

  /// Closes the connections, and prints which hosts are missing from the output.
  ///
  /// - Returns: the exit code; `code` if any host has answered.
  func finish(_ exchange: HostExchange, _ code: ExitCode) -> ExitCode {
    exchange.close()
    for warning in exchange.warnings { output.note(warning) }
    return exchange.usable.isEmpty ? .noDaemon : code
  }

  // MARK: - Commands

  func count(_ parameters: CountMethod.Parameters, on exchange: HostExchange, isJSON: Bool) throws
    -> ExitCode
  {
    let replies = try exchange.ask(CountMethod.self, within: exchange.limits.hits) { index in
      var sent = parameters
      (sent.sync, sent.deadline) = (nil, exchange.limits.deadline())
      if sent.facets != nil { sent.facetValues = 1_000 }
      if !exchange.sessions[index].host.isLocal { sent.folder = nil }
      return sent
    }.sorted { $0.key < $1.key }
    let count = replies.reduce(0) { $0 + min(max($1.value.count, 0), 1 << 40) }
    if isJSON {
      for (index, reply) in replies {
        try output.write(
          JSONLine.text(of: HostLine(host: exchange.sessions[index].host.name, reply: reply)))
      }
    } else {
      let facets = MergedFacets(
        replies.map { (exchange.sessions[$0.key].host, $0.value.facets ?? []) }, limit: 10)
      try output.write("\(count)\n" + FacetText(facets.facets).text)
    }
    let warnings = replies.map { (exchange.sessions[$0.key].host, $0.value.warnings) }
    for warning in HostWarnings(warnings).sentences { output.note(warning) }
    for (index, reply) in replies where !reply.complete {
      output.note(
        """
        \(exchange.sessions[index].host.name): Timed out before all matches were counted; there are \
        more.
        """)
    }
    return finish(exchange, count == 0 ? .notFound : .found)
  }

  func status(on exchange: HostExchange, isJSON: Bool) throws -> ExitCode {
    let replies = try exchange.ask(StatusMethod.self, within: exchange.limits.hits) { _ in
      StatusMethod.Parameters()
    }.sorted { $0.key < $1.key }
    for (index, reply) in replies {
      let host = exchange.sessions[index].host
      let shown = RemoteDocuments(host: host).status(reply)
      let blank = index == replies.first?.key ? "" : "\n"
      try output.write(
        isJSON
          ? JSONLine.text(of: HostLine(host: host.name, reply: shown))
          : "\(blank)host       \(host.name)\n" + StatusText(shown).text)
    }
    return finish(exchange, .found)
  }

  func explain(
    _ parameters: ExplainMethod.Parameters, on exchange: HostExchange, isJSON: Bool,
    _ appearance: Appearance
  ) throws -> ExitCode {
    let replies = try exchange.ask(ExplainMethod.self, within: exchange.limits.hits) { index in
      var sent = parameters
      if !exchange.sessions[index].host.isLocal { sent.folder = nil }
      return sent
    }.sorted { $0.key < $1.key }
    for (index, reply) in replies {
      let host = exchange.sessions[index].host
      let shown = RemoteDocuments(host: host).explanation(reply)
      try output.write(
        isJSON
          ? JSONLine.text(of: HostLine(host: host.name, reply: shown))
          : "host \(host.name)\n" + ExplanationText(reply: shown, appearance: appearance).text)
    }
    let isFound = replies.contains { $0.value.found }
    return finish(exchange, isFound ? .found : .notFound)
  }

  func list(
    _ parameters: ListMethod.Parameters, on exchange: HostExchange,
    _ printer: DocumentPrinter
  ) throws -> ExitCode {
    var (printer, isEmpty) = (printer, true)
    try exchange.exchange(
      ListMethod.self, wantsMore: true, within: exchange.limits.hits,
      isPart: { !$0.documents.isEmpty }, { _ in parameters }
    ) { index, page, isInTime in
      guard isInTime else { return }
      let documents = RemoteDocuments(host: exchange.sessions[index].host)
      let shown = page.documents.compactMap(documents.document)
      if !shown.isEmpty { isEmpty = false }
      try printer.print(shown)
    }
    return finish(exchange, isEmpty ? .notFound : .found)
  }
}

/// A reply and the name of its host, as one JSON object.
private struct HostLine<Reply: Encodable>: Encodable {
  let host: String
  let reply: Reply

  private enum Key: CodingKey {
    case host
  }

  func encode(to encoder: any Encoder) throws {
    try reply.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(host, forKey: .host)
  }
}
