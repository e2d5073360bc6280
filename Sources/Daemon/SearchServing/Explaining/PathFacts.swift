import FileSelection
import IndexStorage
import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface
import TextExtraction

/// All facts about one path, from which its explanation is made.
struct PathFacts: Equatable, Sendable {
  /// The entry on the disk at a path.
  enum DiskEntry: Equatable, Sendable {
    case missing
    /// It cannot be examined, for this reason.
    case unreachable(String)
    case found(FileStatus)
    /// A symbolic link, and its target.
    case link(FilePath)
  }

  /// Where the document is; a folder on the disk has a location as well.
  let location: DocumentLocation
  var entry = DiskEntry.missing
  var verdict = Verdict.excluded(.outsideRoots)
  /// Where the configuration has the pattern that excludes the path.
  var excludeOrigin: RuleOrigin?
  /// The line of an ignore file that includes the path again.
  var returningRule: IgnoreFile.Rule?
  /// Why the root is not available now; nil if it is.
  var absence: RootMessage.Absence?
  /// Why the folder around the path could not be opened.
  var closed: String?
  /// How changes are found, and whether one was reported that is not due yet.
  var watch = WatchMessage(mode: .unknown, waiting: false)
  /// The lane in which work for the path waits; nil if there is none.
  var lane: WorkQueue.Lane?
  /// Whether the indexer was too busy to say in which lane the path waits.
  var isIndexerBusy = false
  /// The pauses of bulk work, as sentences.
  var pauses: [String] = []
  /// The result of reading the file now, or when it was indexed.
  var extraction: ExtractionMessage?
  /// The current version of the reader of the document.
  var reader = ReaderVersion.plainText
  /// Why the document waits until its format can be read, if it does.
  var wait = ReadingStatus.Wait.ready
  /// The index's entry for the location.
  var index: ExplainedPath
  /// Whether and how the text in images is recognized.
  var recognition = RecognitionSettings()
  /// Whether members of containers are read.
  var opensMembers = true
  /// For a member: the index's entry for its file.
  var container: ExplainedPath?
  /// How the query was read, if there is one.
  var reading: String?
  /// The text of the query, if it is not the typed one.
  var corrected: String?
}

extension PathFacts {
  /// The path on the disk: of a member, the path of its file.
  var path: FilePath { location.file }

  /// The status of the file at the path; nil if it cannot be examined, or is a link.
  var status: FileStatus? {
    if case .found(let status) = entry { status } else { nil }
  }

  /// The document of the file: of a member, of its container.
  var fileDocument: ExplainedDocument? { (container ?? index).document }

  /// Whether the file on disk differs from the file that was indexed.
  var isChanged: Bool {
    guard let status, let file = fileDocument?.file else { return false }
    return !file.matches(status, extractor: file.extractor)
  }

  /// Whether the file waits to be read by another version of its reader.
  var awaitsReader: Bool {
    guard status != nil, !isChanged, let file = fileDocument?.file else { return false }
    let known = [reader.rawValue, Document.privateKeyExtractor, Document.unfinished]
    return !known.contains(file.extractor)
  }

  /// Whether the index does not have the file as it would be read now.
  var isOutdated: Bool { isChanged || awaitsReader }

  /// The reader that made the document in the index; nil if plain text did, or there is none.
  var storedReader: ReaderVersion? {
    let stored = index.document.map { ReaderVersion(stored: $0.file.extractor) }
    return stored.flatMap { $0.isPlainText ? nil : $0 }
  }

  /// Whether the query finds the path; without a query, whether the index has it.
  var isFound: Bool {
    if reading != nil { return index.match?.isHit ?? false }
    if let document = index.document { return !document.document.isAway }
    return index.documentsBelow.map { $0 > 0 } ?? false
  }
}
