import Configuration
import FileSelection
import Indexing
import LinuxSystem
import TextExtraction
import Watching

extension ServiceConfiguration {
  /// Makes the settings of the indexer.
  ///
  /// - Parameters:
  ///   - roots: the folders to index.
  ///   - state: the folder of the index, which is never indexed.
  ///   - languages: the languages in use, for recognition of images if the configuration sets none.
  ///   - calls: runs blocking calls of file systems, with a timeout.
  /// - Returns: the rules, intervals and limits.
  func indexing(
    _ roots: [FilePath], state: FilePath, languages: [String], calls: FileSystemCalls
  ) -> Indexer.Settings {
    // Symbolic links in the paths of roots are resolved once, even if their targets do not exist now.
    let paths = calls.blockingResolve(
      roots + self.sources.map(\.path), within: .seconds(1)
    ).paths
    var sources = self.sources
    for (index, path) in paths.dropFirst(roots.count).enumerated() { sources[index].path = path }
    var rules = SelectionRules(
      roots: Array(paths.prefix(roots.count)), sources: sources,
      includesHidden: includesHidden, excludes: excludes, ownFolders: [state])
    rules.excludeOrigins = excludeOrigins
    rules.followsIgnoreFiles = followsIgnoreFiles
    rules.includesSecrets = includesSecrets
    rules.staysOnFileSystem = staysOnFileSystem
    rules.sizeLimit = sizeLimit
    rules.recordsAccess = recordsAccess
    var timing = RescanPlanner.Timing()
    timing.poll = pollInterval
    timing.rescan = checkInterval
    let programs = ProcessEnvironment.programFile.flatMap(Self.programs)
    var extraction = ExtractionSettings(byteLimit: textLimit, programs: programs)
    extract.apply(to: &extraction)
    extraction.recognition = recognitionSettings(languages)
    return Indexer.Settings(rules: rules, timing: timing, extraction: extraction)
  }

  /// The folder of the programs that read documents: beside `sittad` after a build, or
  /// `libexec/sitta` after an installation.
  private static func programs(of daemon: FilePath) -> FilePath? {
    let bin = daemon.parent
    return [bin, bin.parent.appending("libexec").appending("sitta")].first { folder in
      (try? FileStatus(of: folder.appending("sitta-extract")))?.kind == .regular
    }
  }

  private func recognitionSettings(_ languages: [String]) -> RecognitionSettings {
    let scope: RecognitionSettings.Scope =
      switch recognition {
      case .no: .nothing
      case .pdf: .pages
      case .all: .pagesAndPictures
      }
    return RecognitionSettings(scope, RecognitionLanguages(text.languages ?? languages))
  }
}
