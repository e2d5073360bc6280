import ExtractionProtocol
import LinuxSystem
import Synchronization

@testable import TextExtraction

/// A program in this process that sends a test's frames, on a clock that only it moves.
final class ScriptedProgram: ReaderProcess {
  /// A clock that does not move by itself.
  final class Clock: Sendable {
    private let moment = Mutex(SuspendingClock.now)

    var now: SuspendingClock.Instant { moment.withLock { $0 } }

    func advance(by duration: Duration) { moment.withLock { $0 += duration } }
  }

  private struct State {
    var isReady = false
    var isKilled = false
    var request: ExtractionRequest?
    var sent = 0
  }

  let number: Int32 = 0
  let descriptor: Int32 = -1
  private let clock: Clock
  private let step: Duration
  private let answer: @Sendable (Int) -> [ExtractionFrame]?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - clock: the clock that each packet moves.
  ///   - step: the time that a packet takes, or that the daemon waits in vain.
  ///   - answer: the frames of each packet of an answer by its number, which counts from 0; nil for none.
  init(_ clock: Clock, step: Duration, answer: @escaping @Sendable (Int) -> [ExtractionFrame]?) {
    (self.clock, self.step, self.answer) = (clock, step, answer)
  }

  /// How many packets of answers were sent.
  var sent: Int { state.withLock { $0.sent } }
  /// Whether the daemon has ended it.
  var isKilled: Bool { state.withLock { $0.isKilled } }

  func reap() -> Bool { isKilled }

  func kill() { state.withLock { $0.isKilled = true } }

  func send(_ request: ExtractionRequest, _ file: borrowing FileDescriptor) -> Bool {
    state.withLock { $0.request = request }
    return true
  }

  func receive(into buffer: inout [UInt8], waiting milliseconds: Int32) -> ReaderPacket {
    let packet: ExtractionPacket? = state.withLock { state in
      if !state.isReady {
        state.isReady = true
        return ExtractionPacket(0, [.ready(landlock: 1, isFiltered: true)])
      }
      guard let request = state.request else { return nil }
      clock.advance(by: step)
      let frames = answer(state.sent)
      state.sent += 1
      return frames.map { ExtractionPacket(request.number, $0) }
    }
    guard let bytes = packet?.bytes else { return .none }
    buffer.replaceSubrange(..<bytes.count, with: bytes)
    return .received(bytes.count)
  }
}
