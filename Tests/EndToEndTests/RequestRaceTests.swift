import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Requests of several clients at once, while the indexer is at work on something else.
@Suite(.timeLimit(.minutes(15)))
struct RequestRaceTests {
  let home: TemporaryDirectory
  private static let count = 800
  /// Makes work rest after a moment, in the middle of a rebuild.
  private var limit: FilePath { home[".config/sitta/sittad.conf.d/zz.conf"] }

  init() throws {
    home = try TemporaryDirectory()
    for number in 0..<Self.count {
      try home["files/\(number % 50)/\(number).txt"].write("common word\(number)\n")
    }
  }

  /// Forgets each path on a connection of its own, all at the same time.
  ///
  /// - Returns: how many documents were removed.
  private func forgetAtOnce(_ paths: [FilePath], _ daemon: RunningDaemon) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for path in paths {
        let thread = try LoopTaskExecutor(name: "test-client")
        let socket = daemon.socket
        group.addTask(executorPreference: thread) {
          let client = try SearchClient(connectingTo: socket, timeout: .seconds(120))
          return try client.forget(ForgetMethod.Parameters(path: "\(path)")).documents
        }
      }
      return try await group.reduce(0, +)
    }
  }

  /// How many documents a query finds, after everything written before is in the index.
  private func count(_ daemon: RunningDaemon) throws -> Int {
    var parameters = CountMethod.Parameters(query: "common")
    parameters.sync = true
    parameters.deadline = 60_000
    return try daemon.connect().count(parameters).count
  }

  /// Begins a rebuild that rests in its middle until the limit is gone.
  private func beginRebuild(_ daemon: RunningDaemon) throws -> IndexRebuildMessage {
    try limit.write("[Cooldown]\nActiveTime=10ms\nRestTime=1h\n")
    _ = try daemon.connect().reload()
    _ = try daemon.connect().rebuild()
    let status = try daemon.waitForStatus { $0.state == .resting && $0.rebuild != nil }
    let rebuild = try #require(status.rebuild)
    #expect(rebuild.serving == .old)
    #expect(rebuild.documents < Self.count)
    return rebuild
  }

  private func endRest(_ daemon: RunningDaemon) throws {
    try limit.removeFile()
    _ = try daemon.connect().reload()
  }

  @Test(arguments: 1...2)
  func `Two files are forgotten at once during a rebuild, and the new index stays`(
    round: Int
  ) async throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try count(daemon) == Self.count)
    let before = try beginRebuild(daemon)
    let paths = [home["files/3/3.txt"], home["files/7/7.txt"]]
    let forgotten = try await forgetAtOnce(paths, daemon)
    let status = try daemon.connect().status()
    #expect(status.rebuild?.serving == .new)
    #expect(status.documents == before.documents - forgotten)
    for path in paths { #expect(try home["state/forgotten"].text().contains("\(path)")) }
    try endRest(daemon)
    #expect(try count(daemon) == Self.count - 2)
    #expect(try daemon.connect().status().rebuild == nil)
  }

  @Test(arguments: 1...2)
  func `Files are forgotten while a rebuild ends`(round: Int) async throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try count(daemon) == Self.count)
    _ = try beginRebuild(daemon)
    try endRest(daemon)
    _ = try await forgetAtOnce((0..<4).map { home["files/\($0)/\($0).txt"] }, daemon)
    #expect(try count(daemon) == Self.count - 4)
    #expect(try daemon.connect().status().rebuild == nil)
  }
}
