import SQLite
import TestSupport
import Testing

@testable import SearchIndex

struct CheckingTests {
  @Test func `An index that agrees with itself is not damaged`() throws {
    let index = try TestIndex()
    #expect(!index.writer.isDamaged())
    try index.put("/a", "some text")
    #expect(!index.writer.isDamaged())
    try index.writer.commit()
    #expect(!index.writer.isDamaged())
  }

  @Test func `A text that is not what was indexed is damage`() throws {
    let index = try TestIndex()
    try index.put("/a", "some text")
    try index.writer.commit()
    try index.writer.database.execute("UPDATE document SET title = 'another'")
    #expect(index.writer.isDamaged())
  }
}
