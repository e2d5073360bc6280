import LinuxSystem
import TestSupport
import Testing

@testable import Indexing

@BlockingThread
struct SyncBarrierTests {
  let folder: TemporaryDirectory
  let tasks: LoopTaskExecutor

  init() throws {
    folder = try TemporaryDirectory()
    tasks = try LoopTaskExecutor(name: "tasks")
  }

  @Test func `Only markers of an earlier daemon are removed`() async throws {
    for name in ["3", "7"] { try folder[name].write("") }
    for name in ["9", "notes.txt", "-1", "4294967296"] { try folder[name].write("mine") }
    try folder["11/12"].write("")
    let barrier = try SyncBarrier(folder: folder.path, tasks: tasks)
    let names = try DirectoryListing(of: FileDescriptor(openingDirectory: folder.path)).names
    #expect(
      Set(names.map { String(decoding: $0, as: UTF8.self) })
        == ["9", "notes.txt", "-1", "4294967296", "11"])
    #expect(try await barrier.mark() == 12)
  }

  @Test func `A marker that comes through ends the wait, and so does the time`() async throws {
    let barrier = try SyncBarrier(folder: folder.path, tasks: tasks)
    // On a thread of its own: the loop below may keep the only one that is free.
    let waiting = Task(executorPreference: tasks) {
      try await barrier.wait(atMost: .seconds(3_600))
    }
    var numbers: [UInt64] = []
    while numbers.isEmpty {
      await Task.yield()
      numbers = await barrier.numbers
    }
    await barrier.reach(numbers)
    #expect(try await waiting.value)
    #expect(try await !barrier.wait(atMost: .milliseconds(1)))
    #expect(await barrier.numbers.isEmpty)
  }

  @Test func `A marker that cannot be made ends the wait with the reason`() async throws {
    let barrier = try SyncBarrier(folder: folder["gone"].parent, tasks: tasks)
    try folder.path.removeTree()
    await #expect(throws: SystemError.self) { try await barrier.wait(atMost: .seconds(3_600)) }
    #expect(await barrier.numbers.isEmpty)
    #expect(await barrier.obstacle(within: .seconds(60)) == nil, "An error is an answer.")
  }
}
