import CLinux
import Glibc

/// A semaphore with the initial value 0; see sem_overview(7).
///
/// Unchecked because it holds a pointer; the pointer never changes. Several threads may call sem_post(3),
/// sem_wait(3) and sem_clockwait(3) at once. Each caller holds a reference to the object, so the semaphore is
/// freed only after the last call has returned.
@safe
final class Semaphore: @unchecked Sendable {
  /// Allocated on the heap, because a semaphore must not be moved.
  private let semaphore: UnsafeMutablePointer<sem_t>

  init() {
    unsafe semaphore = .allocate(capacity: 1)
    unsafe semaphore.initialize(to: sem_t())
    _ = unsafe sem_init(semaphore, 0, 0)
  }

  deinit {
    _ = unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  func signal() {
    _ = unsafe sem_post(semaphore)
  }

  func wait() {
    // A signal handler may interrupt the wait.
    while unsafe sem_wait(semaphore) != 0 {}
  }

  /// Waits until the semaphore is signalled, but not longer than a timeout.
  ///
  /// - Returns: false if the timeout has passed.
  func wait(atMost timeout: Duration) -> Bool {
    let milliseconds = min(max(timeout, .zero), .seconds(86_400)) / .milliseconds(1)
    return unsafe clinux_wait_for_semaphore(semaphore, Int64(milliseconds.rounded(.up))) == 0
  }
}
