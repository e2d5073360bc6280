import Synchronization

/// Notifies its listeners that something has changed, without saying what.
///
/// Several changes before a listener receives them are reported as one.
public final class ChangeSignal: Sendable {
  private struct State {
    var listeners: [UInt64: AsyncStream<Void>.Continuation] = [:]
    var listenersMade: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Makes a signal without listeners.
  public init() {}

  /// The number of listeners.
  var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// Adds a listener; it is removed when the task that iterates over the changes ends.
  ///
  /// - Returns: the stream of changes, and a function that notifies this listener although nothing changed.
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

  /// Notifies all listeners.
  public func raise() {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield() }
  }
}
