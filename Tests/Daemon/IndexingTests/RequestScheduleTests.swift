import Cooldown
import FileSelection
import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import SearchIndex
import Synchronization
import TestSupport
import Testing
import TextAnalysis
import TextExtraction
import Watching

@testable import Indexing

/// Requests of all kinds, made wherever the indexer is suspended, in an order that a seed decides.
///
/// `SITTA_SCHEDULES` in the environment is the number of schedules; 20 where it is not set.
@BlockingThread @Suite(.serialized, .timeLimit(.minutes(30)))
struct RequestScheduleTests {
  private nonisolated static var count: UInt64 {
    ProcessEnvironment.variable("SITTA_SCHEDULES")
      .flatMap { UInt64(String(decoding: $0, as: UTF8.self)) } ?? 20
  }

  @Test(arguments: 1...count)
  func `Index and forgotten paths are what they must be after any schedule`(
    seed: UInt64
  ) async throws {
    let schedule = try Schedule(seed: seed)
    try await schedule.run()
  }
}

/// One run: the files on disk, the forgotten paths, and the requests that are under way.
private final class Schedule: Sendable {
  private struct State {
    var random: SplitMix
    /// The number of requests that hooks may still make.
    var requestsLeft = 12
    var requests: [Task<Void, any Error>] = []
    var forgotten: Set<FilePath> = []
  }

  private let seed: UInt64
  private let home: TemporaryDirectory
  private let state: Mutex<State>
  private let live = Mutex<LiveIndexer?>(nil)
  /// Files that stay where they are, unless they are forgotten.
  private let kept: [FilePath]
  /// Files that come and go.
  private let others: [FilePath]

  /// The readings of the last text settings.
  private var readings: Readings { seed % 2 == 0 ? .pinyin : [] }

  init(seed: UInt64) throws {
    self.seed = seed
    let home = try TemporaryDirectory()
    self.home = home
    // Readers read every other file, several at the same time.
    kept = (0..<12).map { home["files/\($0 % 3)/kept\($0).\($0 % 2 == 0 ? "txt" : "html")"] }
    others = (0..<6).map { home["files/\($0 % 4)/other\($0).\($0 % 2 == 0 ? "html" : "txt")"] }
    state = Mutex(State(random: SplitMix(seed: seed)))
    for file in kept { try file.write("kept 拼音") }
  }

  func run() async throws {
    try home["programs/sitta-extract"].write("")
    var extraction = ExtractionSettings(programs: home["programs"])
    extraction.readers = 3
    let hooks = IndexingHooks(
      { [weak self] _ in await self?.disturb() }, startReader: GatedReaders(isOpen: true).start)
    let live = try await LiveIndexer(in: home, extraction: extraction, hooks: hooks)
    self.live.withLock { $0 = live }
    for step in 0..<16 {
      let other = others[number(below: others.count)]
      if number(below: 3) == 0 { try? other.removeFile() } else { try other.write("\(step)") }
      if number(below: 2) == 0 { request(of: live) }
      if number(below: 4) == 0 { _ = try await live.sync() }
    }
    state.withLock { $0.requestsLeft = 0 }
    for request in state.withLock({ $0.requests }) { try await request.value }
    var settings = live.settings
    settings.text = try TextSettings(readings: readings)
    await live.indexer.adopt(settings).wait()
    live.gate.resume()
    await live.watcher.wake()
    // A file whose times may hide a write is read again a moment after the sync.
    repeat {
      #expect(try await live.sync(), "seed \(seed): no sync")
    } while live.indexer.progress.current.rebuild != nil
      || live.indexer.progress.current.waiting > 0
    try await compare(live)
    await live.stop()
    self.live.withLock { $0 = nil }
  }

  /// Holds index, forgotten paths and status against the model.
  private func compare(_ live: LiveIndexer) async throws {
    let forgotten = state.withLock { $0.forgotten }
    let expected = (kept + others).filter { file in
      (try? FileStatus(of: file)) != nil && !forgotten.contains(where: file.isInside)
    }
    #expect(try await live.listed() == Set(expected), "seed \(seed)")
    let found = try await live.readers.read { reader in
      var options = SearchOptions()
      (options.isStrict, options.showsCopies) = (true, true)
      return try reader.search(Query(parsing: "pinyin"), options).hits.map(\.document.path)
    }
    let pronounced = readings == .pinyin ? expected.filter(kept.contains) : []
    #expect(Set(found) == Set(pronounced), "seed \(seed): other text settings")
    let rules = live.indexer.progress.rules.forgotten
    #expect(
      rules == forgotten, "seed \(seed): \(rules.symmetricDifference(forgotten).map(\.description))"
    )
    let progress = live.indexer.progress.current
    #expect(progress.warnings == [], "seed \(seed)")
    let statistics = try await live.readers.read { try $0.statistics() }
    #expect(Int(statistics.documents.values.reduce(0, +)) == expected.count, "seed \(seed)")
  }

  /// Asks for something where the indexer is suspended, and lets that come first, or not.
  private func disturb() async {
    guard let live = live.withLock({ $0 }), number(below: 3) == 0 else { return }
    let mayAsk = state.withLock { state in
      state.requestsLeft -= 1
      return state.requestsLeft >= 0
    }
    guard mayAsk else { return }
    request(of: live)
    for _ in 0..<number(below: 20) { await Task.yield() }
  }

  private func request(of live: LiveIndexer) {
    let (kind, index) = (number(below: 8), number(below: kept.count))
    let file = kept[index]
    let task = Task(executorPreference: live.tasks) { [self] in
      switch kind {
      case 0, 1: try await forget(file, live)
      case 2: if index == 0 { try await forget(file.parent, live) }
      case 3: live.indexer.rebuildOnRequest()
      case 4:
        var settings = live.settings
        settings.rules.includesSecrets = true
        settings.text = try TextSettings(
          languages: ["german"], readings: index % 2 == 0 ? .pinyin : [])
        await live.indexer.adopt(settings).wait()
      case 5: live.indexer.compareMissing([file, others[index % others.count]])
      case 6: live.indexer.suspect(SQLiteError(code: 11, message: "malformed"))
      default:
        let hold = live.gate.hold()
        await live.watcher.wake()
        for _ in 0..<10 { await Task.yield() }
        live.gate.release(hold)
        await live.watcher.wake()
      }
    }
    state.withLock { $0.requests.append(task) }
  }

  private func forget(_ path: FilePath, _ live: LiveIndexer) async throws {
    _ = try await live.indexer.forget(path)
    state.withLock { state in
      // A path in a forgotten folder needs no rule of its own.
      if !state.forgotten.contains(where: path.isInside) {
        state.forgotten = state.forgotten.filter { !$0.isInside(path) }
        state.forgotten.insert(path)
      }
    }
  }

  private func number(below limit: Int) -> Int {
    state.withLock { Int.random(in: 0..<limit, using: &$0.random) }
  }
}
