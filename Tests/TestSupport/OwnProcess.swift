public import LinuxSystem

/// Runs the one test of a suite in a process of its own, which may lower limits or crash.
///
/// The exit tests of Swift Testing do that as well. But one thread of that library looks at all
/// children of the test process in a loop, and uses a whole core while no thread waits for an ended
/// child: in a run of all tests that is most of the time.
public enum OwnProcess {
  private static let variable = "SITTA_TEST_PROCESS"

  /// Runs `body` in a process of its own.
  ///
  /// - Parameters:
  ///   - suite: the suite, `Target.Suite`, which has this test only.
  ///   - body: the test.
  /// - Returns: how the process ended and its output; nil in that process itself.
  /// - Throws: the errors of `body`, in that process; an error if it cannot be started.
  public static func run(
    _ suite: String, _ body: () async throws -> Void
  ) async throws -> (ending: ChildProcess.Ending, output: String)? {
    if ProcessEnvironment.variable(variable) == Array(suite.utf8) {
      try await body()
      return nil
    }
    let program: FilePath = "/proc/self/exe"
    let filter = "^\(suite.replacing(".", with: "\\."))/"
    let words = ["--testing-library", "swift-testing", "--filter", filter]
    let environment = ["\(variable)=\(suite)", "SWIFT_BACKTRACE=enable=no"]
    let report = try ChildProcess.run(
      ChildProcess.Command(
        program.resolvingSymbolicLinks(), words.map { Array($0.utf8) },
        environment: environment.map { Array($0.utf8) }), until: .now + .seconds(120))
    return (report.ending, String(decoding: report.output + report.errors, as: UTF8.self))
  }
}
