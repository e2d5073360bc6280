import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

struct MissingArgumentTests {
  @Test func `An argument that was not given cannot be read`() async throws {
    let report = try await OwnProcess.run("SittaSQLiteTests.MissingArgumentTests") {
      let database = try Database(path: Array(":memory:".utf8))
      try database.add(function: ScalarFunction("f", argumentCount: 1) { .blob($0.bytes(at: 1)) })
      try database.run("SELECT f(1)")
    }
    if let report { #expect(report.ending != .exited(0), "\(report.output)") }
  }
}
