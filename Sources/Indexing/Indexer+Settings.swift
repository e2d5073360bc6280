package import FileSelection
import LinuxSystem
package import TextExtraction
package import Watching

/// Settings that change while the indexer is at work.
extension Indexer {
  /// What the configuration says about indexing.
  package struct Settings: Sendable {
    package var rules: SelectionRules
    var timing: RescanPlanner.Timing
    var extractor: PlainTextExtractor

    /// - Parameters:
    ///   - rules: what belongs into the index.
    ///   - timing: the intervals of rescans.
    ///   - extractor: what makes text of files.
    package init(
      rules: SelectionRules, timing: RescanPlanner.Timing, extractor: PlainTextExtractor
    ) {
      self.rules = rules
      self.timing = timing
      self.extractor = extractor
    }
  }

  /// Goes by other settings from now on.
  func take(_ settings: Settings) async {
    extractor = settings.extractor
    planner.change(settings.timing)
    var rules = settings.rules
    rules.forgotten = forgotten.paths
    if rules != self.rules {
      selector = FileSelector(rules: rules)
      // The watcher must tell of renames of what was forgotten, so that they can be followed.
      await watcher.setRules(settings.rules)
      progress.update { [rules] values in
        values.awayRoots.formIntersection(rules.roots)
        values.closedFolders = values.closedFolders.filter { folder in
          rules.verdict(on: folder.key).isIncluded
        }
      }
      // What a person does not want to be found any more goes before all bulk work.
      forgetFormerRoots(.fresh)
      queue.add([.exclusions(after: 0)], to: .fresh)
      addRoots()
    }
  }
}
