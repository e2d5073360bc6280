import ContentTypes
import FileSelection
import IndexStorage
import Indexing
import LinuxSystem
import MediaTypes
import SearchIndex
import SearchInterface
import TextExtraction

extension PathFacts {
  /// Examines the path on disk, and reads the file as the indexer would.
  ///
  /// It reads the rule files again, so that the facts agree with the next comparison.
  mutating func examine(with rules: SelectionRules, _ settings: ExtractionSettings) {
    if let file = fileDocument?.file { reader = settings.version(replacing: file.extractor) }
    externalReader = settings.externalReader(forName: path.name)?.name
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
    let isRegular = status.kind == .regular
    if verdict.isIncluded, isRegular, !rules.includesSecrets, !isKnownToFail,
      let header = Self.beginning(of: path, rules, upTo: 65_536)
        .flatMap({ PrivateKeyHeader.find(in: $0) })
    {
      verdict = .excluded(.privateKey(header: header, path))
    }
    if verdict.isIncluded, isRegular, !rules.includesSecrets, index.document == nil,
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
    guard isRegular else { return }
    if status.size <= Self.readingLimit, !isKnownToFail, !location.isMember {
      extraction = Self.read(path, status, rules, settings)
    }
    // Large files, and files for jailed programs, are not read; the index says how they were read.
    if extraction == nil, let document = index.document?.document {
      extraction = ExtractionMessage(
        document.type, size: document.size, document.state, note: document.note)
    }
  }

  /// The size in bytes of the largest file that is read here, because the indexer may need the memory.
  private static let readingLimit: Int64 = 8 << 20

  /// Whether the beginning of a file with a suspicious name shows that it is a secret.
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

  /// Whether indexing the current content of the file has failed, or was never finished.
  private var isKnownToFail: Bool {
    guard let document = fileDocument, !isOutdated else { return false }
    return document.document.state == .failed || document.file.extractor == Document.unfinished
  }

  private static func read(
    _ path: FilePath, _ status: FileStatus, _ rules: SelectionRules, _ settings: ExtractionSettings
  ) -> ExtractionMessage? {
    let start = ContinuousClock.now
    var extraction: ExtractionMessage
    do throws(SystemError) {
      let file = try rules.open(file: path)
      let status = try file.status()
      guard status.kind == .regular else { return nil }
      guard
        let document = try settings.plainTextDocument(of: file, status, name: path.name)
      else { return nil }
      extraction = ExtractionMessage(
        document.type, size: status.size, document.state, note: document.note)
      (extraction.textBytes, extraction.charset) = (document.text.count, document.charset)
    } catch {
      extraction = ExtractionMessage(
        MediaType(fileName: path.name).name, size: status.size, .unreadable,
        note: "Cannot be read: \(error.reason).")
      extraction.textBytes = 0
    }
    extraction.microseconds = Int(start.duration(to: .now) / .microseconds(1))
    return extraction
  }
}

extension ExtractionMessage {
  /// The result of reading a file, without facts from the index.
  fileprivate init(_ type: String, size: Int64, _ state: Document.State, note: String?) {
    self.init(
      extractor: "plain text", type: type, size: Int(size), state: DocumentState(state), note: note)
  }
}
