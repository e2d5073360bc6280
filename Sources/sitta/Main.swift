import ClientTool
import LinuxSystem

@main
struct Main {
  static func main() {
    SignalDescriptor.ignoreBrokenPipes()
    let output = PagedOutput(StandardOutput())
    let code = ClientCommand(output: output).run(ProcessEnvironment.arguments)
    output.finish()
    ProcessEnvironment.exit(code.rawValue)
  }
}
