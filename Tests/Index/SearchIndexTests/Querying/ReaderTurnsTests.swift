import Testing

@testable import SearchIndex

/// Which reads may run, with reads of given duration.
struct ReaderTurnsTests {
  /// Takes all turns there are, and names who has them.
  private func turns(_ turns: inout ReaderTurns) -> [ReaderTurns.Ticket] {
    var tickets: [ReaderTurns.Ticket] = []
    while let ticket = turns.next() { tickets.append(ticket) }
    return tickets
  }

  @Test func `As many reads run as there are connections, in order`() {
    var state = ReaderTurns(limit: 2)
    let tickets = (0..<5).map { _ in state.wait(in: .quick) }
    #expect(turns(&state) == Array(tickets[..<2]))
    #expect(turns(&state) == [])
    #expect(state.waitingCount == 3)
    for ticket in tickets[2...] {
      state.end(in: .quick)
      #expect(turns(&state) == [ticket])
    }
    #expect(state.waitingCount == 0)
  }

  @Test func `Half of the reads may be slow, the others stop if reads wait`() {
    var state = ReaderTurns(limit: 4)
    for _ in 0..<4 { _ = state.wait(in: .quick) }
    #expect(turns(&state).count == 4)
    #expect([state.expire(), state.expire()] == [.slow, .slow])
    #expect(state.expire() == .anotherSlice, "No other read needs the connection.")
    let waiting = state.wait(in: .quick)
    #expect(turns(&state) == [])
    #expect(state.expire() == .stop)
    // The one that was stopped waits for a slow one to end.
    let stopped = state.wait(in: .slow)
    state.end(in: .quick)
    #expect(turns(&state) == [waiting])
    state.end(in: .quick)
    #expect(turns(&state) == [])
    state.end(in: .slow)
    #expect(turns(&state) == [stopped])
  }

  @Test func `If both lanes wait they alternate, so neither waits for ever`() {
    var state = ReaderTurns(limit: 2)
    let quick = (0..<3).map { _ in state.wait(in: .quick) }
    let slow = (0..<2).map { _ in state.wait(in: .slow) }
    #expect(turns(&state) == [quick[0], slow[0]])
    state.end(in: .quick)
    #expect(turns(&state) == [quick[1]], "One may be slow, and one is.")
    state.end(in: .slow)
    #expect(turns(&state) == [slow[1]])
    state.end(in: .slow)
    #expect(turns(&state) == [quick[2]])
  }

  @Test func `A single connection serves both lanes`() {
    var state = ReaderTurns(limit: 1)
    let slow = state.wait(in: .slow)
    let quick = state.wait(in: .quick)
    #expect(turns(&state) == [quick])
    #expect(state.expire() == .slow)
    state.end(in: .slow)
    #expect(turns(&state) == [slow])
  }
}
