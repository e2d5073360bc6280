package import Cooldown
public import FileSelection
public import LinuxSystem
package import SearchIndex
import Watching

/// How the daemon is to work; see `sittad.conf`.
public struct ServiceConfiguration: Equatable, Sendable {
  /// The folders whose files are indexed; nil for the home folder.
  public var roots: [FilePath]?
  /// Patterns of names and paths that are left out.
  public var excludes: [GlobPattern] = []
  /// Where ``excludes`` stand, by pattern.
  public var excludeOrigins: [String: RuleOrigin] = [:]
  /// Whether hidden files and folders are indexed.
  public var includesHidden = false
  /// Whether `.gitignore` and its like, and files that mark a folder, are followed.
  public var followsIgnoreFiles = true
  /// Whether what may hold secrets is indexed.
  public var includesSecrets = false
  /// Whether folders on other file systems than their root's are left out.
  public var staysOnFileSystem = true
  /// How many bytes a file may have to be indexed; nil for any number.
  public var sizeLimit: Int64?
  /// How long it takes at most until a change is found of which the kernel does not tell: in folders
  /// beyond its limit of watches and on network file systems.
  public var pollInterval = RescanPlanner.Timing().poll
  /// How long a check of everything takes that goes on in the background.
  public var checkInterval = RescanPlanner.Timing().rescan
  /// How many bytes of a file are indexed at most.
  public var textLimit = 32 << 20
  /// When bulk work rests.
  package var cooldown = BulkScheduler.Limits()
  /// What a word counts where it stands.
  package var weights = ColumnWeights()
  /// How words are found.
  public var text = TextOptions()
  /// Whether searches and opened hits are kept in the state folder.
  public var keepsQueries = false
  /// What is logged.
  public var logLevel = LogLevel.info

  /// The defaults.
  public init() {}
}

/// How important a message is; see syslog(3).
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
  /// Something does not work.
  case error
  /// Something works less well than it could.
  case warning
  /// What a person wants to see once.
  case info
  /// What a developer wants to see.
  case debug

  package var priority: Int {
    switch self {
    case .error: 3
    case .warning: 4
    case .info: 6
    case .debug: 7
    }
  }

  /// Orders levels by how much they let through.
  public static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.priority < right.priority
  }
}
