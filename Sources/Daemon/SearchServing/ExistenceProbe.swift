import FileSelection
import LinuxSystem

/// Finds out which files exist, with a timeout.
struct ExistenceProbe: Sendable {
  private let calls: FileSystemCalls
  private let isMissing: @Sendable (FilePath, SelectionRules) -> Bool

  /// - Parameters:
  ///   - calls: runs blocking calls of file systems, with a timeout.
  ///   - isMissing: whether a file does not exist; may block.
  init(
    _ calls: FileSystemCalls,
    isMissing: @escaping @Sendable (FilePath, SelectionRules) -> Bool = isMissing
  ) {
    (self.calls, self.isMissing) = (calls, isMissing)
  }

  /// Returns the files that do not exist.
  ///
  /// O(files); a few microseconds for each file in the kernel's cache. Files on a file system that
  /// is known not to answer are skipped.
  ///
  /// - Parameters:
  ///   - paths: the files; a file behind a symbolic link below its root counts as missing.
  ///   - rules: the rules with the roots.
  ///   - timeout: the longest time to wait for the answer.
  /// - Returns: the files that are known not to exist; empty after the timeout.
  func missing(
    among paths: [FilePath], rules: SelectionRules, timeout: Duration = .milliseconds(100)
  ) async -> Set<FilePath> {
    if paths.isEmpty { return [] }
    let missing = try? await calls.answer(within: timeout) { [isMissing] call in
      Set(paths.filter { (try? call.willTouch($0)) != nil && isMissing($0, rules) })
    }
    return missing ?? []
  }

  private static func isMissing(_ path: FilePath, _ rules: SelectionRules) -> Bool {
    do throws(SystemError) {
      _ = try rules.status(of: path)
      return false
    } catch {
      return error.isMissing || error.isSymbolicLink
    }
  }
}
