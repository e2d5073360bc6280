import TestSupport
import Testing

@testable import LinuxSystem

struct FileClockTests {
  @Test func `The time stamp of a file is at most two ticks behind the clock`() throws {
    let folder = try TemporaryDirectory()
    let before = FileClock.now
    try folder["file"].write("")
    let after = FileClock.now
    let stamp = try FileStatus(of: folder["file"]).changed
    #expect(stamp <= after)
    #expect(stamp >= before - FileClock.tick * 2)
    #expect(FileClock.tick >= .microseconds(100) && FileClock.tick <= .milliseconds(20))
  }

  @Test(
    arguments: [
      ("6.18.44-fc", true), ("6.13.0", true), ("6.12.99-amd64", false), ("5.15", false),
      ("7.0.0-rc1\n", true), ("", false), ("6", false),
    ])
  func `The kernel's release decides whether time stamps lie between ticks`(
    release: String, expected: Bool
  ) {
    #expect(FileClock.isMultigrain(release: release) == expected)
  }
}
