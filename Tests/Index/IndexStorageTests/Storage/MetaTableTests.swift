import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

struct MetaTableTests {
  let index: TestIndex
  let meta: MetaTable

  init() throws {
    index = try TestIndex()
    meta = MetaTable(of: index.writer.database)
  }

  @Test func `A value is read as it was set, and missing after it was removed`() throws {
    #expect(try meta.integer(.checked) == nil)
    #expect(try !meta.contains(.checked))
    try meta.set(.checked, to: 7)
    try meta.increment(.checked)
    #expect(try meta.integer(.checked) == 8)
    try meta.set(.checked, to: "noon")
    #expect(try meta.text(.checked) == "noon")
    #expect(try meta.contains(.checked))
    try meta.remove(.checked)
    #expect(try meta.text(.checked) == nil)
  }

  @Test func `A new index has a name and no commit`() throws {
    let clock = try meta.clock()
    #expect(!clock.index.isEmpty)
    #expect(clock == IndexClock(index: try meta.text(.index) ?? "", sequence: 0))
    try meta.remove(.index)
    try meta.remove(.sequence)
    #expect(try meta.clock() == IndexClock(index: "", sequence: 0))
  }

  @Test func `A first value never replaces another`() throws {
    #expect(throws: SQLiteError.self) { try meta.insert([.index: "another"]) }
    #expect(try meta.text(.index) != "another")
  }

  @Test(
    arguments: [
      "index", "sequence", "fingerprint", "clean", "rebuild", "rebuilt", "recoveries", "checked",
    ])
  func `Indexes of earlier versions have these keys`(key: String) {
    #expect(MetaTable.Key(rawValue: key) != nil)
  }
}
