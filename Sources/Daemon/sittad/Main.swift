import IndexService
import LinuxSystem

@main
struct Main {
  static func main() {
    do {
      switch try DaemonCommand.actionOnceCorrected(for: ProcessEnvironment.arguments) {
      case .show(let text):
        try FileDescriptor.writeToStandardOutput(Array(text.utf8))
      case .checked(let warnings):
        try FileDescriptor.writeToStandardOutput(Array("The configuration is right.\n".utf8))
        for warning in warnings {
          try FileDescriptor.writeToStandardError("sittad: \(warning.escapingControls())\n")
        }
      case .survey(let settings):
        try settings.survey(to: FileDescriptor.writeToStandardOutput)
      case .serve(let settings):
        serve(settings)
      }
    } catch {
      fail(error, code: 2)
    }
  }

  private static func serve(_ settings: DaemonSettings) {
    do {
      try Daemon.runOnMainThread(settings)
    } catch {
      fail(error, code: 1)
    }
  }

  private static func fail(_ error: any Error, code: Int32) -> Never {
    try? FileDescriptor.writeToStandardError("sittad: \("\(error)".escapingControls())\n")
    ProcessEnvironment.exit(code)
  }
}
