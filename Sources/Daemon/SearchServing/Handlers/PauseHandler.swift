import Cooldown
import IndexStorage
import Indexing
import SearchInterface
import Varlink
import Watching

/// `Pause` and `Resume` of bulk work.
struct PauseHandler: Sendable {
  let condition: ServiceCondition
  private var gate: BulkGate { condition.gate }

  func pause(_ call: VarlinkCall) async throws {
    let parameters = try call.parameters(PauseMethod.Parameters.self)
    let untilPower = parameters.untilPower ?? false
    if parameters.until == nil, !untilPower { return try await hold(call) }
    let clock = WallClock.current
    let until = try parameters.until.map { text in
      guard let until = clock.moment(of: text), until > clock.moment else {
        throw VarlinkError.invalidParameter("until")
      }
      return until
    }
    guard gate.pause(until: until, untilPower: untilPower) else { throw SearchFailure.notOnBattery }
    await notifyOfPauses()
    try await call.reply(PauseMethod.Reply(pauses: PauseMessage.all(gate.pauses)))
  }

  /// Pauses bulk work until the caller disconnects or `Resume` is called.
  private func hold(_ call: VarlinkCall) async throws {
    guard call.wantsMore else { throw VarlinkError.expectedMore }
    let hold = gate.hold()
    condition.indexer.progress.changes.raise()
    do {
      try await call.reply(
        PauseMethod.Reply(pauses: PauseMessage.all(gate.pauses)), continues: true)
      await gate.waitForEnd(of: hold)
    } catch {
      gate.release(hold)
      await notifyOfPauses()
      throw error
    }
    await notifyOfPauses()
    try await call.reply(PauseMethod.Reply(pauses: PauseMessage.all(gate.pauses)))
  }

  func resume(_ parameters: ResumeMethod.Parameters) async -> ResumeMethod.Reply {
    gate.resume(overridingAll: parameters.now ?? false)
    await notifyOfPauses()
    return ResumeMethod.Reply(pauses: PauseMessage.all(gate.pauses))
  }

  /// Notifies the indexer and the clients that watch the status of changed pauses.
  private func notifyOfPauses() async {
    condition.indexer.progress.changes.raise()
    await condition.watcher.wake()
  }
}
