import Configuration
import FileSelection
import Indexing
import LinuxSystem
import TextExtraction
import Watching

extension ServiceConfiguration {
  /// What the indexer has to know of the configuration.
  ///
  /// - Parameters:
  ///   - roots: the folders whose files are indexed.
  ///   - state: the folder of the index, which is never indexed.
  /// - Returns: rules, intervals and limits.
  func indexing(_ roots: [FilePath], state: FilePath) -> Indexer.Settings {
    var rules = SelectionRules(
      // A root that is a symbolic link is followed once, even where it leads to nothing now.
      roots: roots.map { $0.resolvingExistingLinks() }, includesHidden: includesHidden,
      excludes: excludes, ownFolders: [state])
    rules.excludeOrigins = excludeOrigins
    rules.followsIgnoreFiles = followsIgnoreFiles
    rules.includesSecrets = includesSecrets
    rules.staysOnFileSystem = staysOnFileSystem
    rules.sizeLimit = sizeLimit
    var timing = RescanPlanner.Timing()
    timing.poll = pollInterval
    timing.rescan = checkInterval
    return Indexer.Settings(
      rules: rules, timing: timing, extractor: PlainTextExtractor(byteLimit: textLimit))
  }
}
