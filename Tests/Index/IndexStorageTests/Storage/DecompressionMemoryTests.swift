import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import IndexStorage

struct DecompressionMemoryTests {
  @Test func `No more memory is allocated than a frame can fill`() async throws {
    let report = try await OwnProcess.run("IndexStorageTests.DecompressionMemoryTests") {
      // 64 MiB more than this process has.
      let status = try FilePath("/proc/self/statm").text()
      let pages = status.split(separator: " ").first.flatMap { UInt($0) } ?? 0
      let limit = pages * 4_096 + 64 << 20
      var limits = rlimit(rlim_cur: limit, rlim_max: limit)
      let result = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits)
      precondition(result == 0)
      // 512 MiB, the magic number and the descriptor as above.
      let frame: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0x20, 0, 0, 0, 0, 1, 0, 0]
      precondition(TextDecompressor().text(from: frame.span) == nil)
    }
    if let report { #expect(report.ending == .exited(0), "\(report.output)") }
  }
}
