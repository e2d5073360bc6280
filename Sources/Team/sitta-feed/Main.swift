import FeedService
import LinuxSystem
import PostgreSQL

@main
struct Main {
  static func main() {
    SignalDescriptor.ignoreBrokenPipes()
    ConnectionString.useSafeDefaults()
    do {
      switch try FeedCommand.action(for: ProcessEnvironment.arguments) {
      case .show(let text): try FileDescriptor.writeToStandardOutput(Array(text.utf8))
      case .setUp(let configuration): work { try await FeedRun.setUp(configuration, on: $0) }
      case .check(let configuration): work { try await FeedRun.check(configuration, on: $0) }
      case .follow(let configuration): work { try await FeedRun.follow(configuration, on: $0) }
      }
    } catch {
      fail(error, code: 2)
    }
  }

  /// Works on a thread of its own, until it is done or a signal ends the process.
  private static func work(_ body: @escaping @Sendable (EventLoop) async throws -> Void) {
    do {
      let signals = try SignalDescriptor(
        taking: [SignalDescriptor.terminate, SignalDescriptor.interrupt, SignalDescriptor.hangUp])
      let tasks = try LoopTaskExecutor(name: "sitta-feed")
      Task(executorPreference: tasks) {
        do {
          try await body(tasks.loop)
          ProcessEnvironment.exit(0)
        } catch {
          fail(error, code: 1)
        }
      }
      // A transaction that is open then is undone by the server.
      while try signals.read().isEmpty {
        _ = try signals.descriptor.waitUntilReadable(timeout: .seconds(3_600))
      }
    } catch {
      fail(error, code: 1)
    }
  }

  private static func fail(_ error: any Error, code: Int32) -> Never {
    try? FileDescriptor.writeToStandardError("sitta-feed: \("\(error)".escapingControls())\n")
    ProcessEnvironment.exit(code)
  }
}
