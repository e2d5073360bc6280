import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Texts whose words take seconds to write.
@Suite(.timeLimit(.minutes(15)))
struct LargeDocumentTests {
  let home: TemporaryDirectory
  private var large: FilePath { home["files/large.txt"] }

  init() throws {
    home = try TemporaryDirectory()
    try home["files/a/small.txt"].write("acorn")
  }

  /// 700 KB of different words, more than are read in turn with other files.
  private static let differentWords = Array(
    (0..<100_000).map { String($0 * 7_919 + 100_000_000, radix: 36) }.joined(separator: "\n").utf8)

  /// Waits until the daemon has read all of the large file, whose words it writes next.
  private func waitForAttempt(of daemon: RunningDaemon, after count: Int) throws {
    while try daemon.bytesRead() - count < Self.differentWords.count {}
  }

  @Test func `What is saved meanwhile is found first`() throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("acorn").count == 1)
    let client = try daemon.connect()
    var read = try daemon.bytesRead()
    try large.write(Self.differentWords)
    for number in 0..<3 {
      try waitForAttempt(of: daemon, after: read)
      try home["files/a/own\(number).txt"].write("mine\(number)x")
      let query = SearchMethod.Parameters(query: "mine\(number)x")
      while try client.search(query).hits.isEmpty {}
      read = try daemon.bytesRead()
      #expect(try client.status().documents == number + 2, "The large one came first.")
    }
    #expect(try client.status().failed == 0)
    // Once it is quiet it is found as well.
    #expect(try daemon.found("large") == [large])
    #expect(try client.status().documents == 5)
  }

  @Test func `It is changed, renamed and removed as every other, and a sync waits for it`() throws {
    // Blanks make it large and cost little.
    let blanks = String(repeating: " ", count: 20)
    let words = (0..<20_000).map { "nut\(String($0 * 7_919, radix: 36))" }
      .joined(separator: blanks)
    try large.write("alpha \(words) omega")
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("alpha omega") == [large])
    try large.write("beta \(words) \(words) omega")
    #expect(try daemon.found("beta omega") == [large])
    #expect(try daemon.found("alpha") == [])
    let renamed = home["files/renamed.txt"]
    try large.rename(to: renamed)
    #expect(try daemon.found("beta") == [renamed])
    let moved = home["files/a/renamed.txt"]
    try renamed.rename(to: moved)
    #expect(try daemon.found("beta") == [moved])
    // From 4 MiB on, a file with another name is indexed like a new one.
    try moved.append(String(repeating: "gamma\(blanks)", count: 180_000))
    #expect(try daemon.found("gamma") == [moved])
    try moved.rename(to: large)
    #expect(try daemon.found("gamma") == [large])
    try large.removeFile()
    #expect(try daemon.found("gamma") == [])
    #expect(try daemon.listed() == [home["files/a/small.txt"]])
    try home["files/b/large.txt"].write("delta \(words) omega")
    #expect(try daemon.found("delta") == [home["files/b/large.txt"]])
    try home["files/b"].removeTree()
    #expect(try daemon.listed() == [home["files/a/small.txt"]])
  }

  /// A text of more than 4 MiB, which is not renamed in the index but read again; most of it is blank,
  /// which costs little.
  private static func huge(_ word: String) -> String {
    let words = (0..<60_000).map { "nut\(String($0 * 7_919, radix: 36))" }
    return "\(word) \(words.joined(separator: " ")) " + String(repeating: " ", count: 5 << 20)
  }

  @Test func `While bulk work is paused one is saved, renamed, replaced and removed all the same`()
    throws
  {
    let small = home["files/a/small.txt"]
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("acorn") == [small])
    #expect(try daemon.sitta(["pause", "--for", "1h"]).ending == .exited(0))
    try large.write(Self.huge("alpha"))
    #expect(try daemon.found("alpha") == [large])
    let renamed = home["files/renamed.txt"]
    try large.rename(to: renamed)
    #expect(try daemon.found("alpha") == [renamed])
    try small.exchange(with: renamed)
    #expect(try daemon.found("alpha") == [small])
    #expect(try daemon.found("acorn") == [renamed])
    try renamed.rename(to: small)
    #expect(try daemon.found("acorn") == [small])
    #expect(try daemon.found("alpha") == [])
    try large.write(Self.huge("beta"))
    #expect(try daemon.found("beta") == [large])
    try large.removeFile()
    #expect(try daemon.listed() == [small])
    #expect(try daemon.connect().status().pauses.map(\.reason) == [.request])
  }

  @Test func `A folder takes its name, and it that of a folder, while no daemon runs`() throws {
    let folder = home["files/folder"]
    try large.write(Self.huge("alpha"))
    for number in 0..<300 { try folder.appending("\(number).txt").write("acorn") }
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("alpha") == [large])
    #expect(try daemon.found("acorn").count == 301)
    #expect(try daemon.terminate().ending == .exited(0))
    try large.removeFile()
    try large.appending("inner.txt").write("beta")
    try folder.removeTree()
    try folder.write(Self.huge("gamma"))
    let next = try RunningDaemon(in: home)
    #expect(try next.found("beta") == [large.appending("inner.txt")])
    #expect(try next.found("gamma") == [folder])
    #expect(try next.found("alpha") == [])
    #expect(
      try next.listed()
        == [folder, large.appending("inner.txt"), home["files/a/small.txt"]])
  }

  @Test func `The daemon ends soon while it writes one`() throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("acorn").count == 1)
    let read = try daemon.bytesRead()
    try large.write(Self.differentWords)
    try waitForAttempt(of: daemon, after: read)
    let (ending, time) = try daemon.terminate()
    #expect(ending == .exited(0))
    #expect(time < .seconds(5))
    #expect(try RunningDaemon(in: home).found("large") == [large])
  }

  @Test(.enabled(if: !Tool.isRoot || Tool.exists("/usr/bin/setpriv")))
  func `A thousand files that may not be read are one line of the journal`() throws {
    for number in 0..<1_000 {
      let file = home["files/closed/\(number).txt"]
      try file.write("x")
      try file.setPermissions(0)
    }
    let daemon = try RunningDaemon(
      in: home,
      prefix: Tool.isRoot
        ? ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search"] : [])
    #expect(try daemon.found("acorn").count == 1)
    #expect(try daemon.connect().status().unreadable == 1_000)
    #expect(try daemon.terminate().ending == .exited(0))
    var log: [UInt8] = []
    while try daemon.process.errors.read(into: &log, timeout: .seconds(5)) {}
    let lines = String(decoding: log, as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("Cannot read") }
    #expect(lines.count == 1, "\(lines.prefix(3))")
    #expect(lines.first?.contains("Cannot read 1000 files") == true)
  }
}
