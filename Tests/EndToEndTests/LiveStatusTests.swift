import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// `Status` with `more`: changes are reported, and nothing else.
@Suite(.timeLimit(.minutes(15)))
struct LiveStatusTests {
  let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    #expect(try daemon.listed() == [])
  }

  private struct Enough: Error {}

  /// Takes replies until one is as wanted.
  private func watch(
    _ isWanted: (_ number: Int, StatusMethod.Reply) throws -> Bool
  ) throws -> [StatusMethod.Reply] {
    var replies: [StatusMethod.Reply] = []
    #expect(throws: Enough.self) {
      try daemon.connect().status { reply in
        replies.append(reply)
        if try isWanted(replies.count, reply) { throw Enough() }
      }
    }
    return replies
  }

  private func sitta(_ arguments: String...) throws {
    let report = try daemon.sitta(arguments)
    try #require(report.ending == .exited(0), "\(report.errorText)")
  }

  @Test func `The first reply comes at once, the next when a file is in the index`() throws {
    let replies = try watch { number, reply in
      if number == 1 { try daemon.files.appending("a.txt").write("acorn") }
      return reply.documents == 1 && reply.state == .idle
    }
    #expect(replies[0].documents == 0)
    #expect(zip(replies, replies.dropFirst()).allSatisfy { $0 != $1 })
    #expect(replies.count <= 4)
  }

  @Test func `Pauses are told when they begin and when they end, also by themselves`() throws {
    let replies = try watch { number, reply in
      let isPaused = !reply.pauses.isEmpty
      switch number {
      case 1: try sitta("pause", "--for", "1h")
      case 2: try sitta("resume")
      case 3: try sitta("pause", "--for", "5s")
      default: break
      }
      return number > 3 && !isPaused
    }
    #expect(replies.map(\.pauses.isEmpty) == [true, false, true, false, true])
  }

  @Test func `A root that goes is told, and one that is added`() throws {
    let home = daemon.home
    try home["other"].makeDirectory()
    let replies = try watch { number, reply in
      if number == 1 {
        try sitta("add-root", "\(home["other"])")
      }
      return reply.roots.count == 2 && reply.state == .idle
    }
    #expect(replies[0].roots.count == 1)
  }

  @Test func `A client that leaves is forgotten, and others see the same`() throws {
    for _ in 0..<40 { _ = try watch { _, _ in true } }
    #expect(try watch { _, _ in true }.first?.state == .idle)
  }
}
