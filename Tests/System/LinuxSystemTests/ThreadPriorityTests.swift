import LinuxSystem
import TestSupport
import Testing

/// Runs on the thread of blocking tests, which gets its normal priority back.
@BlockingThread
struct ThreadPriorityTests {
  /// The policy of this thread: field 41 of proc_pid_stat(5); SCHED_BATCH is 3.
  private func policy() throws -> String {
    let file = ["proc", "thread-self", "stat"].reduce(FilePath.root) { $0.appending($1) }
    let text = try FileDescriptor(openingOwn: file).read(upTo: 4_096, expecting: 512)
    let line = String(decoding: text, as: UTF8.self)
    // The name in parentheses is the second field and may have blanks.
    let fields = try #require(line.split(separator: ")").last).split(separator: " ")
    return String(fields[38])
  }

  @Test func `A thread gets its normal priority back after bulk work`() throws {
    #expect(try policy() == "0")
    ThreadPriority.batch.apply()
    #expect(try policy() == "3")
    ThreadPriority.normal.apply()
    #expect(try policy() == "0")
  }

  @Test func `The CPU time of a thread grows only while it works`() {
    let before = ThreadClock.now
    var sum: UInt64 = 0
    while ThreadClock.now - before < .milliseconds(2) { sum &+= 1 }
    let worked = ThreadClock.now - before
    #expect(worked >= .milliseconds(2))
    #expect(sum > 0)
  }
}
