import Synchronization

/// Tells those who listen that something has changed; what has, they have to look at themselves.
///
/// Changes that nobody has looked at yet are told as one.
public final class ChangeSignal: Sendable {
  private struct State {
    var listeners: [UInt64: AsyncStream<Void>.Continuation] = [:]
    var listenersMade: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Makes a signal that nobody listens to.
  public init() {}

  /// How many listen.
  var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// Begins to listen, until the task that waits for the changes ends.
  ///
  /// - Returns: the changes, and what makes the listener look without one.
  public func listen() -> (changes: AsyncStream<Void>, wake: @Sendable () -> Void) {
    let (changes, listener) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.listenersMade += 1
      state.listeners[state.listenersMade] = listener
      return state.listenersMade
    }
    listener.onTermination = { [weak self] _ in
      self?.state.withLock { state in _ = state.listeners.removeValue(forKey: number) }
    }
    return (changes, { listener.yield() })
  }

  /// Tells of a change.
  public func raise() {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield() }
  }
}
