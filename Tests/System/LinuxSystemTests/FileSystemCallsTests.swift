import LinuxSystem
import Synchronization
import TestSupport
import Testing

/// Calls that hang: a pipe without a writer acts like a file system whose server is gone.
@Suite(.timeLimit(.minutes(5)))
struct FileSystemCallsTests {
  let tasks: LoopTaskExecutor

  init() throws {
    tasks = try LoopTaskExecutor(name: "tasks")
  }

  /// Blocks until there is something to read.
  private static func hang(on descriptor: Int32) {
    _ = try? FileDescriptor(duplicating: descriptor).waitUntilReadable(timeout: .seconds(3_600))
  }

  /// Touches a path and returns it.
  private func touch(
    _ path: FilePath, _ calls: FileSystemCalls, within timeout: Duration = .seconds(3_600)
  ) async throws -> FilePath {
    try await calls.answer(within: timeout) { call in
      try call.willTouch(path)
      return path
    }
  }

  @Test func `The result or the error of a call comes back`() async throws {
    let calls = FileSystemCalls(tasks: tasks)
    #expect(try await touch("/a", calls) == "/a")
    let error = SystemError(code: 5, attempt: "Cannot open")
    await #expect(throws: error) {
      try await calls.answer(within: .seconds(60)) { _ in throw error }
    }
    #expect(try calls.blockingAnswer(within: .seconds(60)) { _ in 7 } == 7)
    #expect(throws: error) { try calls.blockingAnswer(within: .seconds(60)) { _ in throw error } }
  }

  @Test func `A call that hangs delays no call on another file system`() async throws {
    let server = try Pipe()
    let number = server.reading.number
    let calls = FileSystemCalls(tasks: tasks)
    await #expect(throws: FileSystemCalls.Unanswered(path: "/proc/1/root")) {
      try await calls.answer(within: .seconds(2)) { call in
        try call.willTouch("/proc/1/root")
        Self.hang(on: number)
      }
    }
    // On the same file system a call fails at once, on another one it does not.
    await #expect(throws: FileSystemCalls.Unanswered(path: "/proc/self")) {
      try await touch("/proc/self", calls)
    }
    #expect(throws: FileSystemCalls.Unanswered(path: "/proc/self")) {
      try calls.blockingAnswer(within: .seconds(3_600)) { try $0.willTouch("/proc/self") }
    }
    #expect(try await touch("/", calls) == "/")
    // Once it has returned, its file system is asked again.
    try server.writing.write([0])
    while (try? await touch("/proc/self", calls)) == nil {}
  }

  @Test func `A blocking call that hangs is given up, and touches nothing afterwards`() async throws
  {
    let server = try Pipe()
    let number = server.reading.number
    let calls = FileSystemCalls(tasks: tasks)
    let (ends, end) = AsyncStream<Bool>.makeStream()
    #expect(throws: FileSystemCalls.Unanswered(path: "/proc/1")) {
      try calls.blockingAnswer(within: .seconds(2)) { call in
        try call.willTouch("/proc/1")
        Self.hang(on: number)
        end.yield((try? call.willTouch("/")) == nil)
        end.finish()
      }
    }
    try server.writing.write([0])
    for await isRefused in ends { #expect(isRefused) }
  }

  @Test func `A file system that begins to hang under load leaves threads for others`() async throws
  {
    let server = try Pipe()
    let number = server.reading.number
    let calls = FileSystemCalls(tasks: tasks)
    let hanging = Counter()
    await withTaskGroup { group in
      for _ in 0..<100 {
        group.addTask {
          _ = try? await calls.answer(within: .milliseconds(100)) { call in
            try call.willTouch("/proc/1")
            hanging.add()
            Self.hang(on: number)
          }
        }
      }
    }
    #expect(hanging.value < 12)
    #expect(try await touch("/", calls) == "/")
    try server.writing.write([0])
  }

  @Test func `A call that ends at its timeout leaves no file system hanging`() async throws {
    let calls = FileSystemCalls(tasks: tasks)
    for _ in 0..<500 { _ = try? await touch("/proc/1", calls, within: .zero) }
    // The last ones that were given up may not have ended yet.
    while (try? await touch("/proc/self", calls)) == nil {}
  }

  @Test func `If all threads hang, a call fails and says so`() async throws {
    let server = try Pipe()
    let number = server.reading.number
    let calls = FileSystemCalls(tasks: tasks, threads: 1)
    for path: FilePath? in ["/proc/1", nil] {
      await #expect(throws: FileSystemCalls.Unanswered(path: path)) {
        try await calls.answer(within: .seconds(2)) { call in
          try call.willTouch("/proc/1")
          Self.hang(on: number)
        }
      }
    }
    try server.writing.write([0])
  }

  private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }

    func add() {
      count.add(1, ordering: .relaxed)
    }
  }
}
