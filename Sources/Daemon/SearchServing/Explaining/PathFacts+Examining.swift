import ContentTypes
import MediaTypes
import FileSelection
import Indexing
import LinuxSystem
import SearchIndex
import TextExtraction

extension PathFacts {
  /// Examines the disk, and reads the file as the indexer would.
  ///
  /// It reads the rules again, so the facts agree with the next comparison.
  mutating func examine(with rules: SelectionRules, _ settings: ExtractionSettings) {
    if let stored = (container ?? index).document?.file.extractor {
      reader = settings.version(replacing: stored)
    }
    (recognition, opensMembers) = (settings.recognition, settings.opensMembers)
    let status: FileStatus
    do throws(SystemError) {
      status = try rules.status(of: path)
      entry =
        status.kind == .symbolicLink ? .link(path.resolvingExistingLinks()) : .found(status)
    } catch {
      entry =
        switch error {
        case _ where error.isMissing: .missing
        case _ where error.isSymbolicLink: .link(path.resolvingExistingLinks())
        default: .unreachable(error.reason)
        }
      var selector = FileSelector(rules: rules)
      verdict = selector.verdict(on: path)
      return
    }
    var selector = FileSelector(rules: rules)
    verdict = selector.verdict(on: path, status: status)
    if case .excluded(.pattern(let pattern, _)) = verdict {
      excludeOrigin = rules.excludeOrigins[pattern]
    }
    if verdict.isIncluded, status.kind == .regular, !rules.includesSecrets, !isKnownToFail,
      let header = Self.privateKeyHeader(of: path, rules)
    {
      verdict = .excluded(.privateKey(header: header, path))
    }
    if verdict.isIncluded, status.kind == .regular, !rules.includesSecrets, index.document == nil,
      let secret = rules.ambiguousSecret(at: path), Self.holdsSecret(secret, at: path, rules)
    {
      verdict = .excluded(.secret(pattern: secret.pattern, content: secret.content, path))
    }
    if verdict.isIncluded, location.isMember, let folder = selector.selection(in: path.parent) {
      verdict = folder.verdict(
        onMember: location.members.flatMap { $0.split(separator: 0x2f).map(Array.init) },
        of: path.name, size: index.document?.document.size ?? 0)
    }
    guard verdict.isIncluded else { return }
    returningRule = selector.reincludingRule(on: path, isFolder: status.kind == .directory)
    guard status.kind == .regular else { return }
    if status.size <= Self.readingLimit, !isKnownToFail, !location.isMember {
      extraction = Self.read(path, status, rules, settings)
    }
    // Files that are too large, or that a jailed program reads, are not read for an explanation.
    extraction = extraction ?? index.document.map { Extraction($0.document) }
  }

  /// The largest file that is read for an explanation: the indexer may need the memory now.
  private static let readingLimit: Int64 = 8 << 20

  /// The line that makes the file a private key; nil if it is none or cannot be read.
  private static func privateKeyHeader(of path: FilePath, _ rules: SelectionRules) -> String? {
    beginning(of: path, rules, upTo: 65_536).flatMap { PrivateKeyHeader.find(in: $0) }
  }

  /// Whether the beginning of a file shows that it is a secret, as its name suggests.
  private static func holdsSecret(
    _ secret: AmbiguousSecret, at path: FilePath, _ rules: SelectionRules
  ) -> Bool {
    guard let bytes = beginning(of: path, rules, upTo: 262_144) else { return false }
    return secret.isSecret(text: bytes.contains(0) ? [] : bytes, beginning: bytes)
  }

  private static func beginning(
    of path: FilePath, _ rules: SelectionRules, upTo limit: Int
  ) -> [UInt8]? {
    guard let file = try? rules.open(file: path), (try? file.status().kind) == .regular else {
      return nil
    }
    return try? file.read(upTo: limit, expecting: 8_192)
  }

  /// Whether the indexer has failed at the current content of the file, or was killed by it.
  private var isKnownToFail: Bool {
    guard let document = (container ?? index).document, !isOutdated else { return false }
    return document.document.state == .failed || document.file.extractor == Document.unfinished
  }

  private static func read(
    _ path: FilePath, _ status: FileStatus, _ rules: SelectionRules, _ settings: ExtractionSettings
  ) -> Extraction? {
    let start = ContinuousClock.now
    do throws(SystemError) {
      let file = try rules.open(file: path)
      let status = try file.status()
      guard status.kind == .regular else { return nil }
      let read = try settings.plainTextDocument(of: file, status, name: path.name)
      guard let (document, charset) = read else { return nil }
      return Extraction(
        type: document.type, size: status.size, textBytes: Int64(document.text.count),
        duration: start.duration(to: .now), state: document.state, note: document.note,
        charset: charset)
    } catch {
      return Extraction(
        type: MediaType(fileName: path.name).name, size: status.size, textBytes: 0,
        duration: start.duration(to: .now), state: .unreadable,
        note: "Cannot be read: \(error.reason).")
    }
  }
}

extension PathFacts.Extraction {
  /// The result of reading the file when it was indexed.
  fileprivate init(_ document: ListedDocument) {
    self.init(
      type: document.type, size: document.size, state: document.state, note: document.note)
  }
}
