import DaemonMeasuring
import LinuxSystem
import SearchInterface
import Synchronization

/// Asks the same question all the time, on a thread of its own, and records how long no answer
/// comes.
final class Witness: Sendable {
  fileprivate struct State {
    /// The last right answer, or the moment from which one is due; nil while none is.
    var last: ContinuousClock.Instant?
    var longest = Duration.zero
    /// The failures that came as answers while a right one was due.
    var refusals: [String: Int] = [:]
    var hasEnded = false
  }

  private let socket: FilePath
  private let query: String
  private let file: FilePath
  private let state = Mutex(State())

  /// Begins to ask; nothing is counted before ``expectAnswers()``.
  ///
  /// - Parameters:
  ///   - socket: where a daemon listens now and then.
  ///   - query: the question.
  ///   - file: the one file that is to be found.
  ///   - interval: how long to wait between an answer and the next question.
  init(
    at socket: FilePath, asking query: String, expecting file: FilePath, every interval: Duration
  ) {
    self.socket = socket
    self.query = query
    self.file = file
    Task.detached { [self] in
      var client: SearchClient?
      while isWanted {
        client = askOnce(client)
        wait(interval)
      }
    }
  }

  /// The longest time without an answer so far.
  var longestSilence: Duration {
    state.withLock { state in state.longest }
  }

  /// The answers so far that were failures, counted.
  var refusals: [String: Int] {
    state.withLock { state in state.refusals }
  }

  /// From now on a daemon ought to answer.
  func expectAnswers() {
    state.withLock { state in
      if state.last == nil { state.last = .now }
    }
  }

  /// The daemon is stopped on purpose.
  func expectSilence() {
    state.withLock { state in
      state.note()
      state.last = nil
    }
  }

  /// Ends the thread.
  func end() {
    expectSilence()
    state.withLock { state in state.hasEnded = true }
  }

  private var isWanted: Bool {
    state.withLock { state in !state.hasEnded }
  }

  /// - Returns: the connection for the next time; nil if it cannot be used any more.
  private func askOnce(_ client: SearchClient?) -> SearchClient? {
    do {
      let client = try client ?? SearchClient(connectingTo: socket, timeout: .seconds(5))
      let hits = try client.search(SearchMethod.Parameters(query: query, strict: true)).hits
      if hits.map({ FilePath(uri: $0.document.uri) }) == [file] {
        state.withLock { state in
          state.note()
          if state.last != nil { state.last = .now }
        }
      }
      return client
    } catch SearchFailure.deadlineExceeded {
      // Other programs may use the CPU: it counts as a time without an answer, and is not refused.
      return client
    } catch let failure as SearchFailure {
      state.withLock { state in
        if state.last != nil { state.refusals["\(failure)", default: 0] += 1 }
      }
      return client
    } catch {
      return nil
    }
  }
}

extension Witness.State {
  fileprivate mutating func note() {
    guard let last else { return }
    longest = max(longest, last.duration(to: .now))
  }
}
