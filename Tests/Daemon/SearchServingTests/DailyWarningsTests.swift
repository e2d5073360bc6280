import Testing

@testable import SearchServing

/// Standing warnings are told once a day.
struct DailyWarningsTests {
  @Test func `A warning is told, then known for a day, and news again if it was untrue between`() {
    let daily = DailyWarnings()
    let start = ContinuousClock.now
    func known(_ warnings: [String], hour: Int) -> Set<String> {
      daily.known(of: warnings, at: start + .seconds(3600) * hour)
    }
    #expect(known(["a"], hour: 0) == [])
    #expect(known(["a", "b"], hour: 1) == ["a"])
    #expect(known(["a", "b"], hour: 23) == ["a", "b"])
    #expect(known(["a", "b"], hour: 24) == ["b"])
    #expect(known(["a", "b"], hour: 26) == ["a"])
    #expect(known(["a"], hour: 27) == ["a"])
    #expect(known(["a", "b"], hour: 28) == ["a"])
  }
}
