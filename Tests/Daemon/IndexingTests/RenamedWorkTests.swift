import LinuxSystem
import TestSupport
import Testing
import Watching

@testable import Indexing

/// Work that waits has the same names whether the moves of a batch are applied one by one or together.
struct RenamedWorkTests {
  typealias Move = ChangeBatch.Move
  typealias Work = WorkQueue.Work

  /// The work that waits, where each move looks at all of it.
  private struct Model {
    var work: [Work] = []

    mutating func rename(_ move: Move) {
      work = work.map { work in
        switch work {
        case .path(let path, let isReported, let isRead):
          .path(move.newPath(of: path), isReported: isReported, isRead: isRead)
        case .scan(let scan):
          .scan(.init(move.newPath(of: scan.folder), isRecursive: scan.isRecursive))
        case .exclusions: work
        }
      }
    }
  }

  private static func path(_ random: inout SplitMix) -> FilePath {
    (0..<Int.random(in: 1...4, using: &random)).reduce(.root) { path, _ in
      path.appending(["a", "b", "c"].randomElement(using: &random) ?? "a")
    }
  }

  private static func move(_ random: inout SplitMix) -> Move? {
    let (origin, target) = (path(&random), path(&random))
    if origin.isInside(target) || target.isInside(origin) { return nil }
    return Move(from: origin, to: target, isExchange: Int.random(in: 0..<4, using: &random) == 0)
  }

  private static func work(_ random: inout SplitMix) -> Work {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: .scan(.init(path(&random), isRecursive: Bool.random(using: &random)))
    case 1: .exclusions(after: 7)
    default: .path(path(&random), isReported: Bool.random(using: &random))
    }
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `A storm of moves leaves the work that it left one by one`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var agenda = IndexingAgenda(RescanPlanner.Timing())
    var (fresh, bulk) = (Model(), Model())
    for _ in 0..<20 {
      let (newFresh, newBulk) = ((0..<5).map { _ in Self.work(&random) }, [Self.work(&random)])
      agenda.add(newFresh, to: .fresh)
      agenda.add(newBulk, to: .bulk)
      fresh.work += newFresh
      bulk.work += newBulk
      let moves = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in Self.move(&random) }
      let found = moves.map { _ in Bool.random(using: &random) ? [Self.work(&random)] : [] }
      agenda.rename(moves, turningUp: found)
      for (move, found) in zip(moves, found) {
        fresh.rename(move)
        bulk.rename(move)
        fresh.work += found
      }
    }
    var queue = agenda.queue
    var left: [Work] = []
    while let item = queue.next() { left.append(item.work) }
    #expect(left == fresh.work + bulk.work)
  }

  @Test func `A postponed item that was renamed there and back is new`() throws {
    var queue = WorkQueue()
    queue.add([.path("/a"), .path("/b")], to: .fresh)
    for _ in 0..<2 {
      let item = queue.next()
      queue.postpone(try #require(item), because: .missing)
    }
    queue.mark(1)
    queue.rename(PathRenames([Move(from: "/a", to: "/c"), Move(from: "/c", to: "/a")]))
    queue.resolve(1)
    let items = [queue.next(), queue.next()].compactMap(\.self)
    #expect(items.first { $0.work == .path("/a") }?.confirmed == [])
    #expect(items.first { $0.work == .path("/b") }?.confirmed == [.missing])
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `Large work is taken in its order, and once for each subject`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var queue = WorkQueue()
    var model: [WorkQueue.Lane: [FilePath]] = [.fresh: [], .bulk: []]
    for _ in 0..<500 {
      let path = Self.path(&random)
      let lane: WorkQueue.Lane = Bool.random(using: &random) ? .fresh : .bulk
      if Int.random(in: 0..<3, using: &random) > 0 {
        queue.add([.path(path)], to: lane)
        if let item = queue.next() { queue.putOff(item) }
        let wasFresh = model[.fresh]?.contains(path) == true
        for lane in WorkQueue.Lane.allCases { model[lane]?.removeAll { $0 == path } }
        model[wasFresh ? .fresh : lane]?.append(path)
      } else if let item = queue.next(includingLarge: true) {
        let first = model[.fresh]?.isEmpty == false ? WorkQueue.Lane.fresh : .bulk
        #expect(item.lane == first)
        #expect(item.work == model[first]?.first.map { .path($0) })
        model[first]?.removeFirst()
        queue.finish(item)
      }
      #expect(queue.count == model.values.reduce(0) { $0 + $1.count })
      #expect(queue.hasLargeFresh == (model[.fresh]?.isEmpty == false))
    }
  }
}
