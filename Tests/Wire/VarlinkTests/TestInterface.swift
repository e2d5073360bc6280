import Synchronization
import Varlink

/// The interface that the tests call.
struct TestInterface: VarlinkInterface {
  struct Word: Codable, Equatable, Sendable {
    var word: String
    var count: Int?
  }

  struct Number: Codable, Equatable, Sendable {
    var number: Int
  }

  struct Repetition: Codable, Sendable {
    var times: Int
    var bytes: Int
  }

  let name = "org.example.test"
  let description = "interface org.example.test\n\nmethod Echo(word: string) -> (word: string)\n"
  /// The names of the calls that have begun, and how they ended.
  let diary: Diary
  /// Blocks the calls of `Hold`.
  let gate: Gate

  func answer(_ call: VarlinkCall) async throws -> Bool {
    switch call.method {
    case "Echo":
      let parameters = try call.parameters(Word.self)
      diary.record("echo \(parameters.word)")
      try await call.reply(parameters)
    case "Count":
      // All replies if the caller accepts several, otherwise only the last.
      let last = try call.parameters(Number.self).number
      guard call.wantsMore else { throw VarlinkError.expectedMore }
      for number in 1...last {
        try await call.reply(Number(number: number), continues: number < last)
      }
    case "Flood":
      let parameters = try call.parameters(Repetition.self)
      let word = Word(word: String(repeating: "x", count: parameters.bytes))
      do {
        for time in 1...parameters.times {
          try await call.reply(word, continues: time < parameters.times)
          diary.record("sent \(time)")
        }
      } catch {
        diary.record("flood ended: \(error is CancellationError)")
        throw error
      }
    case "Hold":
      diary.record("holding")
      await gate.pass()
      defer { diary.record("held") }
      try await call.reply(Word(word: "held"))
    case "Fail":
      throw VarlinkError("org.example.test.Failed", Word(word: "why"))
    case "Break":
      struct Unforeseen: Error {}
      throw Unforeseen()
    default:
      return false
    }
    return true
  }
}

/// The events in a server, for tests that wait for them.
final class Diary: Sendable {
  private let entry: AsyncStream<String>.Continuation
  private let stream: AsyncStream<String>

  init() {
    (stream, entry) = AsyncStream.makeStream()
  }

  func record(_ event: String) {
    entry.yield(event)
  }

  /// Waits until `event` is recorded, and removes the events before it.
  func wait(for event: String) async {
    _ = await next(among: [event])
  }

  /// Waits for the first of `events` and returns it.
  func next(among events: Set<String>) async -> String? {
    await stream.first { events.contains($0) }
  }
}

/// Lets one call continue at a time, even if its client has disconnected.
final class Gate: Sendable {
  private struct State {
    var permits = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func pass() async {
    await withCheckedContinuation { call in
      let mayPass = state.withLock { state in
        if state.permits == 0 {
          state.waiting.append(call)
          return false
        }
        state.permits -= 1
        return true
      }
      if mayPass { call.resume() }
    }
  }

  func letOneThrough() {
    let call = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.permits += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    call?.resume()
  }
}
