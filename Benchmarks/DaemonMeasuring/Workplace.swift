package import LinuxSystem

/// A folder, usually temporary, with room for a daemon's state, its socket and files of its own.
package final class Workplace {
  package let path: FilePath

  package init() throws {
    let parent = ProcessEnvironment.path(in: "TMPDIR") ?? FilePath.root.appending("tmp")
    path = parent.appending("sitta-benchmark-\(ProcessEnvironment.processNumber)")
    try path.makeDirectory()
  }

  /// Uses a folder that stays, and makes it if it does not exist.
  package init(at folder: FilePath) throws {
    path = folder
    try path.makeDirectory()
  }

  /// Makes a folder in it, or finds the one that is there.
  package func folder(_ name: String) throws -> FilePath {
    let folder = path.appending(name)
    try folder.makeDirectory()
    return folder
  }

  package func remove(_ folder: FilePath? = nil) {
    _ = try? Program.run("/bin/rm", "-rf", "\(folder ?? path)", within: .seconds(600))
  }
}

/// Programs of the system.
package enum Program {
  /// Runs a program to its end.
  package static func run(
    _ program: String, _ arguments: String..., within time: Duration
  ) throws -> ChildProcess.Ending {
    guard let path = FilePath(absolute: program) else {
      throw SystemError(code: 2, attempt: "Cannot run '\(program)'")
    }
    let command = ChildProcess.Command(path, arguments.map { Array($0.utf8) })
    return try ChildProcess.run(command, until: .now + time).ending
  }

  /// A program that was built together with this one.
  package static func sibling(_ name: String) throws -> FilePath {
    let own = FilePath.root.appending("proc").appending("self").appending("exe")
    return try own.resolvingSymbolicLinks().parent.appending(name)
  }
}

/// Waits; no process writes into the pipe, which only measures time.
package func wait(_ time: Duration) {
  if let pipe = try? Pipe() { _ = try? pipe.reading.waitUntilReadable(timeout: time) }
}
