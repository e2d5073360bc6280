import IndexStorage
import LinuxSystem
import TestSupport
import Testing

@testable import Indexing

/// When a file has to be read again that was read at second 1,000 of a minute.
struct StampClockTests {
  static let second: Int64 = 1_000_000_000
  static let ext: UInt32 = 0xef53
  static let fat: UInt32 = 0x4d44
  static let xfs: UInt32 = 0x5846_5342
  static let zfs: UInt32 = 0x2fc1_2fc1
  static let nfs: UInt32 = 0x6969
  static let overlay: UInt32 = 0x794c_7630
  static let read = FileTime(nanoseconds: 1_700_000_000 * second + 500_000_000)

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Seconds since the file's times were stamped: of content and of content or inode.
    let ages: (modified: Double, changed: Double)
    let type: UInt32?
    var isMultigrain = false
    /// Seconds after which it has to be read again; nil if it need not be.
    let wait: Double?
  }

  static func status(_ modified: Double, _ changed: Double) -> FileStatus {
    func time(_ age: Double) -> Int { Int(read.nanoseconds - Int64(age * 1e9)) }
    return FileStatus(modified: time(modified), changed: time(changed))
  }

  static let rows: [Row] = [
    Row(testDescription: "an old file", ages: (1_000, 1_000), type: ext, wait: nil),
    Row(testDescription: "whole seconds, this one", ages: (0.5, 0.5), type: ext, wait: 1.008),
    Row(testDescription: "whole seconds, the one before", ages: (1.5, 1.5), type: ext, wait: nil),
    Row(
      testDescription: "whole seconds, new attributes", ages: (500.5, 0.5), type: ext, wait: 1.008),
    Row(
      testDescription: "whole even seconds can be those of FAT", ages: (0.5, 0.5), type: fat,
      wait: 2.008),
    Row(testDescription: "FAT, 1.5 s old", ages: (1.5, 1.5), type: fat, wait: 2.008),
    Row(testDescription: "FAT, 2.5 s old", ages: (2.5, 2.5), type: fat, wait: nil),
    Row(
      testDescription: "FAT, made long ago", ages: (1.5, 100.123), type: fat, wait: 2.008),
    Row(testDescription: "a tick ago", ages: (0.0041, 0.0041), type: zfs, wait: 0.008),
    Row(testDescription: "three ticks ago", ages: (0.0121, 0.0121), type: zfs, wait: nil),
    Row(
      testDescription: "finer than a tick", ages: (0.0001, 0.0001), type: xfs, isMultigrain: true,
      wait: nil),
    Row(
      testDescription: "finer than a tick, but not there", ages: (0.0001, 0.0001), type: zfs,
      isMultigrain: true, wait: 0.008),
    Row(
      testDescription: "small inodes are coarse whatever the kernel can", ages: (0.5, 0.5),
      type: ext, isMultigrain: true, wait: 1.008),
    Row(
      testDescription: "a server whose clock is behind", ages: (60.1234, 60.1234), type: nfs,
      wait: 0.008),
    Row(
      testDescription: "a server whose clock is ahead", ages: (-3_600.5, -3_600.5), type: nfs,
      wait: 1.008),
    Row(testDescription: "a server, long ago", ages: (130.1234, 130.1234), type: nfs, wait: nil),
    Row(
      testDescription: "an overlay has our clock", ages: (0.0121, 0.0121), type: overlay, wait: nil),
    Row(testDescription: "nobody knows what", ages: (60.5, 60.5), type: nil, wait: 1.008),
    Row(
      testDescription: "a time from the future", ages: (-86_400.5, 0.5), type: ext, wait: 1.008),
  ]

  @Test(arguments: rows)
  func `A file is racy as long as its clock may stand still`(row: Row) throws {
    let clock = StampClock(tick: .milliseconds(4), isMultigrain: row.isMultigrain)
    let status = Self.status(row.ages.modified, row.ages.changed)
    // Even seconds before an odd one could be from FAT.
    let final = clock.racyUntil(status, readAt: Self.read, after: nil) {
      row.type.map { FileSystemType(number: $0) }
    }
    let wait = final.map { ($0 - Self.read) / .seconds(1) }
    if let expected = row.wait {
      let found = try #require(wait)
      #expect(abs(found - expected) < 1e-6 || row.type != Self.fat && abs(found - 2.008) < 1e-6)
    } else {
      #expect(wait == nil)
    }
  }

  @Test func `The sort of file system is asked for only where it matters`() {
    let clock = StampClock(tick: .milliseconds(4), isMultigrain: false)
    let final = clock.racyUntil(Self.status(200, 200), readAt: Self.read, after: nil) {
      Issue.record("Nobody needs to know.")
      return nil
    }
    #expect(final == nil)
  }

  @Test(arguments: [0.5, -3_600.5])
  func `Read once more after its step a file is final, however wrong its clock`(age: Double) throws
  {
    let clock = StampClock(tick: .milliseconds(4), isMultigrain: false)
    let status = Self.status(age, age)
    func racyUntil(_ moment: FileTime, _ known: StoredFile?) -> FileTime? {
      clock.racyUntil(status, readAt: moment, after: known) { FileSystemType(number: Self.nfs) }
    }
    var stored = StoredFile(Document(status: status, type: ""), id: 1)
    let first = try #require(racyUntil(Self.read, nil))
    stored.racyUntil = first
    #expect(racyUntil(Self.read + .microseconds(1), stored) == first, "Too early: nothing is won.")
    #expect(racyUntil(first - .nanoseconds(1), stored) == first)
    #expect(racyUntil(first, stored) == nil)
    // A moment that this clock cannot have given says nothing.
    stored.racyUntil = first + .seconds(3_600)
    #expect(racyUntil(Self.read, stored) == first)
    // Nor does an entry of a version that knew of no moments.
    stored.racyUntil = .epoch
    #expect(racyUntil(Self.read, stored) == first)
    // Other times belong to another text.
    let other = FileStatus(
      modified: Int(status.modified.nanoseconds) - 1, changed: Int(status.changed.nanoseconds))
    stored = StoredFile(Document(status: other, type: ""), id: 1)
    stored.racyUntil = Self.read - .nanoseconds(1)
    #expect(racyUntil(Self.read, stored) == first)
  }
}
