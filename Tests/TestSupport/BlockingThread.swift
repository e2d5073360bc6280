import LinuxSystem

/// The thread of tests that block: a test that waits in read(2) on it keeps no thread of the shared
/// pool from the server that is to answer.
@globalActor
public actor BlockingThread {
  /// The one thread.
  public static let shared = BlockingThread()

  private nonisolated let loop: EventLoop

  private init() {
    do {
      loop = try EventLoop(name: "sitta-test")
    } catch {
      fatalError("\(error)")
    }
  }

  /// The thread as Swift has it.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }
}
