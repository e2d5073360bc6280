import LinuxSystem
import TestSupport
import Testing

@testable import SearchServing

struct PrivateQueryLogTests {
  @Test func `Only its owner may read it`() async throws {
    // The umask belongs to the whole process.
    let report = try await OwnProcess.run("SearchServingTests.PrivateQueryLogTests") {
      ProcessEnvironment.makePrivateFilesOnly()
      let folder = try TemporaryDirectory()
      let log = try QueryLog(in: folder.path, isOn: true)
      await log.record(
        QueryLog.Search(query: "a", hits: 1, hasMore: false, duration: .milliseconds(2)), now: 1)
      #expect(try FileStatus(of: folder["queries.sqlite"]).permissions == 0o600)
    }
    if let report { #expect(report.ending == .exited(0), "\(report.output)") }
  }
}
