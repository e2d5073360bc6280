import LinuxSystem
import TestSupport
import Testing

@testable import ClientTool

struct LocalMomentTests {
  /// 2026-11-21, 12:00:00 UTC.
  private static let now: UnixTime = 1_795_262_400

  @Test(
    arguments: [
      // It is 14:00 there.
      ("14:30", 1_800), ("14:30:15", 1_815), ("14:00:01", 1), ("14:00", 86_400),
      ("8:00", 64_800), ("00:00", 36_000), ("2026-11-22", 36_000), ("2026-11-22 08:00", 64_800),
      ("2026-11-22T08:00:30", 64_830), ("2026-11-21 14:01", 60),
    ] as [(String, Int64)])
  func `A time is the next of its kind, or that of its day`(text: String, after: Int64) throws {
    let moment = try #require(LocalMoment(text))
    #expect(moment.next(after: Self.now) { _ in 7_200 } == Self.now + .seconds(after))
  }

  @Test(
    arguments: [
      "", "soon", "24:00", "12:60", "12:00:60", "12", "2026-11-21", "2026-11-21 13:59",
      "2026-02-30",
      "2026-11-22 ", "2026-11-22T", "26-11-22", "12:00 2026-11-22", "1:2",
    ])
  func `What is no time, or over, is none`(text: String) {
    #expect(LocalMoment(text)?.next(after: Self.now) { _ in 7_200 } == nil)
  }

  @Test func `A day on which the clock is turned has another offset`() throws {
    let turn = Self.now + .seconds(3_600)
    let moment = try #require(LocalMoment("20:00"))
    let next = moment.next(after: Self.now) { $0 < turn ? 7_200 : 3_600 }
    #expect(next == Self.now + .seconds(7 * 3_600))
  }
}
