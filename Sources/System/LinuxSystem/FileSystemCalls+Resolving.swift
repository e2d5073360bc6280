import Synchronization

extension FileSystemCalls {
  /// Paths after their symbolic links were followed, except links on a file system that does not answer.
  public struct Resolution: Equatable, Sendable {
    /// The paths in the order of the arguments; links below a file system that does not answer remain.
    public var paths: [FilePath]
    /// The first call without an answer; nil if all links were followed.
    public var obstacle: Unanswered?

    /// - Parameters:
    ///   - paths: the resolved paths.
    ///   - obstacle: the first call without an answer; nil if there was none.
    public init(paths: [FilePath], obstacle: Unanswered? = nil) {
      (self.paths, self.obstacle) = (paths, obstacle)
    }
  }

  /// Follows the symbolic links of paths; the paths need not exist.
  ///
  /// - Parameters:
  ///   - paths: the paths.
  ///   - timeout: the longest wait for each path.
  /// - Returns: the paths without links.
  public func resolve(_ paths: [FilePath], within timeout: Duration) async -> Resolution {
    let partial = PartialResolution(paths)
    while let next = partial.begin() {
      do {
        try await answer(within: timeout) { call in try partial.resolve(from: next, call) }
      } catch {
        partial.giveUp(error as? Unanswered)
      }
    }
    return partial.result
  }

  /// Follows symbolic links as ``resolve(_:within:)`` does, but blocks this thread.
  public func blockingResolve(_ paths: [FilePath], within timeout: Duration) -> Resolution {
    let partial = PartialResolution(paths)
    while let next = partial.begin() {
      do {
        try blockingAnswer(within: timeout) { call in try partial.resolve(from: next, call) }
      } catch {
        partial.giveUp(error as? Unanswered)
      }
    }
    return partial.result
  }
}

/// Resolves paths on one thread, while another thread may give up a path that takes too long.
private final class PartialResolution: Sendable {
  private struct State {
    var result: FileSystemCalls.Resolution
    /// The index of the path that is being resolved.
    var current = 0
    var attempt = 0
  }

  private let state: Mutex<State>

  init(_ paths: [FilePath]) {
    state = Mutex(State(result: FileSystemCalls.Resolution(paths: paths)))
  }

  var result: FileSystemCalls.Resolution { state.withLock { $0.result } }

  /// Begins an attempt to resolve the remaining paths; nil if no path remains.
  func begin() -> Int? {
    state.withLock { state in
      guard state.current < state.result.paths.count else { return nil }
      state.attempt += 1
      return state.attempt
    }
  }

  /// Resolves the remaining paths, until this attempt is given up.
  func resolve(from attempt: Int, _ call: FileSystemCall) throws {
    while let path = next(of: attempt) {
      let resolved = try path.resolvingExistingLinks { next, result in
        set(result, of: attempt)
        try call.willTouch(next)
      }
      set(resolved, of: attempt, isLast: true)
    }
  }

  /// Gives up the current path; its links that were followed so far are its result.
  func giveUp(_ obstacle: FileSystemCalls.Unanswered?) {
    state.withLock { state in
      state.attempt += 1
      state.current += 1
      if state.result.obstacle == nil { state.result.obstacle = obstacle }
    }
  }

  private func next(of attempt: Int) -> FilePath? {
    state.withLock { state in
      guard state.attempt == attempt, state.current < state.result.paths.count else { return nil }
      return state.result.paths[state.current]
    }
  }

  private func set(_ path: FilePath, of attempt: Int, isLast: Bool = false) {
    state.withLock { state in
      guard state.attempt == attempt, state.current < state.result.paths.count else { return }
      state.result.paths[state.current] = path
      if isLast { state.current += 1 }
    }
  }
}
