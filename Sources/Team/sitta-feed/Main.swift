import FeedService
import LinuxSystem
import PostgreSQL
import TeamProgram

@main
struct Main {
  private static let name = "sitta-feed"

  static func main() {
    SignalDescriptor.ignoreBrokenPipes()
    ConnectionString.useSafeDefaults()
    do {
      switch try FeedCommand.action(for: ProcessEnvironment.arguments) {
      case .show(let text): try FileDescriptor.writeToStandardOutput(Array(text.utf8))
      case .setUp(let configuration): work { try await FeedRun.setUp(configuration, on: $0) }
      case .check(let configuration): work { try await FeedRun.check(configuration, on: $0) }
      // A transaction that is open at a signal is undone by the server.
      case .follow(let configuration): work { try await FeedRun.follow(configuration, on: $0) }
      }
    } catch {
      ForegroundProgram.fail(name, error, code: 2)
    }
  }

  private static func work(_ body: @escaping @Sendable (EventLoop) async throws -> Void) {
    ForegroundProgram.run(name) { try await body($0.loop) }
  }
}
