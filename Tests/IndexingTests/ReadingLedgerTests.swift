import LinuxSystem
import TestSupport
import Testing

@testable import Indexing

struct ReadingLedgerTests {
  typealias Subject = ReadingLedger.Subject

  static let one = Subject(size: 30 << 20, modified: -7, inode: .max, extractor: 1)
  static let other = Subject(size: 5, modified: 3, inode: 2, extractor: 1)

  var ledger = ReadingLedger()

  /// A daemon that dies while it reads a document, and the next one.
  mutating func die(at subject: Subject?, second: UnixTime = 0, boot: Int64 = 0) {
    ledger.current = subject
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
    for change in [\Subject.size, \.modified, \.extractor] {
      var changed = Self.one
      changed[keyPath: change] += 1
      #expect(ledger.treatment(of: changed, second: 6) == .ordinary)
    }
    var changed = Self.one
    changed.inode = 1
    #expect(ledger.treatment(of: changed, second: 6) == .ordinary)
  }

  @Test mutating func `One death counts for a day`() {
    die(at: Self.one)
    #expect(ledger.treatment(of: Self.one, second: 86_399) == .careful)
    #expect(ledger.treatment(of: Self.one, second: 86_400) == .ordinary)
    die(at: Self.one, second: 100_000)
    #expect(ledger.treatment(of: Self.one, second: 100_001) == .careful)
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
      die(at: Subject(size: Int64(number), modified: 0, inode: 0, extractor: 1), second: 9)
    }
    #expect(ledger.entries.count == ReadingLedger.capacity)
    #expect(ledger.entries.last?.subject.size == 99)
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
    notes.begin(Self.one)
    let next = ReadingNotes(in: folder.path, boot: 1)
    #expect(next.treatment(of: Self.one) == .careful)
    next.begin(Self.one)
    next.end()
    #expect(ReadingNotes(in: folder.path, boot: 1).treatment(of: Self.one) == .careful)
    next.begin(Self.other)
    next.recordEnding()
    #expect(next.isEnding)
    #expect(ReadingNotes(in: folder.path, boot: 1).treatment(of: Self.other) == .ordinary)
    #expect(try folder["reading"].contents().count == 4_096)
    #expect(try FileStatus(of: folder["reading"]).permissions == 0o600)
    // Without a folder it works all the same.
    let none = ReadingNotes(in: folder["missing"], boot: 1)
    none.begin(Self.one)
    #expect(none.treatment(of: Self.one) == .ordinary)
  }
}
