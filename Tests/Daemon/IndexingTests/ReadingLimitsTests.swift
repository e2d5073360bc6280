import IndexStorage
import LinuxSystem
import TestSupport
import Testing

@testable import Indexing

struct ReadingLimitsTests {
  private func grant(_ files: [String: String]) -> MemoryGrant {
    MemoryGrant(pageSize: 4_096) { files[$0] }
  }

  private static let limits = "Limit Soft Hard Units\nMax address space  "

  @Test func `Without limits there are none`() {
    #expect(grant([:]) == MemoryGrant())
    #expect(
      grant([
        "/proc/self/cgroup": "0::/user.slice\n", "/sys/fs/cgroup/user.slice/memory.max": "max\n",
        "/proc/self/limits": "\(Self.limits)unlimited  unlimited  bytes\n",
      ]) == MemoryGrant())
    // The files of cgroup-v1 without a limit.
    #expect(
      grant([
        "/proc/self/cgroup": "4:memory:/\n",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
      ]) == MemoryGrant())
  }

  @Test func `The lowest limit on the way up holds`() {
    let unified = "0::/user.slice/app.slice/sittad.service\n"
    let top = "/sys/fs/cgroup/user.slice"
    var files = ["/proc/self/cgroup": unified, "\(top)/memory.max": "800\n"]
    #expect(grant(files).group == 800)
    files["\(top)/app.slice/sittad.service/memory.max"] = "max\n"
    files["\(top)/app.slice/sittad.service/memory.high"] = "500\n"
    #expect(grant(files).group == 500)
    files["\(top)/app.slice/memory.high"] = "400\n"
    #expect(grant(files).group == 400)
    files["/proc/self/cgroup"] = "12:cpu,memory:/a/b\n0::/\n"
    files["/sys/fs/cgroup/memory/a/memory.limit_in_bytes"] = "300\n"
    #expect(grant(files).group == 300)
    let hybrid = ["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/unified/memory.high": "9"]
    #expect(grant(hybrid).group == 9)
  }

  @Test func `Addresses count beyond those that are taken`() {
    let files = [
      "/proc/self/limits": "\(Self.limits)1000000  unlimited  bytes\n",
      "/proc/self/statm": "100 50 20 1 0 30 0\n",
    ]
    #expect(grant(files).addresses == 590_400 as Int64)
  }

  @Test func `With memory enough everything is read as configured`() {
    for group in [nil, 256 << 20, 1 << 40] as [Int64?] {
      var grant = MemoryGrant()
      grant.group = group
      let limits = ReadingLimits(configured: 32 << 20, grant)
      #expect(limits.bytes == 32 << 20)
      #expect(limits.words == VocabularyLimit.words)
      #expect(limits.reason == nil)
    }
  }

  @Test(arguments: [0, 1, 40, 60, 70, 120, 200] as [Int64])
  func `With little memory less of a document is read`(mebibytes: Int64) {
    var grant = MemoryGrant()
    grant.group = mebibytes << 20
    let limits = ReadingLimits(configured: 32 << 20, grant)
    #expect(limits.reason == .memory(mebibytes << 20))
    let need = Int64(limits.bytes * 5 + limits.words * 220)
    #expect(need <= max(1 << 20, (mebibytes - 48) << 20))
    #expect(limits.bytes >= 64 << 10)
    #expect(limits.words >= 2_000)
    #expect(limits.careful.bytes <= limits.bytes)
    #expect(limits.careful.words <= max(2_000, limits.words / 4))
    #expect(limits.careful.reason == .death)
  }

  @Test func `Hurried reading has fewer words`() {
    let limits = ReadingLimits(configured: 32 << 20, MemoryGrant())
    #expect(limits.hurried.words == 60_000)
    #expect(limits.hurried.bytes == limits.bytes)
    #expect(limits.hurried.reason == .changes)
    var few = limits
    few.words = 9_000
    #expect(few.hurried == few)
  }

  @Test(arguments: [
    (Document.State.partial, 100, true, false), (.partial, 2_500, true, true),
    (.partial, 2_500, false, false), (.complete, 2_500, true, false), (.partial, 900, true, true),
  ])
  func `A damaged document is not cut by low limits`(
    state: Document.State, bytes: Int, areLow: Bool, isCut: Bool
  ) throws {
    var limits = ReadingLimits(configured: 10_000, MemoryGrant())
    limits.words = 200
    if areLow { limits.reason = .death }
    let home = try TemporaryDirectory()
    try home["a"].write("")
    var document = Document(status: try FileStatus(of: home["a"]), type: "text/plain")
    document.state = state
    document.text = Array((0..<1_000).map { "\($0)" }.joined(separator: " ").utf8.prefix(bytes))
    #expect(document.isCut(by: limits) == isCut)
  }

  @Test func `Words of a document that was read can be cut later, because others wait`() throws {
    let home = try TemporaryDirectory()
    try home["a"].write("")
    var document = Document(status: try FileStatus(of: home["a"]), type: "text/html")
    document.state = .complete
    document.text = Array((0..<70_000).map { "w\($0)" }.joined(separator: " ").utf8)
    let limits = ReadingLimits(configured: 32 << 20, MemoryGrant())
    document.cutWords(within: limits)
    #expect(document.state == .complete)
    let size = document.text.count
    document.cutWords(within: limits.hurried)
    #expect(document.state == .partial && document.text.count < size)
    #expect(document.note?.contains("other files change") == true)
  }

  @Test func `Careful reading is a quarter`() {
    let limits = ReadingLimits(configured: 64 << 20, MemoryGrant()).careful
    #expect(limits.bytes == 8 << 20)
    #expect(limits.words == 75_000)
    #expect(ReadingLimits(configured: 1_000, MemoryGrant()).careful.bytes == 1_000)
  }
}
