import FileSelection
import IndexStorage
import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface
import TextExtraction

/// All facts about one path, from which the explanation is made.
struct PathFacts: Equatable, Sendable {
  /// The entry on disk at a path.
  enum DiskEntry: Equatable, Sendable {
    case missing
    /// The entry cannot be examined, for this reason.
    case unreachable(String)
    case found(FileStatus)
    /// A symbolic link with this target.
    case link(FilePath)
  }

  /// The location of the document; for a folder on disk, that of the folder.
  let location: DocumentLocation
  var entry = DiskEntry.missing
  var verdict = Verdict.excluded(.outsideRoots)
  /// The line of the configuration file with the pattern that excludes the path; nil if there is none.
  var excludeOrigin: RuleOrigin?
  /// The line of an ignore file that includes the path again; nil if there is none.
  var returningRule: IgnoreFile.Rule?
  /// Why the root is not available; nil if it is.
  var absence: RootMessage.Absence?
  /// Why the folder of the path cannot be opened; nil if it can.
  var closed: String?
  /// How changes of the path are noticed, and whether a reported change is about to be indexed.
  var watch = WatchMessage(mode: .unknown, waiting: false)
  /// The lane in which work on the path waits; nil if none waits.
  var lane: WorkQueue.Lane?
  /// Whether the indexer did not answer in time in which lane the path waits.
  var isIndexerBusy = false
  /// The pauses of bulk work, as sentences.
  var pauses: [String] = []
  /// The result of reading the file, now or when it was indexed; nil if it is not read.
  var extraction: ExtractionMessage?
  /// The current version of the reader of the document.
  var reader = ReaderVersion.plainText
  /// The NAME of the section `[Reader NAME]` for the file; nil if there is none.
  var externalReader: String?
  /// Why the document waits for its reader, if it does.
  var wait = ReadingStatus.Wait.ready
  /// The entry of the index for the location.
  var index: ExplainedPath
  /// Whether and how the text in images is recognized.
  var recognition = RecognitionSettings()
  /// Whether members of containers are read.
  var opensMembers = true
  /// For a member: the index's entry of the file that contains it.
  var container: ExplainedPath?
  /// The query as it was understood; nil without a query.
  var reading: String?
  /// The text of the searched query if it is not the typed one.
  var corrected: String?
  /// Whether ``corrected`` has filters in place of words, and its hits come before those of the words.
  var isSpoken = false
}

extension PathFacts {
  /// The path on disk; for a member, that of the file that contains it.
  var path: FilePath { location.file }

  /// The status of the path on disk; nil if it cannot be examined or is a symbolic link.
  var status: FileStatus? {
    if case .found(let status) = entry { status } else { nil }
  }

  /// The document of the file at ``path``; for a member, that of its container.
  var fileDocument: ExplainedDocument? { (container ?? index).document }

  /// Whether the file on disk has changed since it was indexed.
  var isChanged: Bool {
    guard let status, let file = fileDocument?.file else { return false }
    return !file.matches(status, extractor: file.extractor)
  }

  /// Whether the file waits until another version of its reader reads it.
  var awaitsReader: Bool {
    guard status != nil, !isChanged, let file = fileDocument?.file else { return false }
    let known = [reader.rawValue, Document.privateKeyExtractor, Document.unfinished]
    return !known.contains(file.extractor)
  }

  /// Whether reading the file now could give another document than the index has.
  var isOutdated: Bool { isChanged || awaitsReader }

  /// The reader of the document in the index; nil for plain text, or without a document.
  var storedReader: ReaderVersion? {
    let stored = index.document.map { ReaderVersion(stored: $0.file.extractor) }
    return stored.flatMap { $0.isPlainText ? nil : $0 }
  }

  /// Whether the query finds the document; without a query, whether it is in the index.
  var isFound: Bool {
    if reading != nil { return index.match?.isHit ?? false }
    if let document = index.document { return !document.document.isAway }
    return index.documentsBelow.map { $0 > 0 } ?? false
  }
}
