import Glibc
import LinuxSystem
import TestSupport
import Testing

struct LocalTimeTests {
  @Test func `The offset is that of the time zone at that moment`() async throws {
    let report = try await OwnProcess.run("LinuxSystemTests.LocalTimeTests") {
      unsafe setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
      #expect(LocalTime.offset(at: 1_795_282_080) == 3_600)
      #expect(LocalTime.offset(at: 1_782_900_000) == 7_200)
      #expect(LocalTime.offset(at: UnixTime(seconds: .max)) == 0)
      #expect(LocalTime.offset(at: UnixTime(seconds: .min)) == 0)
      unsafe setenv("TZ", "IST-5:30", 1)
      #expect(LocalTime.offset(at: 0) == 19_800)
      unsafe setenv("TZ", "EST5", 1)
      #expect(LocalTime.offset(at: -1) == -18_000)
    }
    if let report { #expect(report.ending == .exited(0), "\(report.output)") }
  }
}
