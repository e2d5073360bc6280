import Cooldown
import Indexing
import SearchIndex
import SearchInterface
import Varlink
import Watching

/// `Pause` and `Resume`: bulk work does as people ask.
extension SearchService {
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
    await tellOfPauses()
    try await call.reply(PauseMethod.Reply(pauses: messages(gate.pauses)))
  }

  /// Pauses as long as the caller stays, or until somebody asks to go on.
  private func hold(_ call: VarlinkCall) async throws {
    guard call.wantsMore else { throw VarlinkError.expectedMore }
    let hold = gate.hold()
    indexer.progress.changes.raise()
    do {
      try await call.reply(PauseMethod.Reply(pauses: messages(gate.pauses)), continues: true)
      await gate.end(of: hold)
    } catch {
      gate.release(hold)
      await tellOfPauses()
      throw error
    }
    await tellOfPauses()
    try await call.reply(PauseMethod.Reply(pauses: messages(gate.pauses)))
  }

  func resume() async -> ResumeMethod.Reply {
    gate.resume()
    await tellOfPauses()
    return ResumeMethod.Reply(pauses: messages(gate.pauses))
  }

  /// Lets the indexer and everybody who watches see what pauses there are now.
  private func tellOfPauses() async {
    indexer.progress.changes.raise()
    await watcher.wake()
  }

  /// The pauses as people may see them: what nobody asked for holds only while work waits for it.
  func pauses(_ progress: IndexingProgress.Values) -> [PauseMessage] {
    let all = messages(gate.pauses)
    return progress.isResting ? all : all.filter { [.request, .held].contains($0.reason) }
  }

  private func messages(_ pauses: [BulkPause]) -> [PauseMessage] {
    let clock = WallClock.current
    return pauses.map { PauseMessage($0, clock) }
  }
}
