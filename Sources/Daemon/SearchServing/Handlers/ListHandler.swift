import IndexStorage
import LinuxSystem
import SearchIndex
import SearchInterface
import SearchMessages
import Varlink

/// `List`: the documents of the index, page by page.
struct ListHandler: Sendable {
  let index: RepairingReader
  let condition: ServiceCondition

  /// The most documents in one reply.
  private static let pageLimit = 1_000

  func list(_ call: VarlinkCall) async throws {
    let parameters = try call.parameters(ListMethod.Parameters.self)
    let folder = try parameters.folder.map { try FilePath(parameter: $0, "folder") } ?? .root
    var request = ListRequest(
      below: folder,
      limit: try (parameters.limit ?? Self.pageLimit).bounded(1...Self.pageLimit, "limit"))
    request.after = DocumentID(rawValue: Int64(parameters.after ?? 0))
    request.includesAway = parameters.away ?? false
    request.since = parameters.since.map(IndexClock.init)
    request.onlyFailed = parameters.failed ?? false
    if let word = parameters.format {
      guard let format = FormatWord.selection(of: word) else {
        throw VarlinkError.invalidParameter("format")
      }
      (request.extractors, request.states) = (format.extractors, format.states)
    }
    request.within = try await index.scope(within: parameters.within).folders
    while true {
      let page = try await index.ask { [request] reader in try reader.list(request) }
      let continues = call.wantsMore && page.next != nil
      try await call.reply(
        ListMethod.Reply(
          documents: page.documents.map(DocumentMessage.init),
          next: page.next.map { Int($0.rawValue) },
          reset: page.isReset ? true : nil, clock: ClockMessage(page.clock),
          pending: condition.pending),
        continues: continues)
      guard continues, let next = page.next else { return }
      request.after = next
    }
  }
}
