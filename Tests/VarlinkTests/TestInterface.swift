import Synchronization
import Varlink

/// What the tests ask a server for.
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
  /// What holds up a call of `Hold`.
  let gate: Gate

  func answer(_ call: VarlinkCall) async throws -> Bool {
    switch call.method {
    case "Echo":
      let parameters = try call.parameters(Word.self)
      diary.note("echo \(parameters.word)")
      try await call.reply(parameters)
    case "Count":
      // One reply after the other where the caller takes them, else the last alone.
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
          diary.note("sent \(time)")
        }
      } catch {
        diary.note("flood ended: \(error is CancellationError)")
        throw error
      }
    case "Hold":
      diary.note("holding")
      await gate.pass()
      defer { diary.note("held") }
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

/// What happened in a server, to be waited for.
final class Diary: Sendable {
  private let entry: AsyncStream<String>.Continuation
  private let stream: AsyncStream<String>

  init() {
    (stream, entry) = AsyncStream.makeStream()
  }

  func note(_ event: String) {
    entry.yield(event)
  }

  /// Waits until `event` has been noted; what came before it is forgotten.
  func wait(for event: String) async {
    _ = await next(among: [event])
  }

  /// Waits for the first of `events`, and tells which it was.
  func next(among events: Set<String>) async -> String? {
    await stream.first { events.contains($0) }
  }
}

/// Lets one call through at a time, also one whose client has gone.
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
