import LinuxSystem
import PostgreSQL
import QueryLanguage
import SearchIndex
import SearchInterface
import SearchMessages
import SharedIndex
import SharedSearch
package import Varlink

/// Answers `io.sitta.Search` for the readers of a team's index.
package struct TeamService: VarlinkInterface {
  package let name = SearchInterfaceDescription.name
  package let description = SearchInterfaceDescription.text
  private let workers: SearchWorkers
  private let accounts: ReaderAccounts
  private let introductions: Introductions
  private let complaints: Complaints

  /// The default time limit of a search, in milliseconds.
  private static let deadline = 2_000
  /// The most bytes of a marker.
  private static let markerLimit = 64
  /// The most documents in a reply of `List`.
  private static let pageLimit = 1_000

  /// Makes the service of a database.
  init(
    _ workers: SearchWorkers, _ complaints: Complaints, on loop: EventLoop
  ) throws(SystemError) {
    (self.workers, self.complaints) = (workers, complaints)
    accounts = try ReaderAccounts()
    introductions = Introductions(workers, on: loop)
  }

  package func answer(_ call: VarlinkCall) async throws -> Bool {
    do {
      let reader = try await accounts.reader(of: call.user)
      switch call.method {
      case "Search": try await call.reply(search(call.parameters(), of: reader))
      case "Count": try await call.reply(count(call.parameters(), of: reader))
      case "List": try await list(call, of: reader)
      case "Read": try await call.reply(read(call.parameters(), of: reader))
      case "Status": try await call.reply(status(of: reader))
      case "Sync":
        try await call.reply(SyncMethod.Reply(clock: clock(sources()), pending: 0))
      case "Suggest":
        try await call.reply(suggest(call.parameters(), of: reader))
      case let method where Refusal.methods.contains(method):
        throw SearchFailure.notServed(method: method, reason: Refusal.reason(for: method))
      default: return false
      }
    } catch let error as SearchFailure {
      throw error.wire
    } catch let error as QuerySyntaxError {
      throw SearchFailure.invalidQuery(position: error.position, reason: error.description).wire
    }
    return true
  }

  package func failure(for error: any Error) -> VarlinkError? {
    // What the server says names its machines and users, which are not for readers.
    guard error is PostgreSQLError else {
      if let error = error as? SearchWorker.Incomplete { _ = warnings([error.silent]) }
      return SearchFailure.indexUnavailable(reason: "\(error)").wire
    }
    complaints.log("\(error)")
    return SearchFailure.indexUnavailable(
      reason:
        "The database of the team does not answer; the log of sitta-gateway says why. Try again later."
    ).wire
  }

  // MARK: - Searching

  private func search(
    _ parameters: SearchMethod.Parameters, of reader: SharedReader
  ) async throws -> SearchMethod.Reply {
    if parameters.statistics != nil { throw VarlinkError.invalidParameter("statistics") }
    var request = SharedRequest(try parameters.typed, of: reader)
    try request.options.apply(parameters)
    try request.options.apply(facetsOf: parameters)
    request.options.includesAway = parameters.away ?? false
    guard request.options.offset < SearchWorker.mostHits else {
      throw SearchFailure.notServed(
        method: "Search",
        reason: "At most \(SearchWorker.mostHits) hits can be reached in a team's index.")
    }
    request.options.limit = min(
      request.options.limit, SearchWorker.mostHits - request.options.offset)
    request.within = try within(parameters.within)
    request.markers = parameters.markers
    for marker in [parameters.markers?.open, parameters.markers?.close].compactMap(\.self)
    where marker.utf8.count > Self.markerLimit {
      throw VarlinkError.invalidParameter("markers")
    }
    let isKnown = try await introductions.wait(for: reader)
    let clock = clock(try await sources())
    if let numbers = parameters.documents {
      let all = try await workers.lend { try await $0.documents(numbers, of: reader) }
      let found = try all.found.filter { found in
        guard let within = request.within else { return true }
        let path = try DocumentLocation(parameter: found.document.uri, "documents").path
        return within.contains { path.isInside($0) }
      }
      var reply = SearchMethod.Reply(
        hits: found.map { HitMessage(document: $0.document, snippet: "", matches: []) },
        more: false, count: found.count, clock: clock, pending: 0,
        warnings: warnings(all.silent))
      reply.numbers = found.map(\.number)
      return reply
    }
    let milliseconds = try (parameters.deadline ?? Self.deadline).bounded(1...60_000, "deadline")
    let answer = try await inTime(milliseconds) {
      try await workers.lend { [request] in try await $0.search(request, within: milliseconds) }
    }
    var reply = SearchMethod.Reply(
      hits: answer.hits, more: answer.hasMore, count: answer.count,
      partial: answer.partial > 0 ? answer.partial : nil, corrected: answer.corrected,
      facets: answer.facets, reset: parameters.since == nil ? nil : true, clock: clock, pending: 0,
      warnings: answer.notes + warnings(isKnown: isKnown, answer), reading: answer.reading)
    (reply.suggestions, reply.spoken) = (answer.suggestions, answer.spoken)
    return reply
  }

  private func count(
    _ parameters: CountMethod.Parameters, of reader: SharedReader
  ) async throws -> CountMethod.Reply {
    var request = SharedRequest(try parameters.typed, of: reader)
    try request.options.apply(facetsOf: parameters)
    request.options.includesAway = parameters.away ?? false
    request.within = try within(parameters.within)
    let milliseconds = try (parameters.deadline ?? Self.deadline).bounded(1...60_000, "deadline")
    let isKnown = try await introductions.wait(for: reader)
    let clock = clock(try await sources())
    let answer = try await inTime(milliseconds) {
      try await workers.lend { [request] in try await $0.count(request, within: milliseconds) }
    }
    return CountMethod.Reply(
      count: answer.count, complete: !answer.isCut && answer.silent.isEmpty, facets: answer.facets,
      bytes: answer.bytes,
      reset: parameters.since == nil ? nil : true,
      clock: clock, pending: 0, warnings: answer.notes + warnings(isKnown: isKnown, answer),
      reading: answer.reading)
  }

  private func warnings(isKnown: Bool, _ answer: SharedAnswer? = nil) -> [String] {
    var warnings: [String] = []
    if !isKnown {
      warnings.append(
        """
        It is not known yet which documents you may read. A feed says it within seconds; if this goes on, ask whoever \
        runs sitta-feed.
        """)
    }
    if let answer, answer.isCut {
      warnings.append("At least \(answer.count) documents match; not all of them were compared.")
    }
    return warnings + self.warnings(answer?.silent ?? [])
  }

  /// Says which databases are missing in an answer, and to the administrator why.
  private func warnings(_ silent: [SilentDatabase]) -> [String] {
    for database in silent {
      complaints.log("The database '\(database.name)': \(database.reason)")
    }
    return silent.map {
      "The database '\($0.name)' of the team does not answer, so its documents are missing here."
    }
  }

  /// Runs a search, which the server ends at its time limit.
  private func inTime<Value>(
    _ milliseconds: Int, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as PostgreSQLError where error.isCancellation || error == .timeout {
      throw SearchFailure.deadlineExceeded(milliseconds: milliseconds)
    }
  }

  private func within(_ paths: [String]?) throws(VarlinkError) -> [FilePath]? {
    guard let paths else { return nil }
    guard (1...100).contains(paths.count) else { throw .invalidParameter("within") }
    var found: [FilePath] = []
    for path in paths { found.append(try DocumentLocation(parameter: path, "within").path) }
    return found
  }

  /// The folders that are inside of one folder of each list.
  private static func overlap(of folders: [FilePath], and others: [FilePath]) -> [FilePath] {
    folders.flatMap { folder in
      others.compactMap { other in
        folder.isInside(other) ? folder : other.isInside(folder) ? other : nil
      }
    }
  }

  // MARK: - Documents

  private func list(_ call: VarlinkCall, of reader: SharedReader) async throws {
    let parameters = try call.parameters(ListMethod.Parameters.self)
    for (name, isSet) in [
      ("failed", parameters.failed == true), ("format", parameters.format != nil),
    ] where isSet {
      throw SearchFailure.notServed(
        method: "List",
        reason:
          "A team's index cannot choose by '\(name)': run sitta on the machine with the files.")
    }
    let limit = try (parameters.limit ?? Self.pageLimit).bounded(1...Self.pageLimit, "limit")
    var request = SharedRequest(nil, of: reader)
    request.options.includesAway = parameters.away ?? false
    request.within = try within(parameters.within)
    if let folder = try within(parameters.folder.map { [$0] }) {
      request.within = request.within.map { Self.overlap(of: folder, and: $0) } ?? folder
    }
    var after = try (parameters.after ?? 0).bounded(0...Int.max, "after")
    _ = try await introductions.wait(for: reader)
    let clock = clock(try await sources())
    while true {
      let page = try await workers.lend { [request, after] in
        try await $0.list(request, after: after, limit: limit)
      }
      let next = page.count < limit ? nil : page.last?.number
      let continues = call.wantsMore && next != nil
      try await call.reply(
        ListMethod.Reply(
          documents: page.map(\.document), next: next,
          reset: parameters.since == nil ? nil : true, clock: clock, pending: 0),
        continues: continues)
      guard continues, let next else { return }
      after = next
    }
  }

  private func read(
    _ parameters: ReadMethod.Parameters, of reader: SharedReader
  ) async throws -> ReadMethod.Reply {
    let asked = try DocumentLocation(parameter: parameters.uri, "uri")
    var excerpt = ExcerptRequest()
    excerpt.line = try (parameters.line ?? 1).bounded(1...Int.max, "line")
    excerpt.lineLimit = try (parameters.lines ?? excerpt.lineLimit)
      .bounded(1...excerpt.lineLimit, "lines")
    excerpt.byteLimit = try (parameters.bytes ?? excerpt.byteLimit)
      .bounded(4...excerpt.byteLimit, "bytes")
    excerpt.masksSecrets = parameters.mask ?? false
    let typed = try TypedQuery(parameters.query ?? "", parameters.prefixes, folder: nil)
    if parameters.query != nil, parameters.line == nil {
      excerpt.query = try Query(parsing: typed.text, typed.parsingOptions)
    }
    var request = SharedRequest(typed, of: reader)
    request.options.includesAway = true
    request.within = try within(parameters.within)
    _ = try await introductions.wait(for: reader)
    let found = try await workers.lend { [request, excerpt] in
      try await $0.read(asked, excerpt, request)
    }
    guard let found else { throw SearchFailure.noSuchDocument(path: "\(asked)") }
    return ReadMethod.Reply(
      text: found.excerpt.text, line: found.excerpt.line, next: found.excerpt.next,
      lines: found.excerpt.lineCount, cut: found.excerpt.isCut ? true : nil,
      document: found.document, clock: clock(try await sources()), pending: 0,
      masked: found.excerpt.masked > 0 ? found.excerpt.masked : nil)
  }

  private func suggest(
    _ parameters: SuggestMethod.Parameters, of reader: SharedReader
  ) async throws -> SuggestMethod.Reply {
    let limit = try (parameters.limit ?? 5).bounded(1...20, "limit")
    var request = SharedRequest(nil, of: reader)
    request.within = try within(parameters.within)
    _ = try await introductions.wait(for: reader)
    let completions = try await inTime(Self.deadline) {
      try await workers.lend { [request] in
        try await $0.completions(
          of: parameters.text, limit: limit, request, within: Self.deadline)
      }
    }
    let corrections = try await inTime(Self.deadline) {
      try await workers.lend { [request] in
        try await $0.corrections(
          of: parameters.text, limit: limit, completed: completions.flatMap(\.words), request,
          within: Self.deadline)
      }
    }
    return SuggestMethod.Reply(
      completions: completions, corrections: corrections, clock: clock(try await sources()))
  }

  // MARK: - State

  private func sources() async throws -> SearchWorker.SourceState {
    try await workers.lend { try await $0.sources() }
  }

  /// The clock of all sources: its name is that of all indexes together, and its number the sum of theirs.
  private func clock(_ state: SearchWorker.SourceState) -> ClockMessage {
    ClockMessage(
      index: state.sources.map { "\($0.name)=\($0.clock.index)" }.joined(separator: " "),
      sequence: state.sources.reduce(0) { $0 &+ $1.clock.sequence })
  }

  private func status(of reader: SharedReader) async throws -> StatusMethod.Reply {
    let (state, isKnown) = (try await sources(), try await introductions.wait(for: reader))
    let sources = state.sources
    let all = SharedRequest(nil, of: reader)
    let documents = try await workers.lend { try await $0.count(all, within: Self.deadline).count }
    let incomplete = sources.filter { !$0.isWhole }.map {
      "The source '\($0.name)' is not here completely yet."
    }
    return StatusMethod.Reply(
      version: Release.version, process: Int(ProcessEnvironment.processNumber), state: .idle,
      roots: [], documents: documents, withoutText: 0, partial: 0, unreadable: 0, failed: 0,
      locked: 0, formats: [], waiting: [], programs: [], away: 0, pending: 0, watchedFolders: 0,
      overflows: 0, indexBytes: 0, clock: clock(state), pauses: [], recoveries: [],
      warnings: incomplete + warnings(isKnown: isKnown) + warnings(state.silent))
  }
}
