import LinuxSystem
import TestSupport
import Testing

@testable import Indexing

struct ReadingLedgerTests {
  static let one = FileVersion(size: 30 << 20, modified: -7, inode: .max)
  static let other = FileVersion(size: 5, modified: 3, inode: 2)

  static func reading(_ subject: FileVersion, by reader: Int64 = 1) -> ReadingLedger.Reading {
    ReadingLedger.Reading(subject: subject, reader: reader)
  }

  var ledger = ReadingLedger()

  /// A daemon that dies while it reads a document, and the next one.
  mutating func die(at subject: FileVersion?, second: UnixTime = 0, boot: Int64 = 0) {
    ledger.set(subject.map { ReadingLedger.Reading(subject: $0, reader: 1) }, in: 0)
    ledger = ReadingLedger(bytes: ledger.bytes)
    ledger.begin(boot: boot, second: second)
  }

  @Test mutating func `The first death makes a document wait, the second has it given up`() {
    #expect(ledger.treatment(of: Self.one, second: 0) == .ordinary)
    die(at: Self.one)
    #expect(ledger.treatment(of: Self.one, second: 1) == .careful)
    #expect(ledger.treatment(of: Self.other, second: 1) == .ordinary)
    die(at: nil)
    die(at: Self.other)
    die(at: Self.one, second: 5)
    #expect(ledger.treatment(of: Self.one, second: 6) == .givenUp)
    #expect(ledger.treatment(of: Self.other, second: 6) == .careful)
    die(at: nil, second: UnixTime(seconds: 1 << 40))
    #expect(
      ledger.treatment(of: Self.one, second: UnixTime(seconds: 1 << 40)) == .givenUp,
      "Until it changes.")
    var (larger, later, replaced) = (Self.one, Self.one, Self.one)
    larger.size += 1
    later.modified = FileTime(nanoseconds: later.modified.nanoseconds + 1)
    replaced.inode = 1
    for changed in [larger, later, replaced] {
      #expect(ledger.treatment(of: changed, second: 6) == .ordinary)
    }
  }

  @Test mutating func `All documents that were being read are suspected, each once`() {
    let third = FileVersion(size: 1, modified: 1, inode: 1)
    for (slot, subject) in [(0, Self.one), (3, Self.other), (16, third), (7, Self.one)] {
      ledger.set(Self.reading(subject), in: slot)
    }
    ledger.set(nil, in: 16)
    ledger = ReadingLedger(bytes: ledger.bytes)
    ledger.begin(boot: 0, second: 0)
    #expect(ledger.treatment(of: Self.one, second: 1) == .careful)
    #expect(ledger.treatment(of: Self.other, second: 1) == .careful)
    #expect(ledger.treatment(of: third, second: 1) == .ordinary)

    // One of two is more likely to be innocent than a document that was alone.
    die(at: Self.one, second: 1)
    #expect(ledger.treatment(of: Self.one, second: 2) == .careful)
    die(at: Self.one, second: 2)
    #expect(ledger.treatment(of: Self.one, second: 3) == .givenUp)
    #expect(ledger.treatment(of: Self.other, second: 3) == .careful)
  }

  @Test mutating func `One death counts for a day`() {
    die(at: Self.one)
    #expect(ledger.treatment(of: Self.one, second: 86_399) == .careful)
    #expect(ledger.treatment(of: Self.one, second: 86_400) == .ordinary)
    die(at: Self.one, second: 100_000)
    #expect(ledger.treatment(of: Self.one, second: 100_001) == .careful)
  }

  @Test mutating func `Deaths count only for the version of the reader that died`() {
    ledger.recordDeath(at: Self.reading(Self.one, by: 10_001), second: 0)
    ledger.recordDeath(at: Self.reading(Self.one, by: 10_001), second: 0)
    ledger.recordDeath(at: Self.reading(Self.other, by: 3), second: 0)
    func treatment(_ subject: FileVersion, _ current: Set<Int64>) -> ReadingLedger.Treatment {
      ledger.treatment(of: subject, second: 1) { current.contains($0) }
    }
    #expect(treatment(Self.one, [10_001, 3]) == .givenUp)
    #expect(treatment(Self.one, [10_002, 3]) == .ordinary)
    #expect(treatment(Self.other, [10_002, 3]) == .careful)
    #expect(ledger.reader(of: Self.one) == 10_001)
    // A new version begins with its first death.
    ledger.recordDeath(at: Self.reading(Self.one, by: 10_002), second: 2)
    #expect(treatment(Self.one, [10_002, 3]) == .careful)
  }

  @Test mutating func `Deaths that are taken back count no more`() {
    for second in 0..<2 as Range<Int64> {
      ledger.recordDeath(at: Self.reading(Self.one), second: UnixTime(seconds: second))
    }
    ledger.takeBackDeaths(at: [Self.one, Self.other])
    #expect(ledger.treatment(of: Self.one, second: 1) == .careful)
    ledger.takeBackDeaths(at: [Self.one])
    #expect(ledger.entries == [])
    // A document that was read in part is still not read whole.
    ledger.recordDeath(at: Self.reading(Self.one), second: 0)
    ledger.recordRead(Self.one, isWhole: false)
    ledger.takeBackDeaths(at: [Self.one])
    #expect(ledger.treatment(of: Self.one, second: 1) == .readInPart)
  }

  @Test mutating func `A document that was read after all is innocent`() {
    die(at: Self.one)
    ledger.recordRead(Self.one, isWhole: true)
    #expect(ledger.treatment(of: Self.one, second: 1) == .ordinary)
    die(at: Self.one)
    ledger.recordRead(Self.one, isWhole: false)
    #expect(ledger.treatment(of: Self.one, second: 1) == .readInPart)
  }

  @Test mutating func `What was read in part is not read whole until it changes`() {
    die(at: Self.one)
    ledger.recordRead(Self.one, isWhole: false)
    for day in 1...3 as ClosedRange<Int64> {
      die(at: nil, second: UnixTime(seconds: day * 86_400))
      #expect(
        ledger.treatment(of: Self.one, second: UnixTime(seconds: day * 86_400)) == .readInPart)
    }
    // Where it kills all the same, it is given up.
    die(at: Self.one, second: 400_000)
    #expect(ledger.treatment(of: Self.one, second: 400_000) == .givenUp)
  }

  @Test mutating func `No document is to blame for a power cut, or for an impatient shutdown`() {
    die(at: Self.one, boot: 1)
    #expect(ledger.entries == [])
    ledger.isEnding = true
    die(at: Self.one, boot: 1)
    #expect(ledger.entries == [])
    #expect(!ledger.isEnding)
    die(at: Self.one, boot: 1)
    #expect(ledger.entries.count == 1)
  }

  @Test mutating func `A page has room for all that is remembered`() {
    for number in 0..<100 {
      die(at: FileVersion(size: Int64(number), modified: 0, inode: 0), second: 9)
    }
    #expect(ledger.entries.count == ReadingLedger.capacity)
    #expect(ledger.entries.last?.reading.subject.size == 99)
    #expect(ledger.bytes.count == 4_096)
    #expect(ledger.bytes.starts(with: ledger.headBytes))
    #expect(ReadingLedger(bytes: ledger.bytes) == ledger)
    var bad = ledger.bytes
    bad[0] ^= 1
    #expect(ReadingLedger(bytes: bad) == ReadingLedger())
    #expect(ReadingLedger(bytes: Array(bad.dropLast())) == ReadingLedger())
    for index in bad.indices where index >= 8 { bad[index] = 0xff }
    bad[0] ^= 1
    #expect(ReadingLedger(bytes: bad).entries.count <= ReadingLedger.capacity)
  }

  @Test func `Notes outlive the daemon, and hold no name`() throws {
    let folder = try TemporaryDirectory()
    let notes = ReadingNotes(in: folder.path, boot: 1, second: 0)
    notes.begin(Self.reading(Self.one))
    let next = ReadingNotes(in: folder.path, boot: 1)
    #expect(next.treatment(of: Self.one) == .careful)
    next.begin(Self.reading(Self.one))
    next.end()
    #expect(ReadingNotes(in: folder.path, boot: 1).treatment(of: Self.one) == .careful)
    next.begin(Self.reading(Self.other))
    next.recordEnding()
    #expect(next.isEnding)
    #expect(ReadingNotes(in: folder.path, boot: 1).treatment(of: Self.other) == .ordinary)
    #expect(try folder["reading"].contents().count == 4_096)
    #expect(try FileStatus(of: folder["reading"]).permissions == 0o600)
    // Without a folder it works all the same.
    let none = ReadingNotes(in: folder["missing"], boot: 1)
    none.begin(Self.reading(Self.one))
    #expect(none.treatment(of: Self.one) == .ordinary)
  }
}
