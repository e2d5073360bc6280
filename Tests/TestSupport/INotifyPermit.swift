import Synchronization

/// The right of a test to have one inotify instance.
///
/// All programs of a user share 128 instances (`fs.inotify.max_user_instances`), and the tests of a
/// suite run at once: without a bound, how many there are depends on how fast the machine is. A test
/// keeps its permit as long as what it watches with, and never waits for a second one while it has one.
public final class INotifyPermit: Sendable {
  private struct Waiting {
    var free = 32
    var tests: [CheckedContinuation<Void, Never>] = []
  }

  private static let waiting = Mutex(Waiting())

  private init() {}

  /// Waits until one of the permits is free, first come, first served.
  public static func take() async -> INotifyPermit {
    await withCheckedContinuation { test in
      let mayGoOn = waiting.withLock { waiting in
        guard waiting.free > 0 else {
          waiting.tests.append(test)
          return false
        }
        waiting.free -= 1
        return true
      }
      if mayGoOn { test.resume() }
    }
    return INotifyPermit()
  }

  deinit {
    let next = Self.waiting.withLock { waiting in
      guard waiting.tests.isEmpty else { return Optional(waiting.tests.removeFirst()) }
      waiting.free += 1
      return nil
    }
    next?.resume()
  }
}
