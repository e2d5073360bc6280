import LinuxSystem
import SittaSQLite
import SearchInterface
import TestSupport
import Testing

/// Files in the index's place that are damaged, foreign or missing.
@Suite(.timeLimit(.minutes(15)))
struct DamagedIndexTests {
  let home: TemporaryDirectory
  private static let count = 120
  private var database: FilePath { home["state/index.sqlite"] }

  init() throws {
    home = try TemporaryDirectory()
    for number in 0..<Self.count {
      let text = (0..<40).map { "word\(number)x\($0)" }.joined(separator: " ")
      try home["files/folder\(number % 9)/\(number).txt"].write("common \(text)\n")
    }
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("common").count == Self.count)
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test(arguments: ["no database at all", "SQLite format 3\u{0}", "x"])
  func `Garbage in its place is set aside, and everything is found`(text: String) throws {
    try database.write(String(repeating: text, count: 200))
    try expectRecovery(keeping: database.contents())
  }

  @Test(arguments: [50, 90, 1_000, 4_096, 40_000])
  func `A truncated index is set aside, and everything is found`(size: Int) throws {
    let start = try Array(database.contents().prefix(size))
    try database.write(start)
    try expectRecovery(keeping: start)
  }

  @Test func `Another program's database is set aside whole`() throws {
    try database.removeFile()
    try Database(path: database.bytes).execute(
      "CREATE TABLE song(name); INSERT INTO song VALUES(7)")
    let daemon = try expectRecovery()
    let status = try daemon.connect().status()
    #expect(status.recoveries.contains { $0.reason.contains("another program's database") })
    let aside = try #require(try setAside().first)
    let kept = try Database(path: aside.bytes, access: .readOnly)
    #expect(try kept.first("SELECT name FROM song") { $0.integer(at: 0) } == 7)
  }

  @Test func `An empty file is a new index`() throws {
    try database.write("")
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("common").count == Self.count)
    #expect(try setAside() == [])
  }

  @Test(arguments: [(0.1, 0.9), (0.2, 0.6), (0.6, 1.0)])
  func `Flipped bytes in the middle are found out, and everything is found`(
    from start: Double, to end: Double
  ) throws {
    var bytes = try database.contents()
    for index in Int(Double(bytes.count) * start)..<Int(Double(bytes.count) * end) {
      bytes[index] ^= 0xa5
    }
    try database.write(bytes)
    let daemon = try RunningDaemon(in: home)
    try expectHealed(daemon)
  }

  @Test func `Damage that only a query meets is mended though no file changes`() throws {
    let page = try Database(path: database.bytes, access: .readOnly).first(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'search_data'"
    ) { Int($0.integer(at: 0)) }
    let start = (try #require(page) - 1) * 4_096
    var bytes = try database.contents()
    // A reader can have the first of these pages in its cache.
    for page in stride(from: start, to: bytes.count, by: 4_096) {
      bytes.replaceSubrange(page..<page + 2_048, with: [UInt8](repeating: 0, count: 2_048))
    }
    let daemon = try RunningDaemon(in: home)
    _ = try daemon.listed()
    // From here on no barrier and no change of a file comes to wake the daemon.
    try database.write(bytes)
    var parameters = SearchMethod.Parameters(query: "common")
    parameters.limit = 1_000
    _ = try? daemon.connect().search(parameters)
    // The query that meets it, or the status of the next moment, has it repaired.
    try daemon.waitForStatus { status in
      let hits = try? daemon.connect().search(parameters).hits
      return hits?.count == Self.count && status.rebuild == nil
    }
    // The content of the damaged pages decides how much has to be repaired.
    let recoveries = try daemon.connect().status().recoveries
    #expect(!recoveries.isEmpty)
    #expect(try setAside().count == recoveries.count { $0.action == .file })
  }

  @Test func `An index that is removed under a daemon ends nothing`() throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("common").count == Self.count)
    try database.removeFile()
    try home["files/new.txt"].write("newcomer")
    _ = try? daemon.found("newcomer")
    #expect(try daemon.process.ending() == nil)
    _ = try daemon.terminate()
    let next = try RunningDaemon(in: home)
    #expect(try next.found("newcomer") == [home["files/new.txt"]])
    #expect(try next.found("common").count == Self.count)
  }

  @Test func `An index that is overwritten under a daemon is built anew`() throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("word3x3").count == 1)
    var bytes = try database.contents()
    for index in bytes.indices { bytes[index] = 0x5a }
    try database.write(bytes)
    try expectHealed(daemon)
  }
}

extension DamagedIndexTests {
  /// Starts a daemon that has to set the index aside and to index everything again.
  @discardableResult
  private func expectRecovery(keeping bytes: [UInt8]? = nil) throws -> RunningDaemon {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("common").count == Self.count)
    #expect(try daemon.found("word7x7") == [home["files/folder7/7.txt"]])
    let aside = try setAside()
    #expect(aside.count == 1)
    if let bytes { #expect(try aside.first?.contents() == bytes) }
    let status = try daemon.connect().status()
    #expect(status.warnings == [])
    #expect(status.recoveries.map(\.action) == [.file])
    #expect(status.recoveries.first?.setAside == aside.first?.uri)
    return daemon
  }

  /// Damage shows when it is read: searches may fail until then, but not for ever.
  private func expectHealed(_ daemon: RunningDaemon) throws {
    let words = stride(from: 0, to: Self.count, by: 7).map {
      (number: $0, word: "word\($0)x\($0 % 40)")
    }
    for (_, word) in words { _ = try? daemon.found(word) }
    for (number, word) in words {
      #expect(try daemon.found(word) == [home["files/folder\(number % 9)/\(number).txt"]])
    }
    #expect(try daemon.found("common").count == Self.count)
    #expect(try daemon.listed().count == Self.count)
    #expect(try setAside().count == 1)
    #expect(try daemon.connect().status().recoveries.map(\.action) == [.file])
  }

  /// The files that were set aside; their names end in the time.
  private func setAside() throws -> [FilePath] {
    let folder = try FileDescriptor(openingDirectory: home["state"])
    let prefix = Array("index.sqlite.damaged-".utf8)
    let names = try DirectoryListing(of: folder).names.filter { $0.starts(with: prefix) }
    for name in names {
      let time = String(decoding: name.dropFirst(prefix.count), as: UTF8.self)
      #expect(time.wholeMatch(of: /\d{8}T\d{6}Z/) != nil, "\(time)")
    }
    return names.map { home["state"].appending($0) }
  }
}
