import SearchInterface

/// Messages in which every field has a value.
enum Sample {
  static let clock = ClockMessage(index: "5f", sequence: .max)
  static let document = DocumentMessage(
    uri: "file:///a%FF", path: "/a", name: "é\u{1b}\"", title: "", modified: "2026-01-02T03:04:05Z",
    size: .max, type: "text/plain", tags: ["a", ""], state: .withoutText, note: "why",
    format: "html", reader: 0, away: true, member: "b/c", authors: ["a"], recipients: [],
    created: "2026-01-02T03:04:05Z", language: "de", pages: 2, attachments: 1)
  static let hit = HitMessage(
    document: document, score: 0.1, snippet: "日本 🌰", matches: [RangeMessage(begin: 0, end: 6)],
    line: .max, part: PartMessage(kind: .sheet, number: 2, label: "Budget"), page: 3,
    link: "file:///a%FF#page=3", replies: [document], passages: [passage], masked: 2)
  static let passage = PassageMessage(
    snippet: "日本 🌰", matches: [RangeMessage(begin: 0, end: 6)], line: .max,
    part: PartMessage(kind: .page, number: 3, label: "iii"), page: 3, link: "file:///a%FF#page=3")
  static let root = RootMessage(
    uri: "file:///", path: "/", state: .partlyWatched, note: "1 of 2 folders")

  static let searchParameters = {
    var parameters = SearchMethod.Parameters(query: "a \"b c\" -d\0")
    parameters.limit = 1
    parameters.offset = 2
    parameters.order = .size
    parameters.sync = false
    parameters.prefixes = .last
    parameters.snippetWords = 0
    parameters.deadline = 60_000
    parameters.within = ["/a"]
    parameters.away = true
    parameters.markers = markers
    parameters.facets = [.type, .year]
    parameters.facetValues = 3
    parameters.since = clock
    (parameters.messages, parameters.passages) = (true, 10)
    (parameters.statistics, parameters.documents) = (statistics, [1, 2])
    parameters.mask = true
    return parameters
  }()
  static let location = LocationMessage(uri: "file:///a%FF", path: "/a")
  static let hitChange = HitChangeMessage(hit: hit, former: location)
  static let subscribeParameters = {
    var parameters = SubscribeMethod.Parameters(query: "a")
    parameters.prefixes = .last
    parameters.limit = 0
    parameters.snippetWords = 1
    parameters.away = true
    parameters.within = ["/a b", "file:///c%20d"]
    return parameters
  }()
  static let subscribeReply = {
    SubscribeMethod.Reply(
      appeared: [hit], changed: [hitChange], gone: [location], more: true, clock: clock,
      pending: 3, warnings: ["Mind."], reading: "a")
  }()

  static let suggestion = SuggestionMessage(text: "a b", words: ["b"], documents: 2)
  static let suggestParameters = {
    var parameters = SuggestMethod.Parameters(text: "a ")
    parameters.limit = 3
    parameters.within = ["/a"]
    return parameters
  }()
  static let suggestReply = SuggestMethod.Reply(
    completions: [suggestion], corrections: [suggestion, suggestion], clock: clock)
  static let markers = MarkersMessage(open: "<b>", close: "</b>")
  static let facet = FacetMessage(
    field: .tag, values: [FacetValueMessage(value: "a b", filter: "tag:\"a b\"", count: 2)],
    others: 1)
  static let searchReply = {
    SearchMethod.Reply(
      hits: [hit, hit], more: true, count: 9, facets: [facet], reset: true, clock: clock,
      pending: 3, warnings: ["Mind."], reading: "a AND b", suggestions: ["a b", ""],
      ranking: ranking, numbers: [1, .max])
  }()

  static let countParameters = {
    var parameters = CountMethod.Parameters(query: "a")
    parameters.sync = true
    parameters.prefixes = .all
    parameters.deadline = 1
    parameters.away = false
    parameters.facets = [.folder]
    parameters.facetValues = 1_000
    parameters.since = clock
    parameters.within = ["/a"]
    return parameters
  }()
  static let countReply = {
    CountMethod.Reply(
      count: 1, complete: false, facets: [facet], reset: true, clock: clock, pending: 2,
      warnings: ["Mind."], reading: "a")
  }()

  static let readParameters = {
    var parameters = ReadMethod.Parameters(uri: "file:///a")
    (parameters.line, parameters.lines, parameters.bytes) = (1, 400, 32_768)
    (parameters.query, parameters.within) = ("a", ["/a"])
    (parameters.prefixes, parameters.mask) = (.last, true)
    return parameters
  }()
  static let readReply = ReadMethod.Reply(
    text: "a\n\u{1}\tb", line: 7, next: 9, lines: 12, cut: true, document: document, clock: clock,
    pending: 2, masked: 1)
  static let similarParameters = {
    var parameters = SimilarMethod.Parameters(uri: "file:///a")
    (parameters.query, parameters.prefixes, parameters.folder) = ("a", .last, "/a")
    (parameters.limit, parameters.snippetWords, parameters.deadline) = (50, 0, 60_000)
    (parameters.away, parameters.copies, parameters.mask) = (true, true, true)
    parameters.within = ["/a"]
    return parameters
  }()
  static let similarReply = SimilarMethod.Reply(
    hits: [hit], clock: clock, pending: 2, warnings: ["Mind."])
  static let listParameters = {
    var parameters = ListMethod.Parameters(folder: "/a")
    parameters.after = .max
    parameters.limit = 5
    parameters.away = false
    parameters.since = clock
    parameters.failed = true
    parameters.format = "mail"
    parameters.within = ["/a"]
    return parameters
  }()
  static let listReply = ListMethod.Reply(
    documents: [document], next: 7, reset: false, clock: clock, pending: 2)

  static let pause = PauseMessage(
    reason: .held, until: "2026-01-02T03:04:05Z", text: "paused")

  static let rebuild = IndexRebuildMessage(
    reason: "Why.", started: "2026-01-02T03:04:05Z", documents: .max, serving: .new)
  static let recovery = RecoveryMessage(
    time: "2026-01-02T03:04:05Z", reason: "Why.", action: .postings, setAside: "file:///a",
    text: "What.")

  static let format = FormatCountMessage(
    format: "mail", name: "mail", documents: 9, withoutText: 1, partial: 2, unreadable: 3,
    failed: 4, locked: 5, waiting: 6, leftOut: 7)
  static let waiting = WaitingDocumentsMessage(
    format: "html", name: "HTML", documents: 5, reason: .missingProgram, package: "sitta",
    until: "2026-01-02T03:04:05Z")
  static let program = ReadingProgramMessage(
    name: "sitta-extract", missing: false, landlock: 7, filtered: true)

  static let audit = AuditMessage(samples: .max, stale: 1, least: 0.5)
  static let statusReply = {
    StatusMethod.Reply(
      version: "1", process: .max, state: .indexing, roots: [root], documents: 1, withoutText: 2,
      partial: 3, unreadable: 4, failed: 9, locked: 2, formats: [format], waiting: [waiting],
      programs: [program], away: 8, pending: 5, watchedFolders: 6, overflows: 7,
      languages: ["english", "german"],
      indexBytes: .max, clock: clock, pauses: [pause], first: true, looking: true, rebuild: rebuild,
      recoveries: [recovery],
      checked: "2026-01-02T03:04:05Z", scans: 4, recognition: .unavailable, landlock: 7,
      leftOut: [ExclusionMessage(rule: .toolFolder, count: 3)],
      consumers: [
        ConsumerMessage(name: "backup", confirmed: .max, day: "2026-01-02", commits: 3, lag: 60)
      ],
      audit: audit, delay: 0.25, unindexedMail: ["thunderbird"], warnings: ["Mind."])
  }()

  static let sourcesReply = ListSourcesMethod.Reply(
    sources: [
      SourceMessage(
        word: "kmail", title: "KMail", indexed: true,
        folders: [SourceFolderMessage(uri: "file:///a", files: 1, bytes: .max)])
    ], unread: 2)

  static let syncParameters = {
    var parameters = SyncMethod.Parameters()
    parameters.timeout = 1
    return parameters
  }()
  static let syncReply = SyncMethod.Reply(clock: clock, pending: 1)

  static let pauseParameters = {
    var parameters = PauseMethod.Parameters()
    parameters.until = "2026-01-02T03:04:05Z"
    parameters.untilPower = true
    return parameters
  }()
  static let pauseReply = PauseMethod.Reply(pauses: [pause])
  static let resumeParameters = {
    var parameters = ResumeMethod.Parameters()
    parameters.now = true
    return parameters
  }()
  static let resumeReply = ResumeMethod.Reply(pauses: [pause, pause])

  static let addRootParameters = AddRootMethod.Parameters(folder: "/a b")
  static let addRootReply = AddRootMethod.Reply(roots: [root], warnings: ["Mind."])
  static let removeRootParameters = RemoveRootMethod.Parameters(folder: "/a b")
  static let removeRootReply = RemoveRootMethod.Reply(roots: [root], warnings: ["Mind."])
  static let reloadReply = ReloadMethod.Reply(roots: [root], warnings: ["Mind."])
  static let forgetParameters = ForgetMethod.Parameters(path: "/a")
  static let forgetReply = ForgetMethod.Reply(
    documents: 3, excluded: true, clock: clock, obstacle: "The disk is full.")
  static let rememberParameters = RememberMethod.Parameters(path: "/a")
  static let rememberReply = RememberMethod.Reply(paths: [location], excludedBy: location)

  static let difference = DifferenceMessage(uri: "file:///a%FF", path: "/a", reason: .leftOut)
  static let verifyReply = VerifyMethod.Reply(
    differences: [difference], unrepaired: [difference],
    counts: VerificationCountsMessage(
      agreeing: .max, differing: 1, repaired: 2, waiting: 3, partial: 4, unreadable: 5, changing: 6,
      away: 7, unread: 8),
    folder: "file:///a", proven: false)

  /// All of them, by the name the interface has for them.
  static let all: [(name: String, message: any Codable & Equatable & Sendable)] =
    [
      ("Clock", clock), ("Range", hit.matches[0]), ("Document", document), ("Hit", hit),
      ("Passage", passage),
      ("Markers", markers), ("FacetValue", facet.values[0]), ("Facet", facet),
      ("Count.in", countParameters), ("Count.out", countReply),
      ("Root", root), ("Search.in", searchParameters), ("Search.out", searchReply),
      ("List.in", listParameters), ("List.out", listReply), ("Status.out", statusReply),
      ("ListSources.out", sourcesReply),
      ("Sync.in", syncParameters), ("Sync.out", syncReply),
      ("Pause", pause), ("Pause.in", pauseParameters), ("Pause.out", pauseReply),
      ("Resume.in", resumeParameters), ("Resume.out", resumeReply), ("Location", location),
      ("HitChange", hitChange),
      ("Subscribe.in", subscribeParameters), ("Subscribe.out", subscribeReply),
      ("Suggestion", suggestion), ("Suggest.in", suggestParameters), ("Suggest.out", suggestReply),
      ("FormatCount", format), ("WaitingDocuments", waiting), ("ReadingProgram", program),
      ("IndexRebuild", rebuild), ("Recovery", recovery),
      ("Rebuild.out", RebuildMethod.Reply()), ("Forget.in", forgetParameters),
      ("Forget.out", forgetReply), ("Remember.in", rememberParameters),
      ("Remember.out", rememberReply),
      ("AddRoot.in", addRootParameters), ("AddRoot.out", addRootReply),
      ("RemoveRoot.in", removeRootParameters), ("RemoveRoot.out", removeRootReply),
      ("Reload.out", reloadReply),
      ("Read.in", readParameters), ("Read.out", readReply),
      ("Similar.in", similarParameters), ("Similar.out", similarReply),
      ("Audit", audit),
      ("VerificationCounts", verifyReply.counts), ("Difference", difference),
      ("Verify.in", VerifyMethod.Parameters(folder: "/a b", repair: true)),
      ("Verify.out", verifyReply),
    ] + explaining + queryLog + ofSeveralHosts + ofTheFeed

  static let failures: [SearchFailure] = [
    .invalidQuery(position: 3, reason: "why"), .deadlineExceeded(milliseconds: 500, partial: [hit]),
    .notSynchronized(pending: 9, reason: "paused"), .indexUnavailable(reason: "why"),
    .notOnBattery, .isRoot(path: "/a"), .noSuchFolder(folder: "/a"), .noSuchRoot(folder: "/b"),
    .lastRoot,
    .invalidConfiguration(file: "/c", line: 3, reason: "why"),
    .configurationNotKept(file: "/d", reason: "why"),
    .tooManyHits(limit: 20_000), .tooManySubscriptions(limit: 16),
    .noSuchFolder(folder: "/a", reason: "why"),
    .invalidConfiguration(file: "/c", reason: "why", isStart: true),
    .noVector(reason: "why"), .noSuchDocument(path: "/e"),
  ]
}
