import IndexStorage
import LinuxSystem
import QueryLanguage
import SearchIndex
import Synchronization
import TestSupport
import Testing
import TextAnalysis

@testable import Indexing

/// Requests that come while a step of the indexer is suspended at a certain point.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct SuspendedStepTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    for number in 0..<4 { try home["files/a/\(number).txt"].write("apple") }
    try home["files/b.txt"].write("pear")
  }

  /// Makes requests once, when the indexer reaches a point, and lets it go on when they wait.
  private final class Interjection: Sendable {
    private let live = Mutex<LiveIndexer?>(nil)
    private let requests: Mutex<[@Sendable (Indexer) async throws -> Void]>
    private let tasks = Mutex<[Task<Void, any Error>]>([])
    private let point: IndexingHooks.Point

    init(at point: IndexingHooks.Point, _ requests: [@Sendable (Indexer) async throws -> Void]) {
      self.point = point
      self.requests = Mutex(requests)
    }

    var hooks: IndexingHooks {
      IndexingHooks { [self] point in if point == self.point { await make() } }
    }

    func begin(with live: LiveIndexer) {
      self.live.withLock { $0 = live }
    }

    private func make() async {
      guard let live = live.withLock({ $0 }) else { return }
      let requests = requests.withLock { requests in
        defer { requests = [] }
        return requests
      }
      if requests.isEmpty { return }
      let indexer = live.indexer
      tasks.withLock { tasks in
        tasks = requests.map { request in
          Task(executorPreference: live.tasks) { try await request(indexer) }
        }
      }
      while indexer.inbox.count < requests.count { await Task.yield() }
    }

    /// Waits until the requests have been made and answered.
    func end() async throws {
      while tasks.withLock({ $0.isEmpty }) {
        try Task.checkCancellation()
        await Task.yield()
      }
      for task in tasks.withLock({ $0 }) { try await task.value }
      live.withLock { $0 = nil }
    }
  }

  @Test(arguments: [IndexingHooks.Point.willWatchFolder, .didWatchFolder])
  func `A folder that is forgotten while it is compared stays out of the index`(
    point: IndexingHooks.Point
  ) async throws {
    let new = home["files/new"]
    let interjection = Interjection(at: point, [{ _ = try await $0.forget(new) }])
    let live = try await LiveIndexer(in: home, hooks: interjection.hooks)
    #expect(try await live.sync())
    interjection.begin(with: live)
    try new.appending("secret.txt").write("quince")
    try await interjection.end()
    #expect(try await live.sync())
    #expect(try await !live.listed().contains(new.appending("secret.txt")))
    let folders = try await live.readers.read { try $0.folders(after: 0, limit: 100) }
    #expect(!folders.map(\.path).contains(new))
    await live.stop()
  }

  @Test(arguments: [IndexingHooks.Point.willExchangeFiles, .didSuspendReaders])
  func `Two files that are forgotten while a new index takes over are all that is missing`(
    point: IndexingHooks.Point
  ) async throws {
    let forgotten = ["files/a/1.txt", "files/b.txt"].map { home[$0] }
    let interjection = Interjection(
      at: point, forgotten.map { path in { _ = try await $0.forget(path) } })
    let live = try await LiveIndexer(in: home, hooks: interjection.hooks)
    #expect(try await live.sync())
    #expect(try await live.listed().count == 5)
    interjection.begin(with: live)
    live.indexer.rebuildOnRequest()
    try await interjection.end()
    #expect(try await live.sync())
    let left = ["0", "2", "3"].map { home["files/a/\($0).txt"] }
    #expect(try await live.listed() == Set(left))
    #expect(live.indexer.progress.current.warnings == [])
    await live.stop()
  }

  @Test(arguments: [
    IndexingHooks.Point.willExchangeFiles, .didSuspendReaders, .willStartOver, .willStep,
  ])
  func `The index is that of the last text settings, whenever they come`(
    point: IndexingHooks.Point
  ) async throws {
    try home["files/han.txt"].write("拼音")
    for (earlier, last) in [(Readings.pinyin, Readings()), ([], .pinyin), (.romaji, .pinyin)] {
      let settings = Mutex<Indexer.Settings?>(nil)
      let interjection = Interjection(
        at: point,
        [
          { indexer in
            if let last = settings.withLock({ $0 }) { await indexer.adopt(last).wait() }
          }
        ])
      let live = try await LiveIndexer(in: home, hooks: interjection.hooks)
      func other(_ readings: Readings) throws -> Indexer.Settings {
        var other = live.settings
        other.text = try TextSettings(readings: readings)
        return other
      }
      #expect(try await live.sync())
      let (first, second) = (try other(earlier), try other(last))
      settings.withLock { $0 = second }
      if earlier == [] { await live.indexer.adopt(try other(.pinyin)).wait() }
      interjection.begin(with: live)
      await live.indexer.adopt(first).wait()
      try await interjection.end()
      repeat {
        #expect(try await live.sync())
      } while live.indexer.progress.current.rebuild != nil
      let hits = try await live.readers.read { reader in
        try reader.search(Query(parsing: "pinyin"), SearchOptions()).hits.count
      }
      #expect(hits == (last == .pinyin ? 1 : 0))
      #expect(try await live.listed().count == 6)
      #expect(live.indexer.progress.current.warnings == [])
      await live.stop()
    }
  }
}
