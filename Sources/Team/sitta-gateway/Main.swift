import GatewayService
import LinuxSystem
import PostgreSQL
import TeamProgram

@main
struct Main {
  private static let name = "sitta-gateway"

  static func main() {
    SignalDescriptor.ignoreBrokenPipes()
    ConnectionString.useSafeDefaults()
    do {
      switch try GatewayCommand.action(for: ProcessEnvironment.arguments) {
      case .show(let text): try FileDescriptor.writeToStandardOutput(Array(text.utf8))
      case .check(let configuration):
        ForegroundProgram.run(name) { _ in try await GatewayRun.check(configuration) }
      case .serve(let configuration):
        ForegroundProgram.run(name) { try await GatewayRun.serve(configuration, on: $0) }
      }
    } catch {
      ForegroundProgram.fail(name, error, code: 2)
    }
  }
}
