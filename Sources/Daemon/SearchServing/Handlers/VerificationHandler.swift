import Indexing
import LinuxSystem
import SearchInterface
import SearchMessages
import Varlink

/// `Verify`: compares the index with the disk.
struct VerificationHandler: Sendable {
  let index: RepairingReader

  /// The most differences of a reply, and the shortest time between two replies without any.
  private static let (pageLimit, gap) = (500, Duration.milliseconds(250))

  func verify(_ call: VarlinkCall) async throws {
    let parameters = try call.parameters(VerifyMethod.Parameters.self)
    var folder = try parameters.folder.map { try FilePath(parameter: $0, "folder") } ?? .root
    folder = await index.resolve(folder)
    guard Verification.covers(folder, index.indexer) else {
      throw SearchFailure.noSuchFolder(
        folder: "\(folder)",
        reason: """
          '\(folder)' is in no root, so its files are not indexed; 'sitta status' lists the roots.
          """)
    }
    var verification = try Verification(
      of: index.indexer, in: folder, repairing: parameters.repair ?? false)
    var (found, unrepaired) = ([DifferenceMessage](), [DifferenceMessage]())
    var due = ContinuousClock.now
    while true {
      let page = try await verification.next()
      found += page.differences.map(DifferenceMessage.init)
      unrepaired += page.unrepaired.map(DifferenceMessage.init)
      if !call.wantsMore {
        found = Array(found.prefix(Self.pageLimit))
        unrepaired = Array(unrepaired.prefix(Self.pageLimit))
        if !page.isDone { continue }
      }
      if !page.isDone, found.isEmpty, unrepaired.isEmpty, due > .now { continue }
      var reply = VerifyMethod.Reply(
        differences: found, unrepaired: unrepaired,
        counts: VerificationCountsMessage(page.tally), folder: page.folder?.uri)
      if page.isDone { reply.proven = page.tally.isProven }
      try await call.reply(reply, continues: !page.isDone)
      if page.isDone { return }
      (found, unrepaired, due) = ([], [], .now + Self.gap)
    }
  }
}

extension DifferenceMessage {
  fileprivate init(_ difference: Difference) {
    self.init(
      uri: difference.path.uri, path: difference.path.utf8,
      reason: DifferenceReason(difference.reason))
  }
}

extension DifferenceReason {
  fileprivate init(_ reason: Difference.Reason) {
    self =
      switch reason {
      case .missing: .missing
      case .content: .content
      case .status: .status
      case .members: .members
      case .text: .text
      case .words: .words
      case .access: .access
      case .gone: .gone
      case .leftOut: .leftOut
      }
  }
}

extension VerificationCountsMessage {
  fileprivate init(_ tally: VerificationTally) {
    func count(_ reason: UncomparedReason) -> Int { tally.uncompared[reason] ?? 0 }
    self.init(
      agreeing: tally.agreeing, differing: tally.differing, repaired: tally.repaired,
      waiting: count(.waiting), partial: count(.partial), unreadable: count(.unreadable),
      changing: count(.changing), away: count(.away), unread: tally.unread)
  }
}
