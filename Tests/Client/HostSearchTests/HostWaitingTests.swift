import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@testable import HostSearch

struct HostWaitingTests {
  private let start = ContinuousClock.now
  private func after(_ milliseconds: Int) -> ContinuousClock.Instant {
    start + .milliseconds(milliseconds)
  }

  @Test func `All are waited for until they answer or their time is over`() {
    var waiting = HostWaiting()
    for _ in 0..<3 { waiting.ask(at: start, limit: .milliseconds(150)) }
    waiting.skip()
    #expect(waiting.nextDeadline == after(150))
    waiting.answered(0)
    waiting.failed(2)
    #expect(waiting.nextDeadline != nil)
    #expect(waiting.advance(to: after(149)).isEmpty)
    #expect(waiting.advance(to: after(150)) == [1])
    #expect(waiting.nextDeadline == nil)
    #expect(waiting.states == [.answered, .failed, .failed, .failed])
    // Too late is too late.
    waiting.answered(1)
    waiting.continued(1, at: after(151), limit: .milliseconds(150))
    #expect(waiting.states[1] == .failed)
    #expect(waiting.advance(to: after(900)).isEmpty)
  }

  @Test func `The clock of a host begins when its connection is there`() {
    var waiting = HostWaiting()
    waiting.connect(at: start, limit: .seconds(5), answer: .milliseconds(150))
    waiting.ask(at: start, limit: .milliseconds(150))
    #expect(waiting.connecting == [0])
    #expect(waiting.advance(to: after(150)) == [1])
    #expect(waiting.nextDeadline == after(5_000))
    waiting.connected(0, at: after(400))
    #expect(waiting.connecting.isEmpty)
    #expect(waiting.nextDeadline == after(1_400))
    // It is reported once.
    waiting.connected(0, at: after(1_000))
    #expect(waiting.nextDeadline == after(1_400))
    #expect(waiting.advance(to: after(1_400)) == [0])
  }

  @Test func `A host that says nothing gets no longer time because no other one answers`() {
    var waiting = HostWaiting()
    waiting.grace = .milliseconds(350)
    waiting.connect(at: start, limit: .seconds(5), answer: .milliseconds(150))
    waiting.connect(at: start, limit: .seconds(5), answer: .milliseconds(150))
    waiting.ask(at: start, limit: .milliseconds(150))
    #expect(waiting.nextDeadline == after(500))
    waiting.connected(1, at: after(4_700))
    #expect(waiting.advance(to: after(5_000)) == [0, 1, 2])
    // One that has answered once has its time for the next part.
    waiting = HostWaiting()
    waiting.connect(at: start, limit: .seconds(5), answer: .milliseconds(150))
    waiting.connected(0, at: after(4_700))
    waiting.continued(0, at: after(4_900), limit: .milliseconds(500))
    #expect(waiting.nextDeadline == after(5_400))
  }

  @Test func `A host may take as long for its first answer as for others`() {
    var waiting = HostWaiting()
    waiting.connect(at: start, limit: .seconds(60), answer: .seconds(10))
    waiting.connected(0, at: after(400))
    #expect(waiting.nextDeadline == after(10_400))
  }

  @Test func `A connection that is made late has no more time than others`() {
    var waiting = HostWaiting()
    waiting.connect(at: start, limit: .seconds(5), answer: .milliseconds(150))
    waiting.connected(0, at: after(4_900))
    #expect(waiting.nextDeadline == after(5_000))
    #expect(waiting.advance(to: after(5_000)) == [0])
  }

  @Test func `Each part of a long answer has its own time`() {
    var waiting = HostWaiting()
    waiting.ask(at: start, limit: .milliseconds(500))
    waiting.continued(0, at: after(400), limit: .milliseconds(500))
    #expect(waiting.advance(to: after(899)).isEmpty)
    waiting.answered(0)
    #expect(waiting.nextDeadline == nil)
  }

  @Test func `An answer in endless parts ends`() {
    var waiting = HostWaiting()
    waiting.ask(at: start, limit: .milliseconds(500))
    for time in stride(from: 400, through: 599_600, by: 400) {
      waiting.continued(0, at: after(time), limit: .milliseconds(500))
      #expect(waiting.advance(to: after(time + 399)).isEmpty)
    }
    waiting.continued(0, at: after(599_900), limit: .milliseconds(500))
    #expect(waiting.advance(to: after(600_000)) == [0])
  }

  @Test func `As long as nobody has answered, all have more time`() {
    var waiting = HostWaiting()
    waiting.grace = .milliseconds(350)
    for _ in 0..<2 { waiting.ask(at: start, limit: .milliseconds(150)) }
    #expect(waiting.nextDeadline == after(500))
    #expect(waiting.advance(to: after(499)).isEmpty)
    waiting.answered(1)
    // Now there is an answer, so the other one is late.
    #expect(waiting.nextDeadline == after(150))
    #expect(waiting.advance(to: after(499)) == [0])
    var silent = HostWaiting()
    silent.grace = .milliseconds(350)
    silent.ask(at: start, limit: .milliseconds(150))
    #expect(silent.advance(to: after(500)) == [0])
  }
}

struct HostMemoryTests {
  @Test func `Calls at the same time keep what each has learnt`() throws {
    let folder = try TemporaryDirectory()
    let file = folder["memory"]
    var first = HostMemory()
    first.fail("old", at: 1_000)
    first.write(to: file, since: HostMemory())
    #expect(try FileStatus(of: file).permissions == 0o600)
    let former = HostMemory(file: file)
    #expect(former == first)
    var (one, other) = (former, former)
    one.fail("desk", at: 5_000)
    one.write(to: file, since: former)
    other.succeed("old")
    other.write(to: file, since: former)
    let both = HostMemory(file: file)
    #expect(both.rest(of: "desk", at: 5_000) == .seconds(1))
    #expect(both.rest(of: "old", at: 1_000) == nil)
    try file.write("no memory")
    #expect(HostMemory(file: file) == HostMemory())
  }

  @Test func `A failed host is asked again after 1, 2, 4 to 60 seconds`() {
    var memory = HostMemory()
    var now = 1_000_000
    #expect(memory.rest(of: "nas", at: now) == nil)
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60] {
      memory.fail("nas", at: now)
      #expect(memory.rest(of: "nas", at: now) == .seconds(seconds))
      #expect(memory.rest(of: "nas", at: now + seconds * 1_000 - 1) == .milliseconds(1))
      #expect(memory.rest(of: "nas", at: now + seconds * 1_000) == nil)
      // The clock was set back.
      #expect(memory.rest(of: "nas", at: now - 61_000) == nil)
      now += seconds * 1_000
    }
    #expect(memory.rest(of: "desk", at: now) == nil)
    memory.succeed("nas")
    memory.fail("nas", at: now)
    #expect(memory.rest(of: "nas", at: now) == .seconds(1))
  }
}
