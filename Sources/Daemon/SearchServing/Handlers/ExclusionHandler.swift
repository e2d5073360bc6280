import FileSelection
import Indexing
import LinuxSystem
import SearchInterface
import SearchMessages
import Varlink

/// `ListExcluded`: the files and folders that rules leave out.
struct ExclusionHandler: Sendable {
  let index: RepairingReader
  let condition: ServiceCondition

  /// The most entries of a reply, and the folders after which the next call on the disk begins.
  private static let (pageLimit, folderLimit) = (500, 500)
  /// How long one call on the disk may take before its file system counts as one that does not answer.
  private static let timeout = Duration.seconds(10)

  func list(_ call: VarlinkCall) async throws {
    let parameters = try call.parameters(ListExcludedMethod.Parameters.self)
    var folder = try parameters.folder.map { try FilePath(parameter: $0, "folder") } ?? .root
    folder = await index.resolve(folder)
    var walk = ExclusionWalk(condition.indexer.progress.rules, in: folder)
    var entries: [ExcludedMessage] = []
    while !walk.isDone {
      try Task.checkCancellation()
      do {
        let (next, found) = try await index.calls.answer(within: Self.timeout) { [walk] call in
          var walk = walk
          let found = try walk.next(
            entryLimit: Self.pageLimit, folderLimit: Self.folderLimit
          ) { try call.willTouch($0) }
          return (walk, found)
        }
        walk = next
        entries += found.compactMap { ExcludedMessage($0, only: parameters.rule) }
      } catch let error as FileSystemCalls.Unanswered {
        guard let path = error.path else { throw error }
        walk.skip(path)
      }
      // One folder can have more of them than a reply may hold.
      while entries.count > Self.pageLimit {
        let page = Array(entries.prefix(Self.pageLimit))
        try await call.reply(
          ListExcludedMethod.Reply(entries: page, unread: walk.unread), continues: call.wantsMore)
        guard call.wantsMore else { return }
        entries.removeFirst(Self.pageLimit)
      }
    }
    try await call.reply(ListExcludedMethod.Reply(entries: entries, unread: walk.unread))
  }
}

extension ExcludedMessage {
  /// Makes the message; nil if another kind of rule is asked for.
  fileprivate init?(_ entry: ExclusionWalk.Entry, only rule: ExclusionRule?) {
    guard let kind = ExclusionRule(rawValue: entry.kind.rawValue), rule == nil || rule == kind
    else { return nil }
    self.init(
      uri: entry.path.uri, path: entry.path.utf8, folder: entry.isFolder, rule: kind)
  }
}
