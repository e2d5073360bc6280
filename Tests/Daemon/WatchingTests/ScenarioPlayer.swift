import FileSelection
import LinuxSystem
import TestSupport
import Testing

@testable import Watching

/// Plays a scenario to ``WatchedTrees``; the consumer of its batches always waits for the next one.
struct ScenarioPlayer {
  private var trees: WatchedTrees
  private let kernel = FakeKernel()
  private let start: ContinuousClock.Instant
  private var now: ContinuousClock.Instant
  /// The outcome, in the words of the scenario files.
  private(set) var outcome: [String] = []

  private static let markerWatch: Int32 = 0

  /// A path without its first slash.
  static func text(_ path: FilePath) -> String {
    path.isRoot ? "/" : String("\(path)".dropFirst())
  }

  /// Plays all of a scenario.
  static func play(_ scenario: WatchScenario) throws -> [String] {
    var player = try ScenarioPlayer(scenario.before)
    for (time, words) in scenario.steps {
      try player.takeBatches(until: player.start + .milliseconds(time))
      try player.perform(words)
    }
    try player.takeBatches(until: nil)
    return player.outcome
  }

  private init(_ before: [[String]]) throws {
    func values(_ word: String) -> [[String]] {
      before.filter { $0[0] == word }.map { Array($0.dropFirst()) }
    }
    func number(_ word: String, or defaultValue: Int) -> Int {
      values(word).first?.first.flatMap { Int($0) } ?? defaultValue
    }
    start = .now
    now = start
    let marker = FilePath(stringLiteral: values("marker").first?.first ?? "marker")
    var rules = SelectionRules(
      roots: values("root").map { FilePath(stringLiteral: $0[0]) },
      excludes: values("exclude").map { GlobPattern($0[0]) }, ownFolders: [marker])
    rules.recordsAccess = before.contains(["access"])
    trees = WatchedTrees(
      rules: rules, markerFolder: marker,
      buffer: ChangeBuffer(capacity: number("capacity", or: 100_000)),
      budget: WatchBudget(limit: number("limit", or: 1_000), origin: start))
    kernel.folders[marker] = Self.markerWatch
    for words in before where words[0] == "folder" || words[0] == "watched" {
      kernel.folders[FilePath(stringLiteral: words[1])] = try Self.number(words[2])
    }
    perform(trees.insertMarkerFolder(watch: Self.markerWatch))
    for words in before where words[0] == "watched" {
      try crawl(FilePath(stringLiteral: words[1]), Array(words.dropFirst(3)))
    }
    if let unknown = before.first(where: { !Self.settings.contains($0[0]) }) {
      throw WatchScenario.Mistake(
        description: "'\(unknown[0])' is not a word before the first step.")
    }
    kernel.asked = []
    outcome = []
  }

  /// Takes each batch at the instant at which it is due.
  private mutating func takeBatches(until end: ContinuousClock.Instant?) throws {
    while let due = trees.nextDeadline.map({ max($0, now) }) {
      if let end, due > end { break }
      now = due
      let (batch, actions) = trees.takeBatch(at: due)
      perform(actions)
      if let batch { tell("batch \(batch.text())") }
    }
    if let end { now = end }
  }

  private mutating func perform(_ words: [String]) throws {
    let wasLost = trees.hasLostMarkers
    let paths = words.dropFirst().map { FilePath(stringLiteral: $0) }
    switch words[0] {
    case "event": perform(trees.apply(try Self.record(words), at: now))
    case "marker":
      let record = INotifyRecord(
        watch: Self.markerWatch, events: .created, name: Array(words[1].utf8))
      perform(trees.apply(record, at: now))
    case "folder": kernel.folders[paths[0]] = try Self.number(words[2])
    case "gone":
      kernel.folders = kernel.folders.filter { !$0.key.isInside(paths[0]) }
    case "renamed":
      kernel.folders = Dictionary(
        kernel.folders.filter { !$0.key.isInside(paths[1]) }
          .map { ($0.key.moving(from: paths[0], to: paths[1]), $0.value) },
        uniquingKeysWith: { _, last in last })
    case "crawl": try crawl(paths[0], Array(words.dropFirst(2)))
    case "missing": perform(trees.expect(root: paths[0]))
    case "mounted": perform(trees.applyMounts(at: paths, now: now))
    case "type":
      let type = UInt32(words[2].dropFirst(2), radix: 16).map { FileSystemType(number: $0) }
      trees.fileSystems.set(type.map(EventDelivery.init), at: paths[0])
    case "poll":
      let polled = Set(trees.unwatched(among: paths)).union(trees.fileSystems.polled(among: paths))
      tell("polled " + polled.sorted().map(Self.text).joined(separator: " "))
    default: throw WatchScenario.Mistake(description: "'\(words[0])' is not a step.")
    }
    if trees.hasLostMarkers, !wasLost { tell("end") }
  }

  /// Asks for the watch of a folder, as a crawl does after it has opened the folder.
  private mutating func crawl(_ folder: FilePath, _ options: [String]) throws {
    let age =
      try options.first { $0.hasPrefix("age=") }
      .map { Duration.seconds(try Self.number(String($0.dropFirst(4))) as Int) } ?? .zero
    guard let actions = trees.reserveWatch(for: folder, changedAt: now - age) else {
      return tell("polled \(Self.text(folder))")
    }
    perform(actions)
    guard !options.contains("refused") else {
      trees.budget.shrink()
      return
    }
    let opened: Int32? = try options.first { $0.hasPrefix("watch=") }
      .map { try Self.number(String($0.dropFirst(6))) }
    guard let watch = opened ?? kernel.folders[folder] else {
      throw WatchScenario.Mistake(description: "There is no folder '\(folder)' to crawl.")
    }
    let (outcome, more) = trees.insert(
      watch, at: folder, changedAt: now - age, isResolved: options.contains("resolved"))
    tell("\(outcome) \(Self.text(folder))")
    perform(more)
  }

  private mutating func perform(_ actions: [WatchedTrees.Action]) {
    trees.perform(actions, on: kernel, at: now)
    for asked in kernel.asked { tell(asked) }
    kernel.asked = []
  }

  private mutating func tell(_ what: String) {
    let time = Int(((now - start) / .milliseconds(1)).rounded())
    outcome.append("\(time) \(what)".trimmingSuffix { $0 == " " })
  }

  private static func number<Number: FixedWidthInteger>(_ word: String) throws -> Number {
    guard let number = Number(word) else {
      throw WatchScenario.Mistake(description: "'\(word)' is not a number.")
    }
    return number
  }

  /// The words that may precede the first step.
  private static let settings = [
    "root", "exclude", "access", "marker", "capacity", "limit", "folder", "watched",
  ]

  /// Reads `event WATCH EVENTS NAME cookie=NUMBER`.
  private static func record(_ words: [String]) throws -> INotifyRecord {
    let cookie = words.first { $0.hasPrefix("cookie=") }.map { $0.dropFirst(7) }
    let name = words.dropFirst(3).first { !$0.hasPrefix("cookie=") } ?? ""
    let events = try words[2].split(separator: "|").map { word in
      guard let event = Self.events[String(word)] else {
        throw WatchScenario.Mistake(description: "'\(word)' is not an event.")
      }
      return event
    }
    return INotifyRecord(
      watch: try number(words[1]), events: INotifyRecord.Events(events),
      cookie: try cookie.map { try number(String($0)) } ?? 0, name: Array(name.utf8))
  }

  /// The names of events in inotify(7).
  private static let events: [String: INotifyRecord.Events] = [
    "MODIFY": .modified, "ATTRIB": .attributes, "CLOSE_WRITE": .closedAfterWriting,
    "MOVED_FROM": .movedFrom, "MOVED_TO": .movedTo, "CREATE": .created, "DELETE": .deleted,
    "DELETE_SELF": .selfDeleted, "MOVE_SELF": .selfMoved, "UNMOUNT": .unmounted,
    "Q_OVERFLOW": .overflow, "IGNORED": .ignored, "ISDIR": .isDirectory,
  ]
}

extension String {
  fileprivate func trimmingSuffix(while isLeftOut: (Character) -> Bool) -> String {
    var text = self
    while let last = text.last, isLeftOut(last) { text.removeLast() }
    return text
  }
}
