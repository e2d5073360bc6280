import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Requests of several clients at once, while the indexer is at work on something else.
@Suite(.timeLimit(.minutes(10)))
struct RequestRaceTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    for number in 0..<2_500 {
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

  @Test(arguments: 1...5)
  func `Two files are forgotten at once during a rebuild, and the new index stays`(
    round: Int
  ) async throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try count(daemon) == 2_500)
    _ = try daemon.connect().rebuild()
    try daemon.waitForStatus { $0.rebuild.map { $0.documents > 0 } ?? false }
    #expect(try daemon.sitta(["pause", "--for", "2h"]).ending == .exited(0))
    try daemon.waitForStatus { $0.state == .resting }
    let before = try #require(try daemon.connect().status().rebuild)
    #expect(before.serving == .old)

    let paths = [home["files/3/3.txt"], home["files/7/7.txt"]]
    let forgotten = try await forgetAtOnce(paths, daemon)
    let status = try daemon.connect().status()
    #expect(status.rebuild?.serving == .new)
    #expect(status.documents == before.documents - forgotten)
    for path in paths { #expect(try home["state/forgotten"].text().contains("\(path)")) }
    #expect(try daemon.sitta(["resume"]).ending == .exited(0))
    #expect(try count(daemon) == 2_498)
    #expect(try daemon.connect().status().rebuild == nil)
  }

  @Test(arguments: 1...3)
  func `Files are forgotten while a rebuild ends`(round: Int) async throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try count(daemon) == 2_500)
    _ = try daemon.connect().rebuild()
    try daemon.waitForStatus { $0.rebuild.map { $0.documents > 500 } ?? true }
    _ = try await forgetAtOnce((0..<4).map { home["files/\($0)/\($0).txt"] }, daemon)
    #expect(try count(daemon) == 2_496)
    #expect(try daemon.connect().status().rebuild == nil)
  }
}
