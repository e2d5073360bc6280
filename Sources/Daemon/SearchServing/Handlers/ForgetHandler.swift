import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface
import SearchMessages
import Varlink
import Watching

/// `Forget` and `Remember`.
struct ForgetHandler: Sendable {
  let wait: IndexerWait
  let vocabulary: Vocabulary

  func forget(_ parameters: ForgetMethod.Parameters) async throws -> ForgetMethod.Reply {
    let path = try FilePath(parameter: parameters.path, "path")
    if path.isRoot { throw VarlinkError.invalidParameter("path") }
    let forgotten = try await forget(path)
    let clock =
      if let clock = forgotten.clock { clock } else {
        try await wait.index.ask { try $0.currentClock() }
      }
    return ForgetMethod.Reply(
      documents: forgotten.documents, excluded: forgotten.isExcluded, clock: ClockMessage(clock),
      obstacle: forgotten.obstacle)
  }

  func remember(_ parameters: RememberMethod.Parameters) async throws -> RememberMethod.Reply {
    let path = try FilePath(parameter: parameters.path, "path")
    do {
      let remembered = try await wait.value("Remembering '\(path)'") { [indexer = wait.indexer] in
        try await indexer.remember(path)
      }
      return RememberMethod.Reply(
        paths: remembered.paths.map { LocationMessage(DocumentLocation($0)) },
        excludedBy: remembered.excludedBy.map { LocationMessage(DocumentLocation($0)) })
    } catch let failure as Indexer.ForgetFailure {
      throw SearchFailure(failure)
    } catch let error as SystemError {
      throw SearchFailure.indexUnavailable(reason: "The list of forgotten paths: \(error)")
    }
  }

  private func forget(_ path: FilePath) async throws -> Indexer.Forgotten {
    do {
      // All in one task: if this call times out, the path is still forgotten everywhere.
      return try await wait.value("Forgetting '\(path)'") { [wait, vocabulary] in
        let forgotten = try await wait.indexer.forget(path)
        await vocabulary.drop()
        await wait.watcher.forget(path)
        return forgotten
      }
    } catch let failure as Indexer.ForgetFailure {
      throw SearchFailure(failure)
    }
  }
}

extension SearchFailure {
  /// The error for the client if a path could not be forgotten or remembered.
  init(_ failure: Indexer.ForgetFailure) {
    self =
      switch failure {
      case .isRoot(let root): .isRoot(path: root.description)
      case .isEnding: .indexUnavailable(reason: "sittad is stopping; nothing was changed.")
      }
  }
}
