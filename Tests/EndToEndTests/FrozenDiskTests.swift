import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// A frozen file system, see fsfreeze(8): it can be read, and each write to it hangs.
@Suite(
  .timeLimit(.minutes(15)), .serialized,
  .enabled(
    if: Tool.canMount && Tool.exists("/sbin/fsfreeze") && FrozenDisk.isPossible,
    "needs a loop device"))
final class FrozenDiskTests {
  let home: TemporaryDirectory
  var disk: FrozenDisk?
  private static let limit = Duration.seconds(10)

  init() throws {
    home = try TemporaryDirectory()
    try home["files/local.txt"].write("silverfish at home\n")
  }

  deinit {
    // Before the folder that it is mounted in.
    disk?.end()
  }

  private func mount(at point: FilePath) throws -> FrozenDisk {
    let mounted = try FrozenDisk(image: home["image"], at: point)
    disk = mounted
    return mounted
  }

  private func inTime<Value>(_ what: String, _ body: () throws -> Value) rethrows -> Value {
    let start = ContinuousClock.now
    defer { #expect(start.duration(to: .now) < Self.limit, "\(what)") }
    return try body()
  }

  private func search(_ daemon: RunningDaemon, within: FilePath? = nil) throws -> Int {
    var parameters = SearchMethod.Parameters(query: "silverfish")
    parameters.within = within.map { [$0.description] }
    return try inTime("search") { try daemon.connect().search(parameters).hits.count }
  }

  @Test func `Files on a frozen disk are served, and the daemon ends`() throws {
    let disk = try mount(at: home["disk"])
    try disk.point.appending("note.txt").write("silverfish on the disk\n")
    let daemon = try RunningDaemon(in: home, roots: [home["files"], disk.point])
    #expect(try daemon.found("silverfish").count == 2)
    try disk.freeze()
    #expect(try search(daemon) == 2)
    #expect(try search(daemon, within: disk.point) == 1)
    try home["files/new.txt"].write("silverfish anew\n")
    #expect(try inTime("sync") { try daemon.found("silverfish") }.count == 3)
    let path = disk.point.appending("note.txt").description
    _ = try inTime("explain") {
      try daemon.connect().explain(ExplainMethod.Parameters(path: path))
    }
    #expect(
      try inTime("forget") { try daemon.connect().forget(ForgetMethod.Parameters(path: path)) }
        .documents == 1)
    try inTime("rebuild") { try daemon.connect().rebuild() }
    let end = try daemon.terminate()
    #expect(end.ending == .exited(0))
    #expect(end.after < Self.limit)
  }

  @Test func `While the disk of the index is frozen, searches go on and all else says why not`()
    throws
  {
    let disk = try mount(at: home["state"])
    let daemon = try RunningDaemon(in: home, configuration: "[Service]\nQueryLog=yes\n")
    #expect(try daemon.found("silverfish").count == 1)
    try disk.freeze()
    for _ in 0..<5 { #expect(try search(daemon) == 1) }
    let local = home["files/local.txt"].description
    func expectReason(_ what: String, _ body: () throws -> Void) {
      do {
        try inTime(what, body)
        Issue.record("\(what) did not fail.")
      } catch {
        #expect("\(error)".contains("does not answer"), "\(what): \(error)")
      }
    }
    expectReason("sync") {
      var parameters = SyncMethod.Parameters()
      parameters.timeout = 2_000
      _ = try daemon.connect().sync(parameters)
    }
    expectReason("forget") {
      _ = try daemon.connect().forget(ForgetMethod.Parameters(path: local))
    }
    _ = try inTime("status") { try daemon.connect().status() }
    _ = try inTime("explain") {
      try daemon.connect().explain(ExplainMethod.Parameters(path: local))
    }
    for _ in 0..<5 { #expect(try search(daemon) == 1) }
    // The kernel ends no process that waits for a write, so the daemon ends as soon as the disk works again.
    try daemon.process.send(signal: SignalDescriptor.terminate)
    try disk.thaw()
    #expect(try daemon.process.wait(until: .now + Self.limit) == .exited(0))
  }
}
