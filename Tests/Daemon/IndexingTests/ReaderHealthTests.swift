import LinuxSystem
import TestSupport
import Testing
import TextExtraction

@testable import Indexing

struct ReaderHealthTests {
  static let html = ReaderVersion(stored: 10_001)
  static let mail = ReaderVersion(stored: 20_001)
  static let start = ContinuousClock.now

  var health = ReaderHealth()

  mutating func die(
    _ document: Int64, of reader: ReaderVersion = html, at seconds: Int64
  ) -> [FilePath] {
    let blame = health.recordDeath(
      of: reader, at: .init(size: document, modified: 0, inode: 0), Self.path(document),
      now: Self.start + .seconds(seconds), wall: UnixTime(seconds: seconds))
    return blame?.deaths.map(\.path) ?? []
  }

  static func path(_ document: Int64) -> FilePath {
    FilePath.root.appending("\(document)")
  }

  /// Ten deaths in a second.
  mutating func fail(at seconds: Int64) -> Bool {
    (0..<10).map { !die($0, at: seconds).isEmpty }.last ?? false
  }

  @Test mutating func `Ten documents in a minute pause their reader, and no other`() {
    for number in 0..<9 as Range<Int64> {
      let paths = die(number, at: 6 * number) + die(number, of: Self.mail, at: 6 * number)
      #expect(paths == [])
    }
    #expect(health.due == nil)
    let paths = die(9, at: 59)
    #expect(paths == (0..<10).map(Self.path))
    #expect(health.due == Self.start + .seconds(119))
    #expect(health.paused.map(\.reader) == [Self.html])
    #expect(health.paused.map(\.until) == [119])
    #expect(health.sentences.count == 1)
    #expect(health.sentences.first?.contains("HTML") == true)
  }

  @Test mutating func `Deaths of the same documents, and older ones, pause nothing`() {
    for second in 0..<30 as Range<Int64> {
      let paths = die(second % 9, at: second)
      #expect(paths == [])
    }
    for number in 0..<60 as Range<Int64> {
      let paths = die(number, at: 100 + 7 * number)
      #expect(paths == [])
    }
    #expect(health.due == nil)
  }

  @Test mutating func `A reader that reads documents in between is not to blame`() {
    for number in 0..<40 as Range<Int64> {
      let paths = die(number, at: number)
      #expect(paths == [])
      if number % 9 == 8 { health.recordSuccess(of: Self.html) }
    }
    health.recordSuccess(of: Self.mail)
    #expect(health.due == nil)
  }

  @Test mutating func `Only before its first pause, the reader alone is to blame`() {
    func blame(at seconds: Int64) -> Bool? {
      (0..<10).map { number in
        health.recordDeath(
          of: Self.html, at: .init(size: number, modified: 0, inode: 0), Self.path(number),
          now: Self.start + .seconds(seconds), wall: UnixTime(seconds: seconds))?.isReaderAlone
      }.last ?? nil
    }
    let blames = [blame(at: 0), blame(at: 70), blame(at: 3_700), blame(at: 10_000)]
    #expect(blames == [true, false, false, true])
  }

  @Test(arguments: [(true, [1, 2, 1, 1]), (false, [1, 1])])
  func `In a later pause one death of each document counts`(
    isReaderAlone: Bool, forgiven: [Int64]
  ) {
    let deaths = [1, 2, 1, 1].map { (number: Int64) in
      ReaderHealth.Death(
        subject: .init(size: number, modified: 0, inode: 0), path: Self.path(number),
        time: Self.start)
    }
    let blame = ReaderHealth.Blame(deaths: deaths, isReaderAlone: isReaderAlone)
    #expect(blame.forgiven.map(\.size) == forgiven)
  }

  @Test mutating func `A death is taken back as often as it was counted`() {
    for number in 0..<9 as Range<Int64> { _ = die(number, at: 0) }
    let counts = [die(3, at: 1).count, die(9, at: 2).count]
    #expect(counts == [0, 11])
  }

  @Test mutating func `Pauses double up to an hour, and begin anew after an hour without one`() {
    var second: Int64 = 0
    var lengths: [Int64] = []
    for _ in 0..<9 {
      let isPaused = fail(at: second)
      #expect(isPaused)
      let end = health.paused.first?.until.seconds ?? 0
      lengths.append(end - second)
      let isEarly = health.resume(at: Self.start + .seconds(end - 1))
      #expect(!isEarly)
      let isOver = [0, 0].map { health.resume(at: Self.start + .seconds(end + $0)) }
      #expect(isOver == [true, false])
      #expect(health.paused.isEmpty)
      second = end + 5
    }
    #expect(lengths == [60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600])
    let isPaused = fail(at: second + 3_600)
    #expect(isPaused)
    #expect(health.due == Self.start + .seconds(second + 3_660))
  }
}
