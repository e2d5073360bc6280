import LinuxSystem
import TestSupport
import Testing

struct UnixTimeTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1, "1970-01-01T00:00:00Z"),
      (999_999_999, "1970-01-01T00:00:00Z"), (1_000_000_000, "1970-01-01T00:00:01Z"),
      (-1, "1969-12-31T23:59:59Z"), (-1_000_000_000, "1969-12-31T23:59:59Z"),
      (-1_000_000_001, "1969-12-31T23:59:58Z"),
      (1_795_176_900_000_000_000, "2026-11-20T12:15:00Z"),
      (1_795_176_900_999_999_999, "2026-11-20T12:15:00Z"),
      (951_782_400_000_000_000, "2000-02-29T00:00:00Z"),
      (.max, "2262-04-11T23:47:16Z"), (.min, "1677-09-21T00:12:43Z"),
    ] as [(Int64, String)])
  func `A time of a file is written in whole seconds that have begun`(
    nanoseconds: Int64, text: String
  ) {
    #expect(UnixTime(FileTime(nanoseconds: nanoseconds)).rfc3339 == text)
  }

  @Test(
    arguments: [
      (253_402_300_799, "9999-12-31T23:59:59Z"), (253_402_300_800, "9999-12-31T23:59:59Z"),
      (-62_135_596_800, "0001-01-01T00:00:00Z"), (-62_135_596_801, "0001-01-01T00:00:00Z"),
    ] as [(UnixTime, String)])
  func `Years from 1 to 9999 have four digits, and there are no others`(
    time: UnixTime, text: String
  ) {
    #expect(time.rfc3339 == text)
  }

  @Test func `A clock in another time zone shows another time`() {
    let time: UnixTime = 1_795_176_900
    #expect(time.clockText(aheadOfUTC: 3_600) == "2026-11-20T13:15:00")
    #expect(time.clockText(aheadOfUTC: -43_200) == "2026-11-20T00:15:00")
    #expect(time.clockText(aheadOfUTC: -45_000) == "2026-11-19T23:45:00")
  }

  @Test(
    arguments: [
      (7, 7_000_000_000), (-7, -7_000_000_000), (9_223_372_036, 9_223_372_036_000_000_000),
      (9_223_372_037, 9_223_372_036_000_000_000), (-9_223_372_037, -9_223_372_036_000_000_000),
    ] as [(UnixTime, FileTime)])
  func `A second begins at a time of a file, held at the whole seconds of the range`(
    second: UnixTime, time: FileTime
  ) {
    #expect(FileTime(second) == time)
  }

  @Test func `Times and durations add up in whole seconds, and the ends of the range are held`() {
    let time: UnixTime = 100
    #expect(time + .seconds(20) == 120)
    #expect(time + .milliseconds(1_999) == 101)
    #expect(time + .seconds(-200) == -100)
    #expect(time - UnixTime.epoch == .seconds(100))
    #expect(UnixTime.epoch < time)
    let last = UnixTime(seconds: .max)
    #expect(last + .seconds(1) == last)
    #expect(last - UnixTime(seconds: .min) > .seconds(Int64.max))
  }
}
