import FileSelection
import LinuxSystem
import TextExtraction
import Watching

/// Settings that change while the indexer is at work.
extension Indexer {
  /// What the configuration says about indexing.
  struct Settings: Sendable {
    var rules: SelectionRules
    var timing: RescanPlanner.Timing
    var extractor: PlainTextExtractor
  }

  /// Settings that wait until no work is under way, and those who wait for them.
  struct SettingsChange {
    private var settings: Settings?
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var asked = 0
    private var done = 0
    private var hasEnded = false

    /// Whether settings wait.
    var isDue: Bool { settings != nil }

    /// Notes settings, in place of those that wait.
    ///
    /// - Returns: the number to wait for.
    mutating func ask(for settings: Settings) -> Int {
      self.settings = settings
      asked += 1
      return asked
    }

    /// Lets somebody wait who was given a number, if there is something to wait for.
    mutating func wait(for number: Int, _ waiter: CheckedContinuation<Void, Never>) {
      if hasEnded || number <= done { waiter.resume() } else { waiters.append(waiter) }
    }

    mutating func take() -> Settings? {
      defer { settings = nil }
      return settings
    }

    /// Lets go who waited for the settings that were taken.
    mutating func finish() {
      guard !isDue else { return }
      done = asked
      for waiter in waiters { waiter.resume() }
      waiters = []
    }

    /// Lets everybody go: there will be no more work.
    mutating func end() {
      settings = nil
      hasEnded = true
      finish()
    }
  }

  /// Goes by other settings from now on, and returns once no work goes by the old ones any more.
  ///
  /// Files that have to be compared with the disk for it wait in their lanes like all others.
  ///
  /// - Parameter settings: the new ones; where others wait, these take their place.
  func adopt(_ settings: Settings) async {
    let number = settingsChange.ask(for: settings)
    endPause()
    await watcher.wake()
    await withCheckedContinuation { settingsChange.wait(for: number, $0) }
  }

  /// Takes up the settings that wait; only ``run()`` gets here, so nothing else is under way.
  func takeSettings() async {
    guard let settings = settingsChange.take() else { return }
    extractor = settings.extractor
    planner.change(settings.timing)
    var rules = settings.rules
    rules.forgotten = forgotten.paths
    if rules != self.rules {
      selector = FileSelector(rules: rules)
      // The watcher must tell of renames of what was forgotten, so that they can be followed.
      await watcher.adopt(settings.rules)
      progress.update { [rules] values in
        values.awayRoots.formIntersection(rules.roots)
        values.closedFolders = values.closedFolders.filter { folder in
          rules.verdict(on: folder.key).isIncluded
        }
      }
      // What a person does not want to be found any more goes before all bulk work.
      forgetFormerRoots(.fresh)
      addRoots()
    }
    settingsChange.finish()
  }
}
