import LinuxSystem

/// Asks file systems, on which a call may never return; nil if no thread can be started.
private let calls = (try? LoopTaskExecutor(name: "sitta-files")).map { FileSystemCalls(tasks: $0) }

extension FilePath {
  /// The path with symbolic links followed, except links on a file system that does not answer
  /// within a second.
  ///
  /// The path need not exist. The rest of a path on a file system that does not answer is taken to have no
  /// links, as the daemon does.
  func resolvingAnsweredLinks() -> FilePath {
    calls?.blockingResolve([self], within: .seconds(1)).paths.first ?? self
  }
}
