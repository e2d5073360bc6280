import FileSelection
import LinuxSystem
import QueryLanguage
import SQLite
import SearchIndex
import SearchInterface
import Varlink
import Watching

/// `Explain`: collects what is known of a path, and says it.
extension SearchService {
  /// How long an explanation may take: it counts all hits of its query.
  private static let patience = Duration.seconds(10)

  func explain(_ parameters: ExplainMethod.Parameters) async throws -> ExplainMethod.Reply {
    guard let asked = folder(parameters.path) else { throw VarlinkError.invalidParameter("path") }
    var query: Query?
    if let text = parameters.query { query = try await self.query(text, parameters.prefixes) }
    // The index knows files by the paths that lead through no symbolic link; a link itself is none.
    let path = try await readers.read { _ in
      asked.isRoot ? asked : asked.parent.resolvingExistingLinks().appending(asked.name)
    }
    let facts = try await facts(of: path, query, includesAway: parameters.away ?? false)
    return ExplainMethod.Reply(
      facts, clock: ClockMessage(facts.index.clock), pending: await pending())
  }

  private func facts(
    of path: FilePath, _ query: Query?, includesAway: Bool
  ) async throws -> PathFacts {
    let rules = await indexer.rules
    // First where the change is, then what the index has: in between it can only have arrived.
    let isRipening = await watcher.isWaiting(for: path)
    let lane = await indexer.lane(of: path)
    let progress = indexer.progress.current
    var options = searchOptions
    options.includesAway = includesAway
    let extractor = await indexer.extractor
    var facts: PathFacts
    do {
      facts = try await ask(within: Self.repairPatience) { [options] reader in
        let index = try reader.explain(
          path, query, options, clock: .current, deadline: .now + Self.patience)
        var facts = PathFacts(path: path, index: index)
        facts.look(with: rules, extractor)
        return facts
      }
    } catch let error as SQLiteError where error.isInterruption {
      throw SearchFailure.deadlineExceeded(
        milliseconds: Int(Self.patience / .milliseconds(1)))
    }
    facts.isRipening = isRipening
    facts.lane = lane
    facts.pollInterval = pollInterval
    facts.pauses = progress.isResting ? pauses(progress).map(\.text) : []
    facts.question = query.map {
      PathFacts.Question(reading: $0.reading, match: facts.index.match)
    }
    let folder = rules.roots.contains(path) ? path : path.parent
    facts.delivery = await watcher.delivery(of: folder)
    facts.closed = progress.closedFolders.filter { path.isInside($0.key) }.values.first
    if case .included(let root) = facts.verdict {
      let isMissing = await watcher.status.missingRoots.contains(root)
      facts.absence = absence(of: root, isMissing: isMissing, progress)
    }
    return facts
  }
}

extension ExplainMethod.Reply {
  /// Says what is known.
  init(_ facts: PathFacts, clock: ClockMessage, pending: Int) {
    self.init(
      uri: facts.path.uri, path: facts.path.utf8, found: facts.isFound,
      steps: Explanation(facts).steps, kind: Self.kind(facts.sighting),
      rule: RuleMessage(facts.verdict, returning: facts.returningRule), clock: clock,
      pending: pending)
    if let origin = facts.excludeOrigin {
      rule.file = FilePath(absolute: origin.file)?.uri
      rule.line = origin.line
    }
    if case .included(let root) = facts.verdict {
      self.root = root.uri
      watch = WatchMessage(
        facts.delivery, every: facts.pollInterval, isWaiting: facts.isRipening)
    }
    extraction = facts.extraction.map { extraction in
      ExtractionMessage(
        extractor: "plain text", type: extraction.type, size: Int(extraction.size),
        textBytes: extraction.textBytes.map { Int($0) },
        microseconds: extraction.duration.map { Int($0 / .microseconds(1)) },
        state: DocumentState(extraction.state), note: extraction.note)
    }
    document = facts.index.document.map { DocumentMessage($0.document) }
    tokens = facts.index.document.map { CountsMessage($0.tokens) }
    changed = facts.index.document?.lastChange.map { Int($0) }
    waiting = facts.lane.map { $0 == .fresh ? .fresh : .bulk }
    match = facts.question.flatMap { question in
      question.match.map { MatchMessage($0, reading: question.reading) }
    }
  }

  private static func kind(_ sighting: PathFacts.Sighting) -> PathKind {
    switch sighting {
    case .missing: .missing
    case .unreachable: .unreachable
    case .link: .link
    case .found(let status):
      switch status.kind {
      case .regular: .file
      case .directory: .folder
      case .symbolicLink: .link
      case .other: .other
      }
    }
  }
}

extension RuleMessage {
  init(_ verdict: Verdict, returning rule: IgnoreFile.Rule?) {
    switch (verdict, rule) {
    case (.included, let rule?):
      self.init(
        reason: .reincluded, pattern: rule.pattern.description, file: rule.file.uri, line: rule.line
      )
    case (.included(let root), nil): self.init(reason: .root, uri: root.uri)
    case (.excluded(let reason), _): self.init(excludingFor: reason)
    }
  }

  private init(excludingFor reason: Verdict.Reason) {
    switch reason {
    case .outsideRoots: self.init(reason: .outsideRoots)
    case .hidden(let path): self.init(reason: .hidden, uri: path.uri)
    case .pattern(let pattern, let path):
      self.init(reason: .pattern, uri: path.uri, pattern: pattern)
    case .ownFolder(let path), .ownFile(let path):
      self.init(reason: .ownFolder, uri: path.uri)
    case .forgotten(let path): self.init(reason: .forgotten, uri: path.uri)
    case .secret(let pattern, _, let path):
      self.init(reason: .secret, uri: path.uri, pattern: pattern)
    case .privateKey(let header, let path):
      self.init(reason: .secret, uri: path.uri, pattern: header)
    case .repository(let path): self.init(reason: .repository, uri: path.uri)
    case .ignored(let rule, let path):
      self.init(
        reason: .ignored, uri: path.uri, pattern: rule.pattern.description, file: rule.file.uri,
        line: rule.line)
    case .marker(let path): self.init(reason: .marker, file: path.uri)
    case .otherFileSystem(let path): self.init(reason: .otherFileSystem, uri: path.uri)
    case .tooLarge(let path, _, _): self.init(reason: .tooLarge, uri: path.uri)
    }
  }
}

extension WatchMessage {
  init(_ delivery: FolderDelivery, every interval: Duration, isWaiting: Bool) {
    let seconds = Int(interval.components.seconds)
    switch delivery {
    case .told: self.init(mode: .watched, fileSystem: nil, interval: nil, waiting: isWaiting)
    case .toldInPart(let name):
      self.init(mode: .partlyWatched, fileSystem: name, interval: seconds, waiting: isWaiting)
    case .untold:
      self.init(mode: .polled, fileSystem: nil, interval: seconds, waiting: isWaiting)
    case .unknown: self.init(mode: .unknown, fileSystem: nil, interval: nil, waiting: isWaiting)
    }
  }
}

extension CountsMessage {
  init(_ counts: ColumnCounts) {
    self.init(title: counts.title, name: counts.name, tags: counts.tags, body: counts.body)
  }
}

extension MatchMessage {
  init(_ match: ExplainedMatch, reading: String) {
    self.init(
      reading: reading, terms: match.terms.map(TermMessage.init),
      filters: match.filters.map { filter in
        FilterMessage(text: filter.reading, wanted: filter.isWanted, holds: filter.holds)
      },
      score: match.score,
      parts: match.parts.map { part in
        RankPartMessage(
          text: part.text, documents: part.documents, idf: part.rarity,
          counts: CountsMessage(part.counts), frequency: part.frequency, score: part.score)
      },
      position: match.position, hits: match.hitCount)
  }
}

extension TermMessage {
  fileprivate init(_ term: ExplainedTerm) {
    self.init(
      text: term.reading, wanted: term.isWanted, skipped: term.isSkipped,
      counts: CountsMessage(term.counts), elsewhere: CountsMessage(term.elsewhere),
      missing: term.missing.map { MissingWordMessage(word: $0.word, similar: $0.nearest) })
  }
}
