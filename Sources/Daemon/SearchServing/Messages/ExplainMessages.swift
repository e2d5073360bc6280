import FileSelection
import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface
import TextExtraction
import Watching

extension ExplainMethod.Reply {
  /// The reply that explains the facts.
  init(_ facts: PathFacts, clock: ClockMessage, pending: Int) {
    self.init(
      uri: facts.location.uri, path: facts.path.utf8, found: facts.isFound,
      steps: Explanation(facts).steps, kind: Self.kind(facts.entry),
      rule: RuleMessage(facts.verdict, returning: facts.returningRule), clock: clock,
      pending: pending)
    if let origin = facts.excludeOrigin {
      rule.file = FilePath(absolute: origin.file)?.uri
      rule.line = origin.line
    }
    if case .included(let root) = facts.verdict {
      self.root = root.uri
      watch = WatchMessage(
        facts.delivery, every: facts.pollInterval, isWaiting: facts.isWaiting)
    }
    let document = facts.index.document
    let reader = (document?.file.extractor).map(ReaderVersion.init(stored:))
    extraction = facts.extraction.map { extraction in
      ExtractionMessage(
        extractor: reader?.name ?? "plain text", type: extraction.type, size: Int(extraction.size),
        textBytes: extraction.textBytes.map { Int($0) },
        microseconds: extraction.duration.map { Int($0 / .microseconds(1)) },
        state: DocumentState(extraction.state), note: extraction.note,
        version: reader?.number.map { Int($0) },
        charset: extraction.charset ?? document?.document.charset,
        cpu: (document?.document.readingTime).flatMap { $0 > 0 ? Int($0) : nil },
        parts: document?.reading.parts, languageDeclared: document?.document.declaresLanguage)
    }
    self.document = facts.index.document.map { DocumentMessage($0.document) }
    tokens = facts.index.document.map { CountsMessage($0.tokens) }
    changed = facts.index.document?.lastChange.map { Int($0.rawValue) }
    waiting = facts.lane.map { $0 == .fresh ? .fresh : .bulk }
    match = facts.question.flatMap { question in
      question.match.map { MatchMessage($0, reading: question.reading) }
    }
    corrected = facts.question?.corrected
  }

  private static func kind(_ entry: PathFacts.DiskEntry) -> PathKind {
    switch entry {
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
    case .toolFolder(_, let path):
      // A kind of its own would be unknown to older clients.
      self.init(
        reason: .pattern, uri: path.uri, pattern: String(decoding: path.name, as: UTF8.self))
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
    case .notified: self.init(mode: .watched, fileSystem: nil, interval: nil, waiting: isWaiting)
    case .partlyNotified(let name):
      self.init(mode: .partlyWatched, fileSystem: name, interval: seconds, waiting: isWaiting)
    case .polled:
      self.init(mode: .polled, fileSystem: nil, interval: seconds, waiting: isWaiting)
    case .unknown: self.init(mode: .unknown, fileSystem: nil, interval: nil, waiting: isWaiting)
    }
  }
}

extension CountsMessage {
  init(_ counts: ColumnCounts) {
    self.init(
      title: counts.title, name: counts.name, tags: counts.tags, body: counts.body,
      authors: counts.authors, recipients: counts.recipients)
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
        RankPartMessage(part)
      },
      lacking: match.lacking.isEmpty ? nil : match.lacking, position: match.position,
      hits: match.hitCount)
  }
}

extension RankPartMessage {
  init(_ part: ExplainedRankPart) {
    var text: String?
    let kind: RankPartKind =
      switch part.kind {
      case .word(let word):
        {
          text = word
          return .word
        }()
      case .proximity: .proximity
      case .title: .title
      case .name: .name
      case .copy: .copy
      case .generated: .generated
      case .language: .language
      case .depth: .depth
      case .opened: .opened
      }
    self.init(
      kind: kind, text: text, documents: part.documents, idf: part.rarity, score: part.score)
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
