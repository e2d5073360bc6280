import LinuxSystem
import Testing

@testable import SearchServing

struct TimestampTests {
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
  func `A moment is written in whole seconds that have begun`(nanoseconds: Int64, text: String) {
    #expect(rfc3339(FileTime(nanoseconds: nanoseconds)) == text)
  }
}
