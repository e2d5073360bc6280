import LinuxSystem
import SearchIndex
import SearchInterface
import Varlink

/// `List`.
struct ListHandler: Sendable {
  let index: RepairingReader
  let condition: ServiceCondition

  /// The most documents in one reply.
  private static let pageLimit = 1_000

  func list(_ call: VarlinkCall) async throws {
    let parameters = try call.parameters(ListMethod.Parameters.self)
    let folder = try parameters.folder.map { try FilePath(parameter: $0, "folder") } ?? .root
    let limit = try (parameters.limit ?? Self.pageLimit).bounded(1...Self.pageLimit, "limit")
    var after = DocumentID(rawValue: Int64(parameters.after ?? 0))
    let includesAway = parameters.away ?? false
    let since = parameters.since.map(IndexClock.init)
    let onlyFailed = parameters.failed ?? false
    let format = parameters.format.flatMap(FormatWord.selection)
    if parameters.format != nil, format == nil { throw VarlinkError.invalidParameter("format") }
    let within = try await index.scope(within: parameters.within).folders
    while true {
      let page = try await index.ask { [after] reader in
        try reader.list(
          below: folder, after: after, limit: limit, includesAway: includesAway,
          onlyFailed: onlyFailed, extractors: format?.extractors, states: format?.states,
          since: since, within: within)
      }
      let continues = call.wantsMore && page.next != nil
      try await call.reply(
        ListMethod.Reply(
          documents: page.documents.map(DocumentMessage.init),
          next: page.next.map { Int($0.rawValue) },
          reset: page.isReset ? true : nil, clock: ClockMessage(page.clock),
          pending: condition.pending),
        continues: continues)
      guard continues, let next = page.next else { return }
      after = next
    }
  }
}
