package import LinuxSystem
package import SQLite
import SearchIndex
import Watching

/// What others want of the indexer, in the order of their asking: a value.
///
/// A request is taken up between two steps of the indexer's work, never while a step is suspended: what
/// the step has found out about the index before it was suspended then still holds afterwards.
struct IndexerInbox {
  /// What is wanted.
  enum Request {
    /// Look into an error that a reader has met.
    case suspect(SQLiteError)
    /// Act on what a check in the background has found.
    case checked(IndexChecker.Finding)
    /// Build the index anew.
    case rebuild
    /// Compare files that were found missing.
    case missing(Set<FilePath>)
    /// Go by other settings.
    case adopt(Indexer.Settings, CheckedContinuation<Void, Never>)
    /// Remove a file or folder from the index.
    case forget(FilePath, CheckedContinuation<Indexer.Forgotten, any Error>)
  }

  private var requests: [Request] = []
  private var isClosed = false

  /// How many requests wait.
  var count: Int { requests.count }

  /// Whether somebody waits for a request to be done.
  var isAwaited: Bool {
    requests.contains { request in
      switch request {
      case .adopt, .forget: true
      case .suspect, .checked, .rebuild, .missing: false
      }
    }
  }

  /// Adds a request behind all others; a suspicion or rebuild that waits already is not added again.
  ///
  /// O(requests).
  mutating func add(_ request: Request) {
    if isClosed { return Self.refuse(request) }
    switch request {
    case .suspect where requests.contains(where: { if case .suspect = $0 { true } else { false } }):
      return
    case .rebuild where requests.contains(where: { if case .rebuild = $0 { true } else { false } }):
      return
    default: requests.append(request)
    }
  }

  /// Takes the request that waits longest; nil where none does.
  mutating func next() -> Request? {
    requests.isEmpty ? nil : requests.removeFirst()
  }

  /// Refuses all requests from now on, and those that wait: the indexer ends.
  mutating func close() {
    isClosed = true
    for request in requests { Self.refuse(request) }
    requests = []
  }

  private static func refuse(_ request: Request) {
    switch request {
    case .suspect, .checked, .rebuild, .missing: break
    case .adopt(_, let waiter): waiter.resume()
    case .forget(_, let waiter):
      waiter.resume(throwing: Indexer.ForgetFailure.isEnding)
    }
  }
}

extension Indexer {
  /// Has an error looked into that a reader has met; ``repairs`` tells when that is done.
  package func suspect(_ error: SQLiteError) {
    inbox.add(.suspect(error))
    wake()
  }

  /// Has the index built anew on purpose, unless that is under way.
  package func rebuildOnRequest() {
    inbox.add(.rebuild)
    wake()
  }

  /// Has files compared that were found missing: the events that tell it may come late, or never.
  package func noteMissing(_ paths: Set<FilePath>) {
    inbox.add(.missing(paths))
    wake()
  }

  /// Goes by other settings from now on, and returns once no work goes by the old ones any more.
  ///
  /// Files that have to be compared with the disk for it wait in their lanes like all others.
  package func adopt(_ settings: Settings) async {
    await withCheckedContinuation { waiter in
      inbox.add(.adopt(settings, waiter))
      endPause()
      wake()
    }
  }

  /// Removes a document, or all below a folder, with every trace in the state folder.
  ///
  /// What is still there and would be indexed again is left out from now on, and so are copies of it
  /// that editors keep beside it, whose documents go as well. Where a new index is being built, it takes
  /// the place of the old one at once, which goes with all it holds.
  ///
  /// - Parameter path: the file or folder.
  /// - Returns: what was removed.
  /// - Throws: a ``ForgetFailure``, and what SQLite and the file system fail with.
  package func forget(_ path: FilePath) async throws -> Forgotten {
    try await withCheckedThrowingContinuation { waiter in
      inbox.add(.forget(path, waiter))
      endPause()
      wake()
    }
  }

  /// Does what was asked for.
  ///
  /// - Throws: what SQLite fails with, so that the index is looked into; who asked is told as well.
  func take(_ request: IndexerInbox.Request) async throws {
    switch request {
    case .suspect(let error): try await lookInto(error)
    case .checked(let finding): try await take(finding)
    case .rebuild: try await beginRebuild(.request, because: "A rebuild was requested.")
    case .missing(let paths):
      queue.add(paths.sorted().map { .path($0) }, to: .fresh)
      isIdle = false
    case .adopt(let settings, let waiter):
      await take(settings)
      waiter.resume()
    case .forget(let path, let waiter):
      do {
        waiter.resume(returning: try await erase(path))
      } catch {
        waiter.resume(throwing: error)
        if error is SQLiteError { throw error }
      }
    }
  }

  /// Ends the wait for changes.
  private func wake() {
    Task { [watcher] in await watcher.wake() }
  }
}
