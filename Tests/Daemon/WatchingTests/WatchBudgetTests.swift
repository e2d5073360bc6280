import Testing

@testable import Watching

struct WatchBudgetTests {
  static let start = ContinuousClock.now
  var budget = WatchBudget(limit: 10, origin: start)

  func ago(_ seconds: Int) -> ContinuousClock.Instant { Self.start - .seconds(seconds) }

  /// Uses all watches: the folder of watch 1 changed most recently.
  mutating func spendAll() {
    for watch in 1...8 { budget.spend(Int32(watch), changedAt: ago(watch * 100)) }
  }

  @Test mutating func `A fifth of the limit is left to other programs`() {
    #expect(budget.capacity == 8)
    for watch in 1...8 {
      #expect(budget.room(forChangeAt: ago(9_999)) == .granted)
      budget.spend(Int32(watch), changedAt: ago(9_999))
    }
    #expect(!budget.isShort)
    #expect(budget.room(forChangeAt: ago(9_999)) == .refused)
    #expect(budget.isShort)
  }

  @Test mutating func `Only a folder that changed more recently gets the watch of the quietest`() {
    spendAll()
    #expect(budget.room(forChangeAt: ago(800)) == .refused)
    #expect(budget.room(forChangeAt: ago(799)) == .instead(of: 8))
    budget.giveBack(8)
    budget.spend(9, changedAt: ago(750))
    #expect(budget.room(forChangeAt: ago(1)) == .instead(of: 9))
    budget.giveBack(9)
    budget.spend(10, changedAt: ago(1))
    #expect(budget.room(forChangeAt: ago(1)) == .instead(of: 7))
  }

  @Test mutating func `A quiet folder that changes keeps its watch`() {
    spendAll()
    #expect(budget.room(forChangeAt: ago(0)) == .instead(of: 8))
    budget.recordChange(in: 8, at: ago(0))
    #expect(budget.room(forChangeAt: ago(0)) == .instead(of: 7))
    budget.recordChange(in: 99, at: ago(0))
    #expect(budget.count == 8)
  }

  @Test mutating func `A watch that has ended leaves room`() {
    spendAll()
    budget.giveBack(3)
    #expect(budget.room(forChangeAt: ago(9_999)) == .granted)
  }

  @Test mutating func `A refusal of the kernel limits the budget for a while`() {
    for watch in 1...4 { budget.spend(Int32(watch), changedAt: ago(watch * 100)) }
    budget.shrink()
    #expect(budget.capacity == 4)
    #expect(budget.isShort)
    #expect(budget.room(forChangeAt: ago(999)) == .refused)
    #expect(budget.room(forChangeAt: ago(0)) == .instead(of: 4))
    budget.finishRound(unwatched: 3)
    #expect(budget.isShort)
    #expect(budget.room(forChangeAt: ago(999)) == .granted)
    budget.finishRound(unwatched: 0)
    #expect(!budget.isShort)
    #expect(budget.capacity == 8, "Never more than its share.")
  }

  @Test mutating func `A time long before the origin is accepted`() {
    budget = WatchBudget(limit: 2, origin: Self.start)
    budget.spend(1, changedAt: Self.start - .seconds(Int64.max / 4))
    #expect(budget.room(forChangeAt: Self.start) == .instead(of: 1))
  }

  @Test func `Of many watches the quietest are ended first`() {
    var budget = WatchBudget(limit: 1_250, origin: Self.start)
    for watch in 0..<1_000 { budget.spend(Int32(watch), changedAt: ago((watch * 7_919) % 1_000)) }
    var ages: [Int] = []
    for round in 0..<200 {
      guard case .instead(let watch) = budget.room(forChangeAt: Self.start) else {
        Issue.record("There is always a quieter watch.")
        return
      }
      ages.append((Int(watch) * 7_919) % 1_000)
      budget.giveBack(watch)
      budget.spend(Int32(10_000 + round), changedAt: Self.start)
    }
    #expect(ages == (800..<1_000).reversed())
  }

  @Test(arguments: [(10, 8_192, 524_288), (500_000, 8_192, 1_048_576), (0, 524_288, 1_048_576)])
  func `The command that raises the limit leaves room to grow`(
    folders: Int, limit: Int, expected: Int
  ) {
    let limit = WatchLimit(count: limit, name: "user.max_inotify_watches")
    #expect(limit.command(for: folders) == "sudo sysctl user.max_inotify_watches=\(expected)")
  }

  @Test func `The kernel's limit is read`() {
    #expect(WatchLimit.current.count > 0)
  }
}
