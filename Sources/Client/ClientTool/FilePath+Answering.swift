import LinuxSystem

/// Runs blocking calls of file systems, with a timeout; nil if its thread cannot be started.
private let calls = (try? LoopTaskExecutor(name: "sitta-files")).map { FileSystemCalls(tasks: $0) }

extension FilePath {
  /// The path with symbolic links resolved, except links on a file system that does not answer
  /// within a second.
  ///
  /// The path need not exist. If a file system does not answer, the rest of the path is taken as it
  /// is, as in the daemon.
  func resolvingAnsweredLinks() -> FilePath {
    calls?.blockingResolve([self], within: .seconds(1)).paths.first ?? self
  }
}
