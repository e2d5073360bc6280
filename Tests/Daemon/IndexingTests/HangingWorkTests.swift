import LinuxSystem
import TestSupport
import Testing
import Watching

@testable import Indexing

/// Work on file systems that do not answer.
struct HangingWorkTests {
  static let start = ContinuousClock.now
  static let second = UnixTime(seconds: 1_000)

  static func add(_ path: FilePath, to work: inout HangingWork, top: FilePath = "/nas/docs") {
    work.add(.path(path), on: "/nas", top: top, at: start, second: second)
  }

  @Test func `A file system is asked again later and later, and its work comes back`() {
    var work = HangingWork()
    #expect(work.due == nil)
    Self.add("/nas/docs/a", to: &work)
    Self.add("/nas/docs/b", to: &work)
    Self.add("/nas/docs/a", to: &work)
    #expect(work.since == ["/nas": Self.second])
    var now = Self.start
    for delay in [1, 2, 4, 8, 16, 30, 30] {
      #expect(work.due == now + .seconds(delay))
      #expect(work.due(at: now) == [])
      now += .seconds(delay)
      #expect(work.due(at: now) == ["/nas"])
      work.postpone("/nas", at: now)
    }
    #expect(work.take("/nas") == [.path("/nas/docs/a"), .path("/nas/docs/b")])
    #expect(work.due == nil)
    #expect(work.take("/nas") == [])
  }

  @Test func `Much work becomes a comparison of everything`() {
    var work = HangingWork()
    for number in 0..<1_002 { Self.add(FilePath.root.appending("\(number)"), to: &work) }
    Self.add("/nas/docs/last", to: &work)
    #expect(
      work.take("/nas") == [.scan(ChangeBatch.Scan("/nas/docs", isRecursive: true))])
  }

  @Test func `Much work in one root displaces none in another root of the same file system`() {
    var work = HangingWork()
    Self.add("/nas/photos/a", to: &work, top: "/nas/photos")
    for number in 0..<1_002 { Self.add(FilePath.root.appending("\(number)"), to: &work) }
    let roots: [FilePath] = ["/nas/docs", "/nas/photos"]
    let all = roots.map { WorkQueue.Work.scan(ChangeBatch.Scan($0, isRecursive: true)) }
    var restricted = work
    Self.add("/nas/photos/b", to: &work, top: "/nas/photos")
    #expect(work.take("/nas") == all)
    // A root that is removed is not compared, however much work comes later.
    restricted.removeAll { $0.isInside("/nas/docs") }
    #expect(restricted.take("/nas") == [all[0]])
  }

  @Test func `A new index waits for two minutes`() {
    var work = HangingWork()
    #expect(!work.delaysRebuild(at: Self.start))
    Self.add("/nas/docs/a", to: &work)
    #expect(work.delaysRebuild(at: Self.start + .seconds(119)))
    #expect(!work.delaysRebuild(at: Self.start + .seconds(120)))
  }

  @Test func `Work on what other rules leave out is dropped`() {
    var work = HangingWork()
    Self.add("/nas/docs/a", to: &work)
    Self.add("/nas/docs/b", to: &work)
    work.removeAll { $0 == "/nas/docs/b" }
    #expect(work.take("/nas") == [.path("/nas/docs/b")])
    Self.add("/nas/docs/a", to: &work)
    work.removeAll { _ in false }
    #expect(work.since == [:])
  }
}
