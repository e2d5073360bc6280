import FileSelection
import LinuxSystem
import TestSupport
import Testing

@testable import Watching

/// Which paths of a batch are marked as written.
struct WrittenPathTests {
  /// Applies events to trees whose root `/r` is watch 1, and returns the written paths.
  func written(_ records: [INotifyRecord]) throws -> Set<FilePath> {
    var trees = WatchedTrees(
      rules: SelectionRules(roots: ["/r"], excludes: [GlobPattern("*.tmp")]),
      markerFolder: "/marker",
      buffer: ChangeBuffer(), budget: WatchBudget(limit: 100))
    let start = ContinuousClock.now
    _ = trees.insertMarkerFolder(watch: 9)
    _ = trees.insert(1, at: "/r", changedAt: start)
    for record in records { _ = trees.apply(record, at: start) }
    let taken = trees.takeBatch(at: start + .seconds(60)).batch
    let batch = try #require(taken)
    #expect(batch.written.isSubset(of: batch.paths))
    return batch.written
  }

  static func record(_ events: INotifyRecord.Events, _ name: String, cookie: UInt32 = 0)
    -> INotifyRecord
  {
    INotifyRecord(watch: 1, events: events, cookie: cookie, name: Array(name.utf8))
  }

  @Test(
    arguments: [
      .closedAfterWriting, .modified, .created, .deleted, .movedTo,
    ] as [INotifyRecord.Events])
  func `An event that may change the content marks the path as written`(event: INotifyRecord.Events)
    throws
  {
    #expect(try written([Self.record(event, "a")]) == ["/r/a"])
  }

  @Test func `New attributes alone do not mark a path as written`() throws {
    #expect(try written([Self.record(.attributes, "a")]) == [])
    let (attributes, closed) = (
      Self.record(.attributes, "a"), Self.record(.closedAfterWriting, "a")
    )
    #expect(try written([attributes, closed]) == ["/r/a"])
    #expect(try written([closed, attributes]) == ["/r/a"])
  }

  @Test func `A rename does not mark a path as written, but keeps an earlier mark`() throws {
    let move = [Self.record(.movedFrom, "a", cookie: 7), Self.record(.movedTo, "b", cookie: 7)]
    #expect(try written(move) == [])
    #expect(try written([Self.record(.closedAfterWriting, "a")] + move) == ["/r/b"])
    #expect(
      try written(move + [Self.record(.closedAfterWriting, "b")]) == ["/r/b"])
  }

  @Test func `A file saved through an excluded temporary file is written`() throws {
    let save = [
      Self.record(.created, "a.tmp"), Self.record(.closedAfterWriting, "a.tmp"),
      Self.record(.movedFrom, "a.tmp", cookie: 7), Self.record(.movedTo, "a", cookie: 7),
    ]
    #expect(try written(save) == ["/r/a"])
  }
}
