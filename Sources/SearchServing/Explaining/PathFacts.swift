import FileSelection
import Indexing
import LinuxSystem
import QueryLanguage
import SearchIndex
import SearchInterface
import TextExtraction
import Watching

/// Everything that an ``Explanation`` of one path is made from.
struct PathFacts: Equatable, Sendable {
  /// What stands at a path.
  enum Sighting: Equatable, Sendable {
    case missing
    /// It cannot be looked at, for this reason.
    case unreachable(String)
    case found(FileStatus)
    /// A symbolic link, and where it leads.
    case link(FilePath)
  }

  /// What reading the file comes to, or came to when it was indexed.
  struct Extraction: Equatable, Sendable {
    var type: String
    var size: Int64
    /// How much text it gives; nil where it was not read just now.
    var textBytes: Int64?
    /// How long that took; nil where it was not read just now.
    var duration: Duration?
    var state: Document.State
    var note: String?
  }

  /// A query and how it was read.
  struct Question: Equatable, Sendable {
    var reading: String
    var match: ExplainedMatch?
  }

  let path: FilePath
  var sighting = Sighting.missing
  var verdict = Verdict.excluded(.outsideRoots)
  /// Where the pattern of the configuration stands that leaves the path out.
  var excludeOrigin: RuleOrigin?
  /// The line of a file that brings the path back.
  var returningRule: IgnoreFile.Rule?
  /// Why the root is not there now.
  var absence: RootMessage.Absence?
  /// Why the folder around the path could not be opened.
  var closed: String?
  var delivery = FolderDelivery.unknown
  var pollInterval = Duration.seconds(300)
  /// Whether a change was told that is not ripe yet.
  var isRipening = false
  /// Where work waits that concerns the path.
  var lane: WorkQueue.Lane?
  /// What keeps bulk work from going on, as sentences.
  var pauses: [String] = []
  var extraction: Extraction?
  /// What the index knows of the path.
  var index: ExplainedPath
  /// What was asked, if anything.
  var question: Question?
}

extension PathFacts {
  /// Whether the file on disk is another than the one that was read.
  var isOutdated: Bool {
    guard case .found(let status) = sighting, let document = index.document else { return false }
    let known = document.file.extractor == Document.unfinished ? [Document.unfinished] : []
    return !([PlainTextExtractor.version, Document.privateKeyExtractor] + known).contains {
      document.file.matches(status, extractor: $0)
    }
  }

  /// Whether the query finds the path; without a query, whether the index has it.
  var isFound: Bool {
    if question != nil { return question?.match?.isHit ?? false }
    if let document = index.document { return !document.document.isAway }
    return index.documentsBelow.map { $0 > 0 } ?? false
  }
}
