import LinuxSystem
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct StormTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  /// A few storms that have found faults before; `SITTA_STORMS=300 swift test --filter StormTests`
  /// raises as many as one likes.
  static let seeds: [UInt64] = asked.map { Array(1...max(1, $0)) } ?? [1, 32, 93]

  /// `FaultSuite` tries 200 deaths at random moments by itself.
  private static let deaths = asked.map { Int($0) } ?? 8

  private static let asked = ProcessEnvironment.variable("SITTA_STORMS").flatMap {
    UInt64(String(decoding: $0, as: UTF8.self))
  }

  @Test(arguments: seeds)
  func `After 2,000 random operations index and disk are equal`(seed: UInt64) throws {
    let daemon = try RunningDaemon(in: home)
    var storm = Storm(in: daemon.files, seed: seed)
    for _ in 0..<2_000 { try storm.step() }
    try expectEqual(daemon, words: storm.words, seed)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `After 2,000 operations with exchanges and links index and disk are equal`(
    seed: UInt64
  ) throws {
    let daemon = try RunningDaemon(in: home)
    let outside = home["outside"]
    try outside.makeDirectory()
    var storm = Storm(in: daemon.files, seed: seed, .exchangesAndLinks(outside: outside))
    for _ in 0..<2_000 { try storm.step() }
    try expectEqual(daemon, words: storm.words, seed)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `After 800 operations with archives, documents and mails index and disk are equal`(
    seed: UInt64
  ) throws {
    let daemon = try RunningDaemon(in: home)
    var storm = Storm(in: daemon.files, seed: seed, .documents)
    for _ in 0..<800 { try storm.step() }
    try expectEqual(daemon, words: storm.words, seed)
  }

  @Test func `Nothing is lost by sudden deaths at random moments`() throws {
    var storm = Storm(in: RunningDaemon.files(in: home), seed: 20)
    var random = SplitMix(seed: 21)
    for round in 0..<Self.deaths {
      let daemon = try RunningDaemon(in: home)
      for _ in 0..<Int.random(in: 1...120, using: &random) { try storm.step() }
      try daemon.kill()
      for _ in 0..<20 { try storm.step() }
      let next = try RunningDaemon(in: home)
      try expectEqual(next, words: round % 4 == 3 ? storm.words : [], UInt64(round))
      try next.kill()
    }
  }

  /// Holds the list against the disk, and every word that was ever written against the files that
  /// have it now.
  private func expectEqual(_ daemon: RunningDaemon, words: [String], _ seed: UInt64) throws {
    let listed = try daemon.listed()
    let disk = try Disk(below: daemon.files)
    #expect(listed.subtracting(disk.files).sorted() == [], "in the index only, seed \(seed)")
    #expect(disk.files.subtracting(listed).sorted() == [], "on disk only, seed \(seed)")
    #expect(try daemon.differences(of: words, from: disk) == [], "seed \(seed)")
  }
}
