import IndexStorage
import LinuxSystem
import TestSupport
import Testing

@testable import SearchIndex

/// Documents that were written by themselves, and documents that came with many others.
struct ArrivalTimesTests {
  @Test(
    arguments: [
      (0, [0], true), (0, [0, 10], true), (0, [0, 10, 20], false), (0, [0, 10, 1_000], true),
      (0, [0, 10, 20, 30], false), (0, [0, 61, 122, 183], true), (0, [0, 1, 2, 900, 901], true),
      (0, [0, 1, 2, 3, 900], false), (500, [0, 1, 2, 3, 4], true), (0, [], true),
      (-9_000_000_000, [-9_000_000_000, 9_000_000_000], true),
    ] as [(Int64, [Int64], Bool)])
  func `A time is alone or not`(time: Int64, times: [Int64], isAlone: Bool) {
    #expect(ArrivalTimes.isAlone(time, among: times) == isAlone)
  }

  private func put(_ path: String, modified: Int, in index: TestIndex) throws {
    try index.put(path, "budget of the club", modified: modified * 1_000)
  }

  @Test func `A document of a person comes before a newer package, until it gets company`() throws {
    let index = try TestIndex()
    try index.fill()
    try put("/home/b", modified: 1, in: index)
    for number in 0..<10 { try put("/package/b\(number)", modified: 9, in: index) }
    try index.writer.commit()
    func first() throws -> String? { try index.ranked("club") { $0.showsCopies = true }.first }
    #expect(try first() == "/home/b")
    let rank = try index.rank("club") { $0.showsCopies = true }
    let (alone, other) = (rank.hits[0].score, rank.hits[1].score)
    #expect(abs(alone / other - 1.1) < 0.01)
    for number in 0..<5 { try put("/home/c\(number)", modified: 1, in: index) }
    try index.writer.commit()
    #expect(try first()?.hasPrefix("/package/") == true)
    for number in 0..<5 { _ = try index.writer.remove(FilePath("/home/c\(number)")) }
    try index.writer.commit()
    #expect(try first() == "/home/b")
  }
}
