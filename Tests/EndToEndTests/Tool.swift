import LinuxSystem
import Testing

/// Programs of the system that tests need beside the two of Sitta.
enum Tool {
  /// Runs a program to its end, which has to be a good one.
  ///
  /// - Returns: its standard output.
  @discardableResult
  static func run(_ program: String, _ arguments: String...) throws -> String {
    try run(program, arguments: arguments)
  }

  /// Runs a program to its end, which has to be a good one.
  ///
  /// - Returns: its standard output.
  @discardableResult
  static func run(_ program: String, arguments: [String]) throws -> String {
    let path = try #require(FilePath(absolute: program))
    let report = try ChildProcess.run(
      ChildProcess.Command(path, arguments.map { Array($0.utf8) }), until: .now + .seconds(600))
    try #require(report.ending == .exited(0), "\(program): \(report.errorText)")
    return report.outputText
  }

  /// Whether a program is there.
  static func exists(_ program: String) -> Bool {
    (try? FilePath(absolute: program)?.resolvingSymbolicLinks()) != nil
  }

  /// Whether the tests may mount file systems in a mount namespace of their own.
  static var canMount: Bool {
    isRoot
      && (try? run(
        "/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/mount", "-t", "tmpfs",
        "none", "/mnt")) != nil
  }

  /// Whether the tests run as root.
  static var isRoot: Bool { ProcessEnvironment.user == 0 }
}

extension ChildProcess.Report {
  /// Standard output as text.
  var outputText: String { String(decoding: output, as: UTF8.self) }

  /// Standard error as text.
  var errorText: String { String(decoding: errors, as: UTF8.self) }
}
