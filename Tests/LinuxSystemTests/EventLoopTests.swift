import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct EventLoopTests {
  /// An actor that lives on a loop.
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

  @Test func `An actor that lives on a loop runs on its thread`() async throws {
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

  @Test func `A handler is in the isolation of the actors of its loop`() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let resident = Resident(loop)
    let pipe = try Pipe()
    let (calls, call) = AsyncStream<Void>.makeStream()
    let number = pipe.reading.number
    try loop.wait(for: number, .readable) { _ in
      resident.assumeIsolated { $0.see(7) }
      loop.forget(number)
      call.finish()
    }
    try pipe.writing.write([1])
    for await _ in calls {}
    #expect(await resident.seen == [7])
  }

  @Test func `Actors of one loop share its isolation, those of another do not`() async throws {
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

  @Test func `A handler learns what its descriptor is ready for`() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let pipe = try Pipe()
    let (events, event) = AsyncStream<EventLoop.Interest>.makeStream()
    let reading = pipe.reading.number
    let writing = pipe.writing.number
    try loop.wait(for: writing, .writable) { interest in
      loop.forget(writing)
      event.yield(interest)
    }
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next()?.contains(.writable) == true)
    try loop.wait(for: reading, .readable) { interest in
      try? loop.change(reading, to: [])
      event.yield(interest)
    }
    try pipe.writing.write([1])
    #expect(await iterator.next()?.contains(.readable) == true)
    loop.forget(reading)
  }

  @Test func `The end of a peer is something to read`() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let pipe = try Pipe()
    let (events, event) = AsyncStream<EventLoop.Interest>.makeStream()
    let number = pipe.reading.number
    try loop.wait(for: number, .readable) { interest in
      loop.forget(number)
      event.yield(interest)
    }
    let reading = pipe.closeWriting()
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next()?.contains(.readable) == true)
    #expect(reading.number == number)
  }

  @Test func `Interest can be taken back and given again`() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let pipe = try Pipe()
    let number = pipe.reading.number
    let (events, event) = AsyncStream<String>.makeStream()
    try loop.wait(for: number, .readable) { _ in
      loop.forget(number)
      event.yield("handler")
    }
    try loop.change(number, to: [])
    try pipe.writing.write([1])
    // The loop looks at its descriptors between two deadlines.
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

  @Test func `A descriptor that was forgotten is not heard of again`() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let first = try Pipe()
    let second = try Pipe()
    try first.writing.write([1])
    try second.writing.write([1])
    let numbers = [first.reading.number, second.reading.number]
    let (events, event) = AsyncStream<String>.makeStream()
    // Both are ready when the loop looks for the first time: it finds them in one call.
    loop.schedule(at: .now) {
      for number in numbers {
        try? loop.wait(for: number, .readable) { _ in
          for number in numbers { loop.forget(number) }
          event.yield("handler")
          loop.schedule(at: .now) { event.finish() }
        }
      }
    }
    var count = 0
    for await _ in events { count += 1 }
    #expect(count == 1)
    // Forgetting again is no error.
    loop.forget(numbers[0])
  }

  @Test func `A second handler takes the place of the first`() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let pipe = try Pipe()
    let number = pipe.reading.number
    let (events, event) = AsyncStream<Int>.makeStream()
    for name in [1, 2] {
      try loop.wait(for: number, .readable) { _ in
        loop.forget(number)
        event.yield(name)
        event.finish()
      }
    }
    try pipe.writing.write([1])
    for await name in events { #expect(name == 2) }
  }

  @Test func `A regular file is nothing to wait for`() throws {
    let folder = try TemporaryDirectory()
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    try folder["file"].write("")
    let file = try FileDescriptor(opening: folder["file"], flags: O_RDONLY)
    for _ in 1...2 {
      let expected = SystemError(code: EPERM, attempt: "Cannot wait for a descriptor")
      #expect(throws: expected) { try loop.wait(for: file.number, .readable) { _ in } }
    }
  }
}
