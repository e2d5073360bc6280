import ClientTool
import LinuxSystem

@main
struct Main {
  static func main() {
    SignalDescriptor.ignoreBrokenPipes()
    let output = PagedOutput(StandardOutput())
    let command = ClientCommand(output: output)
    let code = command.run(ProcessEnvironment.arguments)
    output.finish()
    command.finish()
    ProcessEnvironment.exit(code.rawValue)
  }
}
