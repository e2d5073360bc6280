import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct EventLoopTests {
  /// An actor that runs on a loop.
  actor Resident {
    private let loop: EventLoop
    private(set) var seen: [Int] = []

    init(_ loop: EventLoop) {
      self.loop = loop
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      unsafe loop.asUnownedSerialExecutor()
    }

    func see(_ number: Int) {
      seen.append(number)
    }

    func threadName() throws -> String? {
      try FilePath(absolute: "/proc/thread-self/comm")?.text()
    }

    /// Starts jobs of this actor one after another, without waiting for them.
    func startJobs(_ count: Int) -> [Task<Void, Never>] {
      (0..<count).map { number in Task { self.see(number) } }
    }
  }

  @Test func `An actor of a loop runs on its thread`() async throws {
    let loop = try EventLoop(name: "loop of a test")
    defer { loop.stop() }
    #expect(try await Resident(loop).threadName() == "loop of a test\n")
  }

  @Test func `Calls from many tasks all arrive, one at a time`() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let resident = Resident(loop)
    await withTaskGroup { group in
      for task in 0..<50 {
        group.addTask {
          for call in 0..<200 { await resident.see(task * 200 + call) }
        }
      }
    }
    #expect(await resident.seen.sorted() == Array(0..<10_000))
  }

  @Test func `Jobs run in the order in which they come`() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let resident = Resident(loop)
    for task in await resident.startJobs(1_000) { await task.value }
    #expect(await resident.seen == Array(0..<1_000))
  }

  @Test func `A handler is isolated to the actors of its loop`() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let resident = Resident(loop)
    let pipe = try Pipe()
    let (calls, call) = AsyncStream<Void>.makeStream()
    let number = pipe.reading.number
    try loop.addHandler(for: number, .readable) { _ in
      resident.assumeIsolated { $0.see(7) }
      loop.removeHandler(for: number)
      call.finish()
    }
    try pipe.writing.write([1])
    for await _ in calls {}
    #expect(await resident.seen == [7])
  }

  @Test func `Actors of the same loop share its isolation, actors of another do not`() async throws
  {
    let loops = [try EventLoop(name: "one"), try EventLoop(name: "two")]
    defer { for loop in loops { loop.stop() } }
    let (answers, answer) = AsyncStream<[Bool?]>.makeStream()
    loops[0].schedule(at: .now) {
      answer.yield(loops.map { $0.isIsolatingCurrentContext() })
      answer.finish()
    }
    for await result in answers { #expect(result == [true, false]) }
    #expect(loops[0].isIsolatingCurrentContext() == false)
  }

  @Test func `A handler gets the readiness of its descriptor`() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let pipe = try Pipe()
    let (events, event) = AsyncStream<EventLoop.Interest>.makeStream()
    let reading = pipe.reading.number
    let writing = pipe.writing.number
    try loop.addHandler(for: writing, .writable) { interest in
      loop.removeHandler(for: writing)
      event.yield(interest)
    }
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next()?.contains(.writable) == true)
    try loop.addHandler(for: reading, .readable) { interest in
      try? loop.change(reading, to: [])
      event.yield(interest)
    }
    try pipe.writing.write([1])
    #expect(await iterator.next()?.contains(.readable) == true)
    loop.removeHandler(for: reading)
  }

  @Test func `A descriptor is readable when its peer has closed`() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let pipe = try Pipe()
    let (events, event) = AsyncStream<EventLoop.Interest>.makeStream()
    let number = pipe.reading.number
    try loop.addHandler(for: number, .readable) { interest in
      loop.removeHandler(for: number)
      event.yield(interest)
    }
    let reading = pipe.closeWriting()
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next()?.contains(.readable) == true)
    #expect(reading.number == number)
  }

  @Test func `Interest can be removed and set again`() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let pipe = try Pipe()
    let number = pipe.reading.number
    let (events, event) = AsyncStream<String>.makeStream()
    try loop.addHandler(for: number, .readable) { _ in
      loop.removeHandler(for: number)
      event.yield("handler")
    }
    try loop.change(number, to: [])
    try pipe.writing.write([1])
    // The loop checks its descriptors between two deadlines.
    loop.schedule(at: .now) {
      loop.schedule(at: .now + .milliseconds(1)) {
        event.yield("deadline")
        try? loop.change(number, to: .readable)
      }
    }
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == "deadline")
    #expect(await iterator.next() == "handler")
  }

  @Test func `A removed handler is not called again`() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let first = try Pipe()
    let second = try Pipe()
    try first.writing.write([1])
    try second.writing.write([1])
    let numbers = [first.reading.number, second.reading.number]
    let (events, event) = AsyncStream<String>.makeStream()
    // Both are ready at the loop's first check, so one call returns both.
    loop.schedule(at: .now) {
      for number in numbers {
        try? loop.addHandler(for: number, .readable) { _ in
          for number in numbers { loop.removeHandler(for: number) }
          event.yield("handler")
          loop.schedule(at: .now) { event.finish() }
        }
      }
    }
    var count = 0
    for await _ in events { count += 1 }
    #expect(count == 1)
    // Removing a handler twice is not an error.
    loop.removeHandler(for: numbers[0])
  }

  @Test func `A second handler replaces the first`() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let pipe = try Pipe()
    let number = pipe.reading.number
    let (events, event) = AsyncStream<Int>.makeStream()
    for name in [1, 2] {
      try loop.addHandler(for: number, .readable) { _ in
        loop.removeHandler(for: number)
        event.yield(name)
        event.finish()
      }
    }
    try pipe.writing.write([1])
    for await name in events { #expect(name == 2) }
  }

  @Test func `A regular file cannot have a handler`() throws {
    let folder = try TemporaryDirectory()
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    try folder["file"].write("")
    let file = try FileDescriptor(opening: folder["file"], flags: O_RDONLY)
    for _ in 1...2 {
      let expected = SystemError(code: EPERM, attempt: "Cannot wait for a descriptor")
      #expect(throws: expected) { try loop.addHandler(for: file.number, .readable) { _ in } }
    }
  }

  @Test func `An event of a closed descriptor does not reach the next one with its number`()
    async throws
  {
    let loop = try EventLoop()
    let one = try Pipe()
    let two = try Pipe()
    let silent = try Pipe()
    let (numbers, quiet) = ([one.reading.number, two.reading.number], silent.reading.number)
    let handled = Log()
    // Both events are reported together. The handler that comes first closes the other's descriptor, and a
    // pipe without bytes gets its number.
    for (own, other) in zip(numbers, numbers.reversed()) {
      try loop.addHandler(for: own, .readable) { _ in
        handled.add("old")
        loop.removeHandler(for: own)
        loop.removeHandler(for: other)
        if dup2(quiet, other) == other {
          try? loop.addHandler(for: other, .readable) { _ in handled.add("new") }
        }
        loop.schedule(at: .now) { loop.stop() }
      }
    }
    try one.writing.write([1])
    try two.writing.write([1])
    loop.run()
    #expect(handled.lines == ["old"])
  }

  /// The record of handlers' calls.
  private final class Log: Sendable {
    private let entries = Mutex<[String]>([])
    var lines: [String] { entries.withLock(\.self) }

    func add(_ line: String) {
      entries.withLock { $0.append(line) }
    }
  }
}
