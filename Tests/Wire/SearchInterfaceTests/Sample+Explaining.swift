import SearchInterface

/// Messages of `Explain` and of the log of queries.
extension Sample {
  private static let counts = CountsMessage(
    title: 1, name: 2, tags: 3, body: 4, authors: 5, recipients: 6)
  private static let step = StepMessage(
    topic: .file, passed: false, text: "There is none.", remedy: "Look.")
  private static let rule = RuleMessage(
    reason: .ignored, uri: "file:///a", pattern: "*.log", file: "file:///.gitignore", line: 3)
  private static let watch = WatchMessage(
    mode: .partlyWatched, fileSystem: "NFS", interval: 300, waiting: true)
  private static let extraction = ExtractionMessage(
    extractor: "plain text", type: "text/plain", size: .max, textBytes: 5, microseconds: 6,
    state: .partial, note: "why", version: 2, charset: "Big5", cpu: 7, parts: 8,
    languageDeclared: true)
  private static let missing = MissingWordMessage(word: "reprot", similar: ["report"])
  private static let term = TermMessage(
    text: "reprot", wanted: true, skipped: false, counts: counts, elsewhere: counts,
    missing: [missing])
  private static let filter = FilterMessage(text: "type pdf", wanted: true, holds: false)
  private static let part = RankPartMessage(
    kind: .word, text: "a", documents: 2, idf: 0.5, score: 1.5)
  private static let match = MatchMessage(
    reading: "a", terms: [term], filters: [filter], score: 1.5, parts: [part], lacking: ["c"],
    position: 1, hits: 2)

  private static let explainParameters = {
    var parameters = ExplainMethod.Parameters(path: "/a", query: "b")
    parameters.prefixes = .all
    parameters.away = true
    parameters.strict = false
    parameters.language = "de"
    return parameters
  }()

  private static let explainReply = {
    var reply = ExplainMethod.Reply(
      uri: "file:///a", path: "/a", found: true, steps: [step], kind: .file, rule: rule,
      clock: clock, pending: 3)
    reply.root = "file:///"
    reply.watch = watch
    reply.extraction = extraction
    reply.document = document
    reply.tokens = counts
    reply.changed = .max
    reply.waiting = .bulk
    reply.match = match
    reply.corrected = "c"
    return reply
  }()

  private static let asked = AskedQueryMessage(
    query: "a\0", count: 2, hits: 3, more: true, opened: 1, last: "2026-01-02T03:04:05Z",
    milliseconds: 0.5)

  private static let statisticsParameters = {
    var parameters = QueryStatisticsMethod.Parameters()
    parameters.limit = 5
    return parameters
  }()

  static let explaining: [(name: String, message: any Codable & Equatable & Sendable)] = [
    ("Counts", counts), ("Step", step), ("Rule", rule), ("Watch", watch),
    ("Extraction", extraction), ("MissingWord", missing), ("Term", term), ("Filter", filter),
    ("RankPart", part), ("Match", match), ("Explain.in", explainParameters),
    ("Explain.out", explainReply),
  ]

  static let queryLog: [(name: String, message: any Codable & Equatable & Sendable)] = [
    ("AskedQuery", asked), ("Opened.in", OpenedMethod.Parameters(query: "a", uri: "file:///a")),
    ("QueryStatistics.in", statisticsParameters),
    (
      "QueryStatistics.out",
      QueryStatisticsMethod.Reply(
        logging: true, searches: 1, opened: 2, since: "2026-01-02T03:04:05Z", popular: [asked],
        failing: [asked, asked])
    ), ("ForgetQueries.out", ForgetQueriesMethod.Reply(forgotten: 7)),
  ]
}
