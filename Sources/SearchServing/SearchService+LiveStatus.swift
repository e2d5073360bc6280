import Indexing
import Cooldown
import LinuxSystem
import SearchIndex
import SearchInterface
import Varlink

/// `Status`: once, or with `more` whenever there is something new to see.
extension SearchService {
  /// More often nobody looks.
  private static let gap = Duration.milliseconds(400)

  func status(_ call: VarlinkCall) async throws {
    guard call.wantsMore else { return try await call.reply(status()) }
    let (changes, wake) = indexer.progress.changes.listen()
    var pacing = UpdatePacing(gap: Self.gap)
    var told: StatusMethod.Reply?
    var alarm: EventLoop.Timer?
    defer { if let alarm { tasks.cancel(alarm) } }
    wake()
    for await _ in changes {
      var next: ContinuousClock.Instant?
      switch pacing.step(at: .now) {
      case .nothing:
        continue
      case .wait(let until):
        next = until
      case .look:
        let reply = try await status()
        if reply != told { try await call.reply(reply, continues: true) }
        told = reply
        // Nobody tells of a pause that ends by itself while there is no work.
        next = gate.pauses.compactMap(\.until).min()
      }
      if let alarm { tasks.cancel(alarm) }
      alarm = next.map { tasks.schedule(at: $0, action: wake) }
    }
    try Task.checkCancellation()
  }
}
