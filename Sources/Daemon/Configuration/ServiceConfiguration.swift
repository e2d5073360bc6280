package import Cooldown
public import FileSelection
public import LinuxSystem
package import SearchIndex
import Watching

/// The configuration of the daemon; see `sittad.conf`.
public struct ServiceConfiguration: Equatable, Sendable {
  /// The folders to index; nil for the home folder.
  public var roots: [FilePath]?
  /// The configuration line of each root in ``roots``.
  public var rootOrigins: [FilePath: RuleOrigin] = [:]
  /// The data of programs that is indexed: mail, address books and bookmarks.
  public var sources: [SourceFolder] = []
  /// Patterns of excluded names and paths.
  public var excludes: [GlobPattern] = []
  /// The configuration line of each pattern in ``excludes``.
  public var excludeOrigins: [String: RuleOrigin] = [:]
  /// Whether hidden files and folders are indexed.
  public var includesHidden = false
  /// Whether ignore files such as `.gitignore`, and marker files, are followed.
  public var followsIgnoreFiles = true
  /// Whether files that may contain secrets are indexed.
  public var includesSecrets = false
  /// Whether folders on another file system than their root are excluded.
  public var staysOnFileSystem = true
  /// Whether it is recorded who may read each file.
  public var recordsAccess = false
  /// The largest size of an indexed file, in bytes; nil for no limit.
  public var sizeLimit: Int64?
  /// The interval of polling folders whose changes the kernel does not report.
  ///
  /// These are folders for which there are no watches, and folders on network file systems.
  public var pollInterval = RescanPlanner.Timing().poll
  /// The time in which each folder is compared once in the background.
  public var checkInterval = RescanPlanner.Timing().rescan
  /// The most bytes of text that are indexed of a file.
  public var textLimit = 32 << 20
  /// The images whose text is recognized.
  public var recognition = RecognitionScope.no
  /// Which documents are read, and for how long.
  public var extract = ExtractOptions()
  /// The sections `[Reader NAME]`.
  package var readers = ReaderSections()
  /// When bulk work pauses.
  package var cooldown = BulkScheduler.Limits()
  /// The weight of a word in each column.
  package var weights = RankingWeights()
  /// The options for how words match.
  public var text = TextOptions()
  /// Whether searches and opened hits are recorded in the state folder.
  public var keepsQueries = false
  /// The least severe level of messages that are logged.
  public var logLevel = LogLevel.info
  /// Sentences about configuration lines that are ignored.
  package var warnings: [String] = []

  /// Creates the default configuration.
  public init() {}
}

/// The severity of a message; see syslog(3).
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
  /// Something does not work.
  case error
  /// Something works less well than it could.
  case warning
  /// An event that a person may want to know about.
  case info
  /// Details for developers.
  case debug

  package var priority: Int {
    switch self {
    case .error: 3
    case .warning: 4
    case .info: 6
    case .debug: 7
    }
  }

  /// Orders levels by severity, the most severe first.
  public static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.priority < right.priority
  }
}
