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
    for number in 0..<200 { try home["files/old/\(number).txt"].write("common old\(number)\n") }
  }

  /// Calls a method on a connection of its own for each path, all at the same time.
  private func forgetAtOnce(_ paths: [FilePath], _ daemon: RunningDaemon) async throws {
    let clients = try paths.map { _ in try daemon.connect() }
    let threads = try LoopTaskExecutor(name: "test-a")
    let others = try LoopTaskExecutor(name: "test-b")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, path) in paths.enumerated() {
        nonisolated(unsafe) let client = clients[number]
        group.addTask(executorPreference: number.isMultiple(of: 2) ? threads : others) {
          _ = unsafe try client.forget(ForgetMethod.Parameters(path: "\(path)"))
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: 1...5)
  func `Two files are forgotten at once during a rebuild, and the new index stays`(
    round: Int
  ) async throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("common").count == 200)
    #expect(try daemon.sitta(["pause", "--for", "2h"]).ending == .exited(0))
    #expect(try daemon.sitta(["rebuild"]).ending == .exited(0))
    try daemon.waitForStatus { $0.rebuild?.serving == .old }
    // What a person saves now goes into the new index at once.
    for number in 0..<40 { try home["files/\(number).txt"].write("common new\(number)\n") }
    try daemon.waitForStatus { $0.rebuild?.documents == 40 }

    let paths = [home["files/3.txt"], home["files/7.txt"]]
    try await forgetAtOnce(paths, daemon)
    let status = try daemon.connect().status()
    #expect(status.documents == 38)
    #expect(status.rebuild?.serving == .new)
    for path in paths { #expect(try home["state/forgotten"].text().contains("\(path)")) }
    #expect(try daemon.sitta(["resume"]).ending == .exited(0))
    #expect(try daemon.found("common").count == 238)
    #expect(try daemon.connect().status().rebuild == nil)
  }

  @Test(arguments: 1...5)
  func `A file is forgotten while a rebuild ends`(round: Int) async throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("common").count == 200)
    _ = try daemon.connect().rebuild()
    let paths = (0..<4).map { home["files/old/\($0 * 7).txt"] }
    try await forgetAtOnce(paths, daemon)
    #expect(try daemon.found("common").count == 196)
    #expect(try daemon.connect().status().rebuild == nil)
  }
}
