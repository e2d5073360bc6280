import LinuxSystem
import Testing

struct TimeSpanTests {
  @Test(
    arguments: [
      ("120", .seconds(120)), ("120s", .seconds(120)), ("0", .zero), ("2min", .seconds(120)),
      ("2m", .seconds(120)), ("1h 30min", .seconds(5_400)), ("1h30min", .seconds(5_400)),
      (" 1 h  5 s ", .seconds(3_605)), ("250ms", .milliseconds(250)), ("0.5s", .milliseconds(500)),
      ("10us", .microseconds(10)), ("1d", .seconds(86_400)), ("2weeks", .seconds(1_209_600)),
      ("1 hour 1 minute 1 second", .seconds(3_661)),
    ] as [(String, Duration)])
  func `A time span is read as systemd reads it`(text: String, duration: Duration) throws {
    let span = try #require(TimeSpan(text))
    let difference = span.duration - duration
    #expect(difference < .nanoseconds(10) && difference > .nanoseconds(-10))
  }

  @Test(
    arguments: [
      "", " ", "s", "-1s", "1x", "1.2.3s", ".5s", "1e3", "one", "1s,", "5 years", "1M", "0x10",
      "99999999999999999999h", "١s",
    ])
  func `Any other text is not a time span`(text: String) {
    #expect(TimeSpan(text) == nil)
  }
}
