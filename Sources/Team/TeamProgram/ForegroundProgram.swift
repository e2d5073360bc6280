package import LinuxSystem

/// A program that works in the foreground until its work is done, or a signal ends it.
package enum ForegroundProgram {
  /// Works on a thread of its own, and ends the process: with 0 when the work is done or at SIGTERM, SIGINT or SIGHUP,
  /// and with 1 after an error, which is printed.
  ///
  /// - Parameters:
  ///   - name: the name of the program.
  ///   - body: the work; it runs on an executor of its own.
  package static func run(
    _ name: String, _ body: @escaping @Sendable (LoopTaskExecutor) async throws -> Void
  ) {
    do {
      let signals = try SignalDescriptor(
        taking: [SignalDescriptor.terminate, SignalDescriptor.interrupt, SignalDescriptor.hangUp])
      let tasks = try LoopTaskExecutor(name: name)
      Task(executorPreference: tasks) {
        do {
          try await body(tasks)
          ProcessEnvironment.exit(0)
        } catch {
          fail(name, error, code: 1)
        }
      }
      while try signals.read().isEmpty {
        _ = try signals.descriptor.waitUntilReadable(timeout: .seconds(3_600))
      }
    } catch {
      fail(name, error, code: 1)
    }
  }

  /// Prints an error, and ends the process.
  ///
  /// - Parameters:
  ///   - name: the name of the program.
  ///   - error: the error, as a sentence.
  ///   - code: the exit code.
  package static func fail(_ name: String, _ error: any Error, code: Int32) -> Never {
    try? FileDescriptor.writeToStandardError("\(name): \("\(error)".escapingControls())\n")
    ProcessEnvironment.exit(code)
  }
}
