import TestSupport
import Testing
import Watching

@testable import Indexing

struct HurriedDocumentsTests {
  var hurried = HurriedDocuments()
  let start = ContinuousClock.now

  @Test mutating func `They are read again once nothing has changed for a minute`() {
    #expect(hurried.due == nil)
    #expect(hurried.take(at: start) == [])
    hurried.add("/r/b", at: start)
    hurried.add("/r/a", at: start)
    hurried.recordChange(at: start + .seconds(50))
    #expect(hurried.due == start + .seconds(110))
    #expect(hurried.take(at: start + .seconds(109)) == [])
    #expect(hurried.take(at: start + .seconds(110)) == ["/r/a", "/r/b"])
    #expect(hurried.due == nil)
    #expect(hurried.take(at: start + .seconds(1_000)) == [])
  }

  @Test mutating func `They are known by their new names`() {
    hurried.add("/r/a/x", at: start)
    hurried.rename(PathRenames([ChangeBatch.Move(from: "/r/a", to: "/r/b")]))
    #expect(hurried.removeAll() == ["/r/b/x"])
  }
}
