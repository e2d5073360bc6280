import FileSelection
import IndexStorage
import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface
import TextExtraction
import Watching

extension ExplainMethod.Reply {
  /// Makes the reply from the facts.
  init(_ facts: PathFacts, clock: ClockMessage, pending: Int) {
    self.init(
      uri: facts.location.uri, path: facts.path.utf8, found: facts.isFound, steps: facts.steps,
      kind: PathKind(facts.entry), rule: RuleMessage(facts), clock: clock, pending: pending)
    if case .included(let root) = facts.verdict { (self.root, watch) = (root.uri, facts.watch) }
    extraction = facts.extraction
    if let explained = facts.index.document {
      let document = explained.document
      let reader = ReaderVersion(stored: explained.file.extractor)
      extraction?.extractor = reader.name
      extraction?.version = reader.number.map { Int($0) }
      if extraction?.charset == nil { extraction?.charset = document.charset }
      extraction?.cpu = document.readingTime > 0 ? Int(document.readingTime) : nil
      extraction?.parts = explained.parts
      extraction?.languageDeclared = document.declaresLanguage
      self.document = DocumentMessage(document)
      tokens = CountsMessage(explained.tokens)
      changed = explained.lastChange.map { Int($0.rawValue) }
    }
    waiting = facts.lane.map { $0 == .fresh ? .fresh : .bulk }
    corrected = facts.corrected
    match = facts.index.match.map { MatchMessage($0, reading: facts.reading ?? "") }
  }
}

extension PathKind {
  fileprivate init(_ entry: PathFacts.DiskEntry) {
    switch entry {
    case .missing: self = .missing
    case .unreachable: self = .unreachable
    case .link: self = .link
    case .found(let status):
      switch status.kind {
      case .regular: self = .file
      case .directory: self = .folder
      case .symbolicLink: self = .link
      case .other: self = .other
      }
    }
  }
}

extension RuleMessage {
  /// The rule that includes or excludes the path.
  fileprivate init(_ facts: PathFacts) {
    switch facts.verdict {
    case .included(let root):
      self.init(reason: .root)
      if let rule = facts.returningRule {
        reason = .reincluded
        setLine(rule)
      } else {
        uri = root.uri
      }
    case .excluded(let excluding):
      // Older clients do not know a reason for tool folders, so it is sent as a pattern.
      self.init(reason: RuleReason(rawValue: excluding.kind.rawValue) ?? .pattern)
      switch excluding {
      case .outsideRoots: break
      case .marker(let path): file = path.uri
      case .hidden(let path), .noStore(_, let path), .ownFolder(let path),
        .ownFile(let path), .forgotten(let path), .repository(let path), .otherFileSystem(let path),
        .tooLarge(let path, _, _):
        uri = path.uri
      case .pattern(let text, let path), .secret(let text, _, let path),
        .privateKey(let text, let path):
        (uri, pattern) = (path.uri, text)
      case .toolFolder(_, let path):
        (uri, pattern) = (path.uri, String(decoding: path.name, as: UTF8.self))
      case .ignored(let rule, let path):
        uri = path.uri
        setLine(rule)
      }
      if let origin = facts.excludeOrigin {
        (file, line) = (FilePath(absolute: origin.file)?.uri, origin.line)
      }
    }
  }

  private mutating func setLine(_ rule: IgnoreFile.Rule) {
    (pattern, file, line) = (rule.pattern.description, rule.file.uri, rule.line)
  }
}

extension WatchMessage {
  init(_ delivery: FolderDelivery, every interval: Duration, isWaiting: Bool) {
    self.init(mode: .unknown, waiting: isWaiting)
    switch delivery {
    case .notified: mode = .watched
    case .partlyNotified(let name): (mode, fileSystem) = (.partlyWatched, name)
    case .polled: mode = .polled
    case .unknown: return
    }
    if mode != .watched { self.interval = Int(interval.components.seconds) }
  }
}

extension CountsMessage {
  fileprivate init(_ counts: ColumnCounts) {
    self.init(
      title: counts.title, name: counts.name, tags: counts.tags, body: counts.body,
      authors: counts.authors, recipients: counts.recipients)
  }
}

extension MatchMessage {
  fileprivate init(_ match: ExplainedMatch, reading: String) {
    self.init(
      reading: reading, terms: match.terms.map(TermMessage.init),
      filters: match.filters.map { filter in
        FilterMessage(text: filter.reading, wanted: filter.isWanted, holds: filter.holds)
      },
      score: match.score,
      parts: match.parts.map(RankPartMessage.init),
      lacking: match.lacking.isEmpty ? nil : match.lacking, position: match.position,
      hits: match.hitCount)
  }
}

extension RankPartMessage {
  fileprivate init(_ part: ExplainedRankPart) {
    let kind: RankPartKind =
      switch part.kind {
      case .word: .word
      case .proximity: .proximity
      case .title: .title
      case .name: .name
      case .copy: .copy
      case .generated: .generated
      case .language: .language
      case .depth: .depth
      case .alone: .alone
      case .opened: .opened
      case .meaning: .meaning
      }
    self.init(kind: kind, documents: part.documents, idf: part.rarity, score: part.score)
    if case .word(let word) = part.kind { text = word }
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
