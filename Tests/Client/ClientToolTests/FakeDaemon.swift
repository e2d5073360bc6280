import ClientTool
import LinuxSystem
import SearchInterface
import Synchronization
import TestSupport
import Varlink

/// Answers on a real socket with the replies of a test.
struct FakeSearch: VarlinkInterface {
  let name = SearchInterfaceDescription.name
  let description = SearchInterfaceDescription.text
  var hits: [HitMessage] = []
  var pages: [[DocumentMessage]] = [[]]
  var status = StatusMethod.Reply(version: "9.9", process: 42, clock: FakeSearch.clock)
  /// The statuses after ``status`` for a client that takes more.
  var laterStatuses: [StatusMethod.Reply] = []
  /// Whether the daemon ends after the last status.
  var breaksOff = false
  var rootWarnings: [String] = []
  var explanation: ExplainMethod.Reply?
  var statistics = QueryStatisticsMethod.Reply(logging: false)
  var pending = 0
  /// How many calls of `Sync` end with an error before one succeeds.
  var slowSyncs = 0
  var warnings: [String] = []
  var reading: String?
  var suggestions: [String]?
  var changes: [SubscribeMethod.Reply] = []
  var suggested = SuggestMethod.Reply(completions: [], corrections: [], clock: FakeSearch.clock)
  var facets: [FacetMessage]?
  var reset: Bool?
  var isComplete = true
  /// Whether ``hits`` are given in pages; otherwise all at once.
  var isPaged = false
  /// The number of full matches; nil for all hits.
  var count: Int?
  var partial: Int?
  var corrected: String?
  var excluded = ListExcludedMethod.Reply(entries: [], unread: 0)
  var verified: [VerifyMethod.Reply] = []
  var sources = ListSourcesMethod.Reply(sources: [], unread: 0)
  var forgets = ForgetMethod.Reply(documents: 0, excluded: false, clock: FakeSearch.clock)
  var remembers = RememberMethod.Reply(paths: [])
  var excerpts: [ReadMethod.Reply] = []
  var feed: [ChangesMethod.Reply] = []
  var error: VarlinkError?
  let asked = Asked()

  static let clock = ClockMessage(index: "abc", sequence: 7)

  /// The parameters of the last calls.
  final class Asked: Sendable {
    let search = Mutex<SearchMethod.Parameters?>(nil)
    let count = Mutex<CountMethod.Parameters?>(nil)
    let list = Mutex<ListMethod.Parameters?>(nil)
    let reads = Mutex<[ReadMethod.Parameters]>([])
    let similar = Mutex<SimilarMethod.Parameters?>(nil)
    let excluded = Mutex<ListExcludedMethod.Parameters?>(nil)
    let verified = Mutex<VerifyMethod.Parameters?>(nil)
    let syncs = Mutex<[Int?]>([])
    let pause = Mutex<PauseMethod.Parameters?>(nil)
    let resume = Mutex<ResumeMethod.Parameters?>(nil)
    let root = Mutex<String?>(nil)
    let subscribe = Mutex<SubscribeMethod.Parameters?>(nil)
    let suggest = Mutex<SuggestMethod.Parameters?>(nil)
    let forget = Mutex<ForgetMethod.Parameters?>(nil)
    let explanation = Mutex<ExplainMethod.Parameters?>(nil)
    let changes = Mutex<ChangesMethod.Parameters?>(nil)
    let confirmation = Mutex<ConfirmChangesMethod.Parameters?>(nil)
  }

  func answer(_ call: VarlinkCall) async throws -> Bool {
    if let error { throw error }
    switch call.method {
    case "Search":
      let parameters = try call.parameters(SearchMethod.Parameters.self)
      asked.search.withLock { $0 = parameters }
      let rest = hits.dropFirst(isPaged ? parameters.offset ?? 0 : 0)
      let page = isPaged ? rest.prefix(parameters.limit ?? 20) : rest
      try await call.reply(
        SearchMethod.Reply(
          hits: Array(page), more: page.count < rest.count, count: count ?? hits.count,
          partial: partial,
          corrected: corrected, facets: facets, reset: reset, clock: Self.clock,
          pending: pending, warnings: warnings, reading: reading, suggestions: suggestions))
    case "Count":
      let parameters = try call.parameters(CountMethod.Parameters.self)
      asked.count.withLock { $0 = parameters }
      try await call.reply(
        CountMethod.Reply(
          count: hits.count, complete: isComplete, facets: facets, reset: reset,
          clock: Self.clock, pending: pending, warnings: warnings))
    case "List":
      let parameters = try call.parameters(ListMethod.Parameters.self)
      asked.list.withLock { $0 = parameters }
      for (number, page) in pages.enumerated() {
        let isLast = number == pages.count - 1
        try await call.reply(
          ListMethod.Reply(
            documents: page, next: isLast ? nil : 1, reset: reset, clock: Self.clock,
            pending: pending),
          continues: !isLast)
      }
    case "ListExcluded":
      let parameters = try call.parameters(ListExcludedMethod.Parameters.self)
      asked.excluded.withLock { $0 = parameters }
      try await call.reply(excluded)
    case "Verify":
      let parameters = try call.parameters(VerifyMethod.Parameters.self)
      asked.verified.withLock { $0 = parameters }
      for (number, reply) in verified.enumerated() {
        try await call.reply(reply, continues: number < verified.count - 1)
      }
    case "ListSources": try await call.reply(sources)
    case "Read":
      let parameters = try call.parameters(ReadMethod.Parameters.self)
      let number = asked.reads.withLock { reads in
        reads.append(parameters)
        return reads.count - 1
      }
      guard number < excerpts.count else { throw SearchFailure.noSuchDocument(path: "/a").wire }
      try await call.reply(excerpts[number])
    case "Similar":
      let parameters = try call.parameters(SimilarMethod.Parameters.self)
      asked.similar.withLock { $0 = parameters }
      try await call.reply(
        SimilarMethod.Reply(hits: hits, clock: Self.clock, pending: pending, warnings: warnings))
    case "Status":
      let replies = [status] + (call.wantsMore ? laterStatuses : [])
      for (number, reply) in replies.enumerated() {
        try await call.reply(reply, continues: breaksOff || number < replies.count - 1)
      }
      if breaksOff { throw CancellationError() }
    case "Sync":
      let parameters = try call.parameters(SyncMethod.Parameters.self)
      let number = asked.syncs.withLock { syncs in
        syncs.append(parameters.timeout)
        return syncs.count
      }
      if number <= slowSyncs { throw SearchFailure.notSynchronized(pending: pending).wire }
      try await call.reply(SyncMethod.Reply(clock: Self.clock, pending: pending))
    case "Pause":
      let parameters = try call.parameters(PauseMethod.Parameters.self)
      asked.pause.withLock { $0 = parameters }
      try await call.reply(
        PauseMethod.Reply(pauses: status.pauses), continues: call.wantsMore)
      if call.wantsMore { try await call.reply(PauseMethod.Reply(pauses: [])) }
    case "AddRoot", "RemoveRoot", "Reload":
      asked.root.withLock { $0 = try? call.parameters(AddRootMethod.Parameters.self).folder }
      try await call.reply(AddRootMethod.Reply(roots: status.roots, warnings: rootWarnings))
    case "Subscribe":
      let parameters = try call.parameters(SubscribeMethod.Parameters.self)
      asked.subscribe.withLock { $0 = parameters }
      for change in changes { try await call.reply(change, continues: true) }
      // Nothing more comes: as a daemon that ends, it says so by an error.
      throw SearchFailure.indexUnavailable(reason: "it ends").wire
    case "Changes":
      let parameters = try call.parameters(ChangesMethod.Parameters.self)
      asked.changes.withLock { $0 = parameters }
      for (number, reply) in feed.enumerated() {
        try await call.reply(reply, continues: number < feed.count - 1)
      }
    case "ConfirmChanges":
      let parameters = try call.parameters(ConfirmChangesMethod.Parameters.self)
      asked.confirmation.withLock { $0 = parameters }
      try await call.reply(ConfirmChangesMethod.Reply())
    case "Suggest":
      let parameters = try call.parameters(SuggestMethod.Parameters.self)
      asked.suggest.withLock { $0 = parameters }
      try await call.reply(suggested)
    case "Forget":
      let parameters = try call.parameters(ForgetMethod.Parameters.self)
      asked.forget.withLock { $0 = parameters }
      try await call.reply(forgets)
    case "Remember":
      let path = try call.parameters(RememberMethod.Parameters.self).path
      asked.forget.withLock { $0 = ForgetMethod.Parameters(path: "undo " + path) }
      try await call.reply(remembers)
    case "Rebuild":
      try await call.reply(RebuildMethod.Reply())
    case "Explain":
      let parameters = try call.parameters(ExplainMethod.Parameters.self)
      asked.explanation.withLock { $0 = parameters }
      guard let explanation else { return false }
      try await call.reply(explanation)
    case "QueryStatistics":
      try await call.reply(statistics)
    case "ForgetQueries":
      try await call.reply(ForgetQueriesMethod.Reply(forgotten: 5))
    case "Resume":
      let parameters = try call.parameters(ResumeMethod.Parameters.self)
      asked.resume.withLock { $0 = parameters }
      try await call.reply(ResumeMethod.Reply(pauses: status.pauses))
    default:
      return false
    }
    return true
  }
}

/// A daemon with the replies of a test, and a client that asks it.
final class FakeDaemon {
  let folder: TemporaryDirectory
  private let server: VarlinkServer
  private let interface: FakeSearch

  var socket: String { "\(folder["socket"])" }
  var askedSearch: SearchMethod.Parameters? { interface.asked.search.withLock { $0 } }
  var askedResume: ResumeMethod.Parameters? { interface.asked.resume.withLock { $0 } }
  var askedPause: PauseMethod.Parameters? { interface.asked.pause.withLock { $0 } }
  var askedRoot: String? { interface.asked.root.withLock { $0 } }
  var askedSubscribe: SubscribeMethod.Parameters? { interface.asked.subscribe.withLock { $0 } }
  var askedSuggest: SuggestMethod.Parameters? { interface.asked.suggest.withLock { $0 } }
  var askedForget: ForgetMethod.Parameters? { interface.asked.forget.withLock { $0 } }
  var askedExplanation: ExplainMethod.Parameters? {
    interface.asked.explanation.withLock { $0 }
  }
  var askedSimilar: SimilarMethod.Parameters? { interface.asked.similar.withLock { $0 } }
  var askedReads: [ReadMethod.Parameters] { interface.asked.reads.withLock { $0 } }
  var askedChanges: ChangesMethod.Parameters? { interface.asked.changes.withLock { $0 } }
  var askedConfirmation: ConfirmChangesMethod.Parameters? {
    interface.asked.confirmation.withLock { $0 }
  }
  var askedCount: CountMethod.Parameters? { interface.asked.count.withLock { $0 } }
  var askedList: ListMethod.Parameters? { interface.asked.list.withLock { $0 } }

  init(_ interface: FakeSearch = FakeSearch()) async throws {
    SignalDescriptor.ignoreBrokenPipes()
    self.interface = interface
    folder = try TemporaryDirectory()
    server = try VarlinkServer(
      listener: UnixSocket.listen(at: folder["socket"]),
      info: ServiceInfo(vendor: "", product: "", version: "", url: ""), interfaces: [interface],
      tasks: LoopTaskExecutor(name: "sitta-tasks"))
    try await server.start()
  }

  /// Runs the client; the arguments are words.
  func run(_ arguments: String..., output: RecordingOutput = RecordingOutput())
    -> ClientCommand
    .ExitCode
  {
    run(arguments, output: output)
  }

  func run(_ arguments: [String], output: RecordingOutput) -> ClientCommand.ExitCode {
    let all = ["--socket", socket] + arguments
    return ClientCommand(output: output).run(all.map { Array($0.utf8) })
  }
}

extension DocumentMessage {
  /// A document of a test.
  init(_ path: FilePath, title: String? = nil) {
    self.init(
      uri: path.uri, path: path.utf8, name: String(decoding: path.name, as: UTF8.self),
      title: title, modified: "2026-01-02T03:04:05Z", size: 6, type: "text/plain",
      tags: ["a", "b"], state: .complete, note: nil)
  }

  init(_ path: String, title: String? = nil) {
    self.init(FilePath(absolute: path) ?? .root, title: title)
  }
}

extension DocumentMessage {
  /// A mail of a test, or an attachment: `path` is as `sitta` prints it.
  static func mail(
    _ path: String = "/home/ann/Mail/Inbox!/<1@x>", type: String = "message/rfc822"
  ) -> DocumentMessage {
    let names = path.split(separator: "!/")
    let file = FilePath(absolute: String(names[0])) ?? .root
    let location = names.dropFirst().reduce(DocumentLocation(file)) { location, member in
      location.container.appending(Array(member.utf8))
    }
    var document = DocumentMessage(file, title: "The lease")
    document.uri = location.uri
    document.member = location.isMember ? location.memberText : nil
    document.name = String(decoding: location.path.name, as: UTF8.self)
    document.type = type
    document.authors = ["Jakob Brandt <jakob@example.org>"]
    document.recipients = ["ann@example.org"]
    document.created = "2026-11-12T13:30:00Z"
    return document
  }
}

extension HitMessage {
  /// A hit of a test: matches are between `[` and `]`.
  init(_ document: DocumentMessage, _ marked: String = "") {
    var snippet = ""
    var matches: [RangeMessage] = []
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "[": matches.append(RangeMessage(begin: snippet.utf8.count, end: 0))
      case "]": matches[matches.count - 1].end = snippet.utf8.count
      default: snippet.unicodeScalars.append(scalar)
      }
    }
    self.init(document: document, score: 1.5, snippet: snippet, matches: matches)
  }
}
