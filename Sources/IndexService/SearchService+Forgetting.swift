import LinuxSystem
import SearchInterface
import Varlink
import Watching

/// `Forget`.
extension SearchService {
  func forget(_ parameters: ForgetMethod.Parameters) async throws -> ForgetMethod.Reply {
    guard let path = folder(parameters.path), !path.isRoot else {
      throw VarlinkError.invalidParameter("path")
    }
    let forgotten = try await indexer.forget(path)
    await watcher.forget(path)
    await queries.forgetOpened(path)
    return ForgetMethod.Reply(
      documents: forgotten.documents, excluded: forgotten.isExcluded,
      clock: ClockMessage(forgotten.clock))
  }
}
