import TestSupport
import Testing

@testable import LinuxSystem

struct FileTimeTests {
  @Test func `Times and durations add up to the nanosecond`() {
    let time: FileTime = 1_795_176_900_000_000_001
    #expect(time + .seconds(2) == 1_795_176_902_000_000_001)
    #expect(time - .nanoseconds(2) == 1_795_176_899_999_999_999)
    #expect(time - FileTime.epoch == .nanoseconds(1_795_176_900_000_000_001))
    #expect(FileTime.epoch - time < .zero)
    #expect(FileTime.epoch < time)
  }

  @Test func `The ends of the range are held, and are no obstacle to a difference`() {
    let (first, last) = (FileTime(nanoseconds: .min), FileTime(nanoseconds: .max))
    #expect(last + .seconds(1) == last)
    #expect(first - .seconds(1) == first)
    #expect(last - first == Duration.nanoseconds(Int64.max) - .nanoseconds(Int64.min))
  }

  @Test(
    arguments: [
      (0, true), (2_000_000_000, true), (1_000_000_000, false), (2_000_000_001, false),
      (-2_000_000_000, true), (-1, false),
    ] as [(FileTime, Bool)])
  func `A clock of two seconds shows even seconds only`(time: FileTime, expected: Bool) {
    #expect(time.isMultiple(of: .seconds(2)) == expected)
  }
}
