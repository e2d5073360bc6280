public import LinuxSystem

extension FilePath {
  /// Writes a script that can be run at once.
  ///
  /// Another process writes it. A file that this process opens for writing would be open in each child
  /// that another test starts at that moment, until its `execve`, and then it cannot be run: ETXTBSY in
  /// execve(2).
  public func writeProgram(_ script: String) throws {
    let command = "mkdir -p \"${2%/*}\" && printf %s \"$1\" > \"$2\" && chmod 700 \"$2\""
    let words = ["-c", command, "sh", script]
    let report = try ChildProcess.run(
      ChildProcess.Command("/bin/sh", words.map { Array($0.utf8) } + [bytes]),
      until: .now + .seconds(60))
    guard report.ending == .exited(0) else {
      throw SystemError(code: 5, attempt: "Cannot write the program", path: self)
    }
  }
}
