import LinuxSystem
import Testing

@testable import Indexing

@Suite(.timeLimit(.minutes(15)))
struct OccurrenceTests {
  let occurrence = Occurrence()
  let tasks: LoopTaskExecutor

  init() throws {
    tasks = try LoopTaskExecutor(name: "tasks")
  }

  @Test func `What has happened since the count is not waited for`() async {
    let before = occurrence.count
    occurrence.happen()
    await occurrence.wait(after: before, until: .now + .seconds(3_600), on: tasks)
    #expect(occurrence.count == before + 1)
  }

  @Test func `All who wait go on at once`() async {
    let before = occurrence.count
    let waiting = (0..<5).map { _ in
      Task { [occurrence, tasks] in
        await occurrence.wait(after: before, until: .now + .seconds(3_600), on: tasks)
      }
    }
    occurrence.happen()
    for task in waiting { await task.value }
  }

  @Test(arguments: [Duration.zero, .milliseconds(20)])
  func `Nobody waits longer than until the deadline`(patience: Duration) async {
    let deadline = ContinuousClock.now + patience
    await occurrence.wait(after: occurrence.count, until: deadline, on: tasks)
    #expect(deadline <= .now)
  }
}
