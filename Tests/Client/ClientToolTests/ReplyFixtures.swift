import SearchInterface

extension StatusMethod.Reply {
  /// A status about an empty, idle index.
  init(version: String, process: Int, clock: ClockMessage) {
    self.init(
      version: version, process: process, state: .idle, roots: [], documents: 0, withoutText: 0,
      partial: 0, unreadable: 0, failed: 0, locked: 0, formats: [], waiting: [], programs: [],
      away: 0, pending: 0, watchedFolders: 0, overflows: 0, languages: [],
      indexBytes: 0, clock: clock, pauses: [], recoveries: [], warnings: [])
  }
}

extension SubscribeMethod.Reply {
  /// A reply without changes.
  init(clock: ClockMessage, pending: Int, warnings: [String] = [], reading: String? = nil) {
    self.init(
      appeared: [], changed: [], gone: [], more: false, clock: clock, pending: pending,
      warnings: warnings, reading: reading)
  }
}

extension QueryStatisticsMethod.Reply {
  /// Statistics without any search.
  init(logging: Bool) {
    self.init(logging: logging, searches: 0, opened: 0, popular: [], failing: [])
  }
}

extension StepMessage {
  /// A step that allows the file to be found unless it says otherwise.
  init(_ topic: StepTopic, passed: Bool = true, _ text: String, remedy: String? = nil) {
    self.init(topic: topic, passed: passed, text: text, remedy: remedy)
  }
}
