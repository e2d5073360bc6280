import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// A daemon that can open few files: its clients leave the descriptors that indexing needs.
@Suite(.timeLimit(.minutes(15)))
struct FewDescriptorTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    try home["files/a.txt"].write("silverfish")
  }

  @Test(arguments: [64, 80]) func `Clients that say nothing do not keep new files from being found`(
    limit: Int
  ) throws {
    let daemon = try RunningDaemon(
      in: home, prefix: ["/usr/bin/prlimit", "--nofile=\(limit)"])
    #expect(try daemon.found("silverfish").count == 1)
    var silent: [SearchClient] = []
    for _ in 0..<32 {
      let client = try daemon.connect()
      // Answered once, and then silent; with few descriptors, others have made room for it.
      #expect(try client.search(SearchMethod.Parameters(query: "silverfish")).hits.count >= 1)
      silent.append(client)
    }
    for number in 0..<5 {
      try home["files/new\(number).txt"].write("silverfish \(number)")
      try home["files/new\(number).html"].write("<p>silverfish \(number)</p>")
      #expect(try daemon.found("silverfish").count == 3 + 2 * number)
    }
    // A file that was read in the tick of its write is read once more, and counts as pending until then.
    let status = try daemon.waitForStatus { $0.pending == 0 }
    #expect(status.warnings == [])
    #expect(!silent.isEmpty)
  }
}
