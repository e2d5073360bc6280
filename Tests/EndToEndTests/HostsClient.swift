import LinuxSystem
import TestSupport

/// `sitta --host` with a configuration, a folder for connections and temporary files of its own.
struct HostsClient {
  /// Where all of that lies.
  let folder: TemporaryDirectory
  /// Further variables of the environment, as `NAME=value`.
  var variables: [String] = []
  /// A folder of programs that are found before others.
  var programs: FilePath?

  /// Runs it to its end.
  func run(_ arguments: [String]) throws -> ChildProcess.Report {
    try ChildProcess.run(try command(arguments), until: .now + .seconds(300))
  }

  /// The command that runs it.
  func command(_ arguments: [String]) throws -> ChildProcess.Command {
    let path = ProcessEnvironment.variable("PATH").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let environment =
      [
        "HOME=\(folder.path)", "PATH=\(programs.map { "\($0):" } ?? "")\(path)",
        "XDG_CONFIG_HOME=\(folder["config"])",
        "XDG_RUNTIME_DIR=\(folder["run"])", "TMPDIR=\(folder.path)", "SWIFT_BACKTRACE=enable=no",
      ] + variables
    return ChildProcess.Command(
      try Binary.sitta.path, arguments.map { Array($0.utf8) },
      environment: environment.map { Array($0.utf8) })
  }
}
