import LinuxSystem
import TestSupport
import Testing

@testable import Indexing

struct MemoryCutsTests {
  static let one = FileVersion(size: 30 << 20, modified: 1, inode: 2)

  private func limits(_ mebibytes: Int64?) -> ReadingLimits {
    var grant = MemoryGrant()
    grant.group = mebibytes.map { $0 << 20 }
    return ReadingLimits(configured: 32 << 20, grant)
  }

  @Test func `A document is read again once there is more memory`() {
    var cuts = MemoryCuts()
    #expect(!cuts.hasNoMore(limits(80), for: Self.one))
    cuts.add(Self.one, limits(80))
    #expect(cuts.hasNoMore(limits(80), for: Self.one))
    #expect(cuts.hasNoMore(limits(70), for: Self.one))
    #expect(cuts.hasNoMore(limits(84), for: Self.one), "That is not worth it.")
    #expect(!cuts.hasNoMore(limits(100), for: Self.one))
    #expect(!cuts.hasNoMore(limits(nil), for: Self.one))
    var changed = Self.one
    changed.modified = 2
    #expect(!cuts.hasNoMore(limits(80), for: changed))
  }

  @Test func `Only so many are remembered`() {
    var cuts = MemoryCuts()
    for number in 0...Int64(MemoryCuts.capacity) {
      var subject = Self.one
      subject.modified = FileTime(nanoseconds: number)
      cuts.add(subject, limits(80))
    }
    var first = Self.one
    first.modified = 0
    #expect(!cuts.hasNoMore(limits(80), for: first))
  }
}
