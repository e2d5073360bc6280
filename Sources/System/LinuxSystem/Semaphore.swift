import CLinux
import Glibc

/// A semaphore that is 0 at first; see sem_overview(7).
///
/// It is unchecked because of the pointer, which never changes. sem_post(3), sem_wait(3) and
/// sem_clockwait(3) may be called by several threads at once. Each caller holds a reference to the object,
/// so the semaphore is freed after the last call has returned.
@safe
final class Semaphore: @unchecked Sendable {
  /// On the heap, because a semaphore may not be moved.
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
    // A signal handler can end it too early.
    while unsafe sem_wait(semaphore) != 0 {}
  }

  /// Waits for a while.
  ///
  /// - Returns: false if the time was over first.
  func wait(atMost timeout: Duration) -> Bool {
    let milliseconds = min(max(timeout, .zero), .seconds(86_400)) / .milliseconds(1)
    return unsafe clinux_wait_for_semaphore(semaphore, Int64(milliseconds.rounded(.up))) == 0
  }
}
