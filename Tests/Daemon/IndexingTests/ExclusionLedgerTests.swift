import FileSelection
import LinuxSystem
import TestSupport
import Testing
import Watching

@testable import Indexing

struct ExclusionLedgerTests {
  @Test func `A folder counts as it was compared last`() {
    var ledger = ExclusionLedger()
    ledger.set("/a", [.hidden: 2, .ignored: 1])
    ledger.set("/a/b", [.hidden: 3])
    #expect(ledger.totals == [.hidden: 5, .ignored: 1])
    ledger.set("/a", [.hidden: 1])
    #expect(ledger.totals == [.hidden: 4])
    ledger.set("/a/b", [:])
    ledger.set("/c", [:])
    #expect(ledger.totals == [.hidden: 1])
  }

  @Test func `A folder that is gone counts no more, and neither does what was in it`() {
    var ledger = ExclusionLedger()
    for folder in ["/a", "/a/b", "/a/b/c", "/ab"] as [FilePath] { ledger.set(folder, [.hidden: 1]) }
    ledger.remove(below: "/a/b")
    #expect(ledger.totals == [.hidden: 2])
    ledger.remove(below: "/a")
    ledger.remove(below: "/a")
    #expect(ledger.totals == [.hidden: 1])
  }

  @Test func `A renamed folder counts under its new name`() {
    var ledger = ExclusionLedger()
    ledger.set("/a/b", [.tooLarge: 7])
    ledger.rename(ChangeBatch.Move(from: "/a", to: "/z", isFolder: true))
    #expect(ledger.totals == [.tooLarge: 7])
    ledger.remove(below: "/a")
    #expect(ledger.totals == [.tooLarge: 7])
    ledger.remove(below: "/z")
    #expect(ledger.totals == [:])
  }
}
