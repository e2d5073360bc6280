import SittaSQLite
import Testing

@Suite(.timeLimit(.minutes(15)))
struct DeadlineTests {
  let database: Database
  let endless = count("SELECT i + 1 FROM n")
  let bounded = count("SELECT i + 1 FROM n LIMIT 100000")

  init() throws {
    database = try Database(path: Array(":memory:".utf8))
  }

  @Test(arguments: [-1_000, 0, 20])
  func `A statement without end is stopped at its deadline`(milliseconds: Int) throws {
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    database.setDeadline(deadline)
    let error = #expect(throws: SQLiteError.self) { try database.run(endless) }
    #expect(error?.isInterruption == true)
    #expect(error?.isCorruption == false)
    #expect(ContinuousClock.now >= deadline)
  }

  @Test func `The next statement is not stopped`() throws {
    database.setDeadline(.now)
    #expect(throws: SQLiteError.self) { try database.execute(endless) }
    database.setDeadline(nil)
    #expect(try database.first(bounded) { $0.integer(at: 0) } == 100_000)
  }

  @Test func `A deadline of tomorrow stops nothing`() throws {
    database.setDeadline(.now + .seconds(86_400))
    #expect(try database.first(bounded) { $0.integer(at: 0) } == 100_000)
  }
}

private func count(_ step: String) -> String {
  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL \(step)) SELECT max(i) FROM n"
}
