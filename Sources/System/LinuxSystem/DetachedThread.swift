import CLinux

/// Starts detached threads; see pthread_create(3).
public enum DetachedThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Runs `body` on a new thread that blocks all signals.
  ///
  /// - Parameters:
  ///   - name: the thread's name, as `ps -L` shows it; at most 15 bytes.
  ///   - body: the thread ends when it returns.
  /// - Throws: the error of pthread_create(3).
  public static func start(
    _ name: String, _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let context = unsafe Unmanaged.passRetained(Body(body))
    let code = unsafe name.withCString { name in
      unsafe clinux_start_thread(
        name,
        { context in
          guard let context = unsafe context else { return nil }
          unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
          return nil
        }, context.toOpaque())
    }
    guard code == 0 else {
      unsafe context.release()
      throw SystemError(code: code, attempt: "Cannot start a thread")
    }
  }
}
