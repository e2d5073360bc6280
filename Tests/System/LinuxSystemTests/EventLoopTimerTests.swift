import LinuxSystem
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15)))
struct EventLoopTimerTests {
  let loop: EventLoop

  init() throws {
    loop = try EventLoop(name: "test")
  }

  /// The names of the actions that `body` schedules on the loop's thread, in the order of their runs.
  ///
  /// All actions are scheduled before the first can run; the name "end" ends the record.
  func record(_ body: @escaping @Sendable (Recorder) -> Void) async -> [String] {
    let (names, name) = AsyncStream<String>.makeStream()
    let recorder = Recorder(loop: loop, names: name)
    loop.schedule(at: .now) { body(recorder) }
    var record: [String] = []
    for await name in names { record.append(name) }
    loop.stop()
    return record
  }

  struct Recorder: Sendable {
    let loop: EventLoop
    let names: AsyncStream<String>.Continuation

    @discardableResult
    func schedule(
      _ name: String, at deadline: ContinuousClock.Instant,
      _ action: @escaping @Sendable () -> Void = {}
    ) -> EventLoop.Timer {
      loop.schedule(at: deadline) {
        if name == "end" { return names.finish() }
        names.yield(name)
        action()
      }
    }
  }

  @Test func `Actions run in the order of their deadlines`() async {
    let names = await record { recorder in
      let start = ContinuousClock.now
      recorder.schedule("end", at: start + .milliseconds(4))
      recorder.schedule("third", at: start + .milliseconds(3))
      recorder.schedule("first", at: start + .milliseconds(1))
      recorder.schedule("second", at: start + .milliseconds(2))
      recorder.schedule("past", at: start - .seconds(1))
    }
    #expect(names == ["past", "first", "second", "third"])
  }

  @Test func `Actions with equal deadlines run in the order in which they were scheduled`() async {
    let expected = (0..<100).map(String.init)
    let names = await record { recorder in
      let deadline = ContinuousClock.now
      for name in expected { recorder.schedule(name, at: deadline) }
      recorder.schedule("end", at: deadline)
    }
    #expect(names == expected)
  }

  @Test func `An action does not run before its deadline`() async {
    let start = ContinuousClock.now
    let deadlines = [100, 999, 1_000, 1_001, 2_500].map { start + .microseconds($0) }
    let (moments, moment) = AsyncStream<ContinuousClock.Instant>.makeStream()
    for deadline in deadlines {
      loop.schedule(at: deadline) { moment.yield(.now) }
    }
    var iterator = moments.makeAsyncIterator()
    for deadline in deadlines {
      #expect(await iterator.next().map { $0 >= deadline } == true)
    }
    loop.stop()
  }

  @Test func `A cancelled action does not run`() async {
    let names = await record { recorder in
      let deadline = ContinuousClock.now
      let first = recorder.schedule("first", at: deadline)
      recorder.schedule("second", at: deadline)
      recorder.loop.cancel(first)
      recorder.loop.cancel(first)
      recorder.schedule("end", at: deadline)
    }
    #expect(names == ["second"])
  }

  @Test func `An action can cancel another one with the same deadline`() async {
    let timer = Shared<EventLoop.Timer?>(nil)
    let names = await record { recorder in
      let deadline = ContinuousClock.now
      recorder.schedule("first", at: deadline) {
        if let second = timer.value.withLock({ $0 }) { recorder.loop.cancel(second) }
      }
      let second = recorder.schedule("second", at: deadline)
      timer.value.withLock { $0 = second }
      recorder.schedule("end", at: deadline)
    }
    #expect(names == ["first"])
  }

  @Test func `An action scheduled by another action runs after the descriptors`() async {
    let names = await record { recorder in
      recorder.schedule("first", at: .now) {
        recorder.schedule("third", at: .now - .seconds(1)) { recorder.schedule("end", at: .now) }
      }
      recorder.schedule("second", at: .now)
    }
    #expect(names == ["first", "second", "third"])
  }

  @Test func `No action runs on a stopped loop`() async throws {
    let count = Shared(0)
    let (ends, end) = AsyncStream<Void>.makeStream()
    try startAndStop(counting: count, Sentinel(end))
    for await _ in ends {}
    #expect(count.value.withLock { $0 } == 1)
    loop.stop()
  }

  /// Keeps no reference to a loop, so that only its thread has one, and releases it at its end.
  private func startAndStop(counting count: Shared<Int>, _ sentinel: Sentinel) throws {
    let loop = try EventLoop(name: "test")
    loop.schedule(at: .now) { [weak loop] in
      let deadline = ContinuousClock.now
      for _ in 0..<3 {
        loop?.schedule(at: deadline) {
          sentinel.touch()
          count.value.withLock { $0 += 1 }
          loop?.stop()
        }
      }
    }
  }
}

private final class Shared<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) {
    self.value = Mutex(value)
  }
}

/// Ends a stream when this object is released.
private final class Sentinel: Sendable {
  private let end: AsyncStream<Void>.Continuation

  init(_ end: AsyncStream<Void>.Continuation) {
    self.end = end
  }

  deinit {
    end.finish()
  }

  func touch() {}
}
