import LinuxSystem
import TestSupport
import Testing

@testable import Indexing

struct UnreadableTallyTests {
  @Test func `One file is named, and of many in a folder there is one line`() {
    var tally = UnreadableTally()
    for number in 0..<5_000 {
      tally.add(FilePath("/r/many").appending("\(number)"), "Permission denied")
    }
    tally.add("/r/one", "Permission denied")
    tally.add("/r/many/odd", "Input/output error")
    #expect(!tally.isFull)
    #expect(
      tally.take().map(\.sentence) == [
        "Cannot read 5000 files or folders in '/r/many', '/r/many/0' for example: "
          + "Permission denied.", "Cannot read '/r/many/odd': Input/output error.",
        "Cannot read '/r/one': Permission denied.",
      ])
    #expect(tally.take() == [])
  }

  @Test func `A file that is read twice is one file`() {
    var tally = UnreadableTally()
    for _ in 0..<2 { tally.add("/r/one", "Permission denied") }
    #expect(tally.take().map(\.sentence) == ["Cannot read '/r/one': Permission denied."])
    tally.add("/r/one", "Permission denied")
    #expect(tally.take().count == 1, "It is told again later.")
  }

  @Test func `So many files are not kept waiting`() {
    var tally = UnreadableTally()
    for number in 0..<UnreadableTally.fileCapacity {
      #expect(!tally.isFull)
      tally.add(FilePath("/r").appending("\(number)"), "Permission denied")
    }
    #expect(tally.isFull)
    _ = tally.take()
    #expect(!tally.isFull)
  }

  @Test func `So many lines are not kept waiting`() {
    var tally = UnreadableTally()
    for number in 0..<UnreadableTally.capacity {
      tally.add(FilePath("/r").appending("\(number)").appending("a"), "Permission denied")
    }
    #expect(tally.isFull)
  }
}
