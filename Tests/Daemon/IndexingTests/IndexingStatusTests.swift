import Cooldown
import FileSelection
import IndexStorage
import TestSupport
import Testing
import TextExtraction

@testable import Indexing

/// The messages for people when the status changes.
struct IndexingStatusTests {
  static let rebuild = Rebuild(.version, because: "Another tokenizer.", since: 7)
  static let pause = BulkPause(reason: .battery, until: nil)

  static func status(_ change: (inout IndexingStatus) -> Void) -> IndexingStatus {
    var status = IndexingStatus()
    change(&status)
    return status
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    var old = IndexingStatus()
    var new = IndexingStatus()
    let events: [Indexer.Event]
  }

  static let rows = [
    Row(testDescription: "nothing", events: []),
    Row(testDescription: "other numbers", new: status { $0.waiting = 7 }, events: []),
    Row(testDescription: "idle", new: status { $0.isIndexing = false }, events: [.upToDate]),
    Row(testDescription: "work again", old: status { $0.isIndexing = false }, events: []),
    Row(
      testDescription: "a rebuild begins", new: status { $0.rebuild = rebuild },
      events: [.rebuilding(rebuild)]),
    Row(
      testDescription: "the new index serves before its time",
      old: status { $0.rebuild = rebuild },
      new: status { status in
        status.rebuild = rebuild
        status.rebuild?.servesOld = false
      }, events: []),
    Row(
      testDescription: "another rebuild", old: status { $0.rebuild = rebuild },
      new: status { $0.rebuild = Rebuild(.damage, because: "Damaged.", since: 8) },
      events: [.rebuilding(Rebuild(.damage, because: "Damaged.", since: 8))]),
    Row(
      testDescription: "a rebuild ends, and nothing is left",
      old: status { $0.rebuild = rebuild }, new: status { $0.isIndexing = false },
      events: [.rebuilt(rebuild), .upToDate]),
    Row(
      testDescription: "the old index is removed",
      new: status { $0.conditions[.oldIndexRemoved] = [IndexingStatus.noRoom] },
      events: [.madeRoom]),
    Row(
      testDescription: "a pause", new: status { $0.lastPause = "Full." },
      events: [.paused("Full.")]),
    Row(
      testDescription: "the same pause again", old: status { $0.lastPause = "Full." },
      new: status { $0.lastPause = "Full." }, events: []),
    Row(
      testDescription: "a rest", new: status { $0.pauses = [pause] }, events: [.resting([pause])]),
    Row(
      testDescription: "work after a rest", old: status { $0.pauses = [pause] },
      events: [.resting(nil)]),
    Row(
      testDescription: "nothing is left after a rest", old: status { $0.pauses = [pause] },
      new: status { $0.isIndexing = false }, events: [.upToDate]),
  ]

  @Test(arguments: rows)
  func `Events are the difference of two states`(row: Row) {
    #expect(IndexingStatus.events(from: row.old, to: row.new) == row.events)
  }

  @Test func `Remarks on the configuration stay whatever the indexer does`() {
    let progress = IndexingProgress(SelectionRules(roots: []), ExtractionSettings())
    progress.show(remarks: ["A remark."])
    progress.change { $0.conditions[.paused] = ["Full."] }
    #expect(progress.current.warnings == ["Full.", "A remark."])
    progress.change { $0 = IndexingStatus() }
    progress.show(remarks: [])
    #expect(progress.current.warnings == [])
  }
}
