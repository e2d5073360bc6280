import Arguments
import HostSearch
import LinuxSystem
import SearchInterface

/// The command `sitta search`.
extension ClientCommand {
  /// The most hits that can be requested or skipped.
  static let hitLimit = 1_000_000
  /// The default number of hits that are shown to people.
  private static let shownHits = 20
  /// The time limit in milliseconds of a search whose hits a program reads; it wants all of them.
  static let patience = 60_000

  func search(_ parsed: ParsedArguments) throws -> ExitCode {
    let query = query(parsed)
    if let file = parsed.bytes(of: "like") { return try similar(to: file, query, parsed) }
    if parsed.operands.isEmpty { throw UsageError("'sitta search' needs QUERY…, or --like FILE.") }
    if parsed.has("watch") { return try watch(query, parsed) }
    let form = try form(parsed)
    let limit = try parsed.number(of: "limit", in: 1...Self.hitLimit)
    var paging = HitPaging(
      limit: limit ?? (form.isForPeople ? Self.shownHits : nil),
      offset: try parsed.number(of: "offset", in: 0...Self.hitLimit) ?? 0)
    var parameters = try parameters(query, parsed, form)
    var printer = DocumentPrinter(output, form: form)
    printer.nextNumber = paging.offset + 1
    printer.order = parameters.order ?? .relevance
    let exchange = try hosts(parsed)
    defer { exchange?.close() }
    let search: (SearchMethod.Parameters) throws -> SearchMethod.Reply
    if let exchange {
      try synchronize(exchange, parsed)
      parameters.sync = nil
      let hosts = FederatedSearch(parameters, on: exchange)
      search = { try hosts.page(limit: $0.limit ?? Self.shownHits, offset: $0.offset ?? 0) }
    } else {
      search = try connect(parsed, timeout: .milliseconds(Self.patience) + .seconds(5)).search
    }
    var first: SearchMethod.Reply?
    var count = 0
    while true {
      (parameters.limit, parameters.offset) = (paging.limit, paging.offset)
      let reply: SearchMethod.Reply
      do {
        reply = try search(parameters)
      } catch let failure as SearchFailure {
        return try printPart(of: failure, &printer)
      }
      if first == nil {
        first = reply
        noteCorrection(reply)
      }
      try printer.print(reply.hits)
      count += reply.hits.count
      guard paging.advance(by: reply.hits.count, hasMore: reply.more) else {
        let code = try finish(first ?? reply, count: count, hasMore: reply.more, printer)
        return exchange.map { finish($0, code) } ?? code
      }
      // Facets come with the first reply. A second sync could let new documents shift the hits.
      (parameters.facets, parameters.sync) = (nil, nil)
    }
  }

  private func parameters(
    _ query: String, _ parsed: ParsedArguments, _ form: DocumentPrinter.Form
  ) throws -> SearchMethod.Parameters {
    var parameters = SearchMethod.Parameters(query: query)
    parameters.order = parsed.text(of: "sort").flatMap(SearchOrder.init)
    parameters.sync = parsed.has("sync") ? true : nil
    try apply(parsed, to: &parameters)
    parameters.facets = try facets(parsed)
    parameters.since = try since(parsed)
    parameters.strict = try isStrict(parsed, form) ? true : nil
    parameters.copies = parsed.has("all-copies") ? true : nil
    parameters.messages = parsed.has("all-messages") ? true : nil
    parameters.passages = try parsed.number(of: "passages", in: 1...10)
    parameters.language = ProcessEnvironment.language
    if !form.isForPeople { parameters.deadline = Self.patience }
    if case .paths = form { parameters.snippetWords = 0 }
    return parameters
  }

  /// Prints the hits found before the time limit; throws the failure again if there are none.
  private func printPart(
    of failure: SearchFailure, _ printer: inout DocumentPrinter
  ) throws -> ExitCode {
    guard case .deadlineExceeded(_, let partial) = failure, !partial.isEmpty else { throw failure }
    try printer.print(partial)
    output.note(failure.description)
    return .found
  }

  /// Reports that another query was searched before or instead of the typed one.
  func noteCorrection(_ reply: SearchMethod.Reply) {
    if let spoken = reply.spoken {
      output.note("First the results for: \(spoken)")
      output.note("To search for the words alone, put them in quotes.")
    }
    guard let corrected = reply.corrected else { return }
    output.note("Showing results for: \(corrected)")
    output.note("To search for what you typed, add --strict.")
  }

  /// Prints facets and notes after the `count` printed hits, and returns the exit code.
  ///
  /// `reply` is the first reply; `hasMore` is whether there are more hits than those printed.
  private func finish(
    _ reply: SearchMethod.Reply, count: Int, hasMore: Bool, _ printer: DocumentPrinter
  ) throws -> ExitCode {
    try printer.print(reply.facets ?? [])
    noteReset(reply.reset)
    for warning in reply.warnings { output.note(warning) }
    if hasMore, printer.form.isForPeople {
      output.note("\(count) of \(reply.count + (reply.partial ?? 0)) hits; -n N shows more.")
    }
    if count > 0 {
      showSuggestions(reply)
    } else {
      if output.terminal != nil, let reading = reply.reading {
        output.note("Nothing found for: \(reading)")
      }
      showSuggestions(reply)
      if reply.pending > 0 {
        let changes = reply.pending.counted("change is", plural: "changes are")
        output.note("Nothing found yet; \(changes) waiting to be indexed.")
      }
    }
    return count == 0 ? .notFound : .found
  }

  /// Whether each hit must match the whole query; by default so if a program reads the hits.
  private func isStrict(
    _ parsed: ParsedArguments, _ form: DocumentPrinter.Form
  ) throws -> Bool {
    let (isStrict, isRelaxed) = (parsed.has("strict"), parsed.has("relaxed"))
    if isStrict, isRelaxed { throw UsageError("Only one of --strict and --relaxed can be used.") }
    return form.isForPeople ? isStrict : !isRelaxed
  }
}
