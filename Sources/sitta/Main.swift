import ClientTool
import LinuxSystem

@main
struct Main {
  static func main() {
    SignalDescriptor.ignoreBrokenPipes()
    let command = ClientCommand(output: StandardOutput())
    ProcessEnvironment.exit(command.run(ProcessEnvironment.arguments).rawValue)
  }
}
