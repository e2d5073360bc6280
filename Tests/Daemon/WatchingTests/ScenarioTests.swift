import LinuxSystem
import TestSupport
import Testing

struct ScenarioTests {
  @Test(arguments: try WatchScenario.all())
  func `The outcome of a scenario is the expected one`(scenario: WatchScenario) throws {
    let outcome = try ScenarioPlayer.play(scenario)
    #expect(outcome == scenario.expected)
  }

  @Test func `There are at least 40 scenarios, and each has a title and an outcome`() throws {
    let scenarios = try WatchScenario.all()
    #expect(scenarios.count >= 40)
    for scenario in scenarios {
      #expect(!scenario.title.isEmpty, "\(scenario.name)")
      #expect(!scenario.expected.isEmpty, "\(scenario.name)")
    }
    #expect(Set(scenarios.map(\.title)).count == scenarios.count)
  }

  @Test(
    arguments: [
      "0 event 1 CRAETE a", "0 evnt 1 CREATE a", "0 event one CREATE a", "0 crawl nowhere",
      "roots r",
    ])
  func `A line that cannot be read is an error, not a pass`(line: String) throws {
    let scenario = try WatchScenario(name: "x", text: "# x\nroot r\n\(line)\n")
    #expect(throws: WatchScenario.Mistake.self) { try ScenarioPlayer.play(scenario) }
  }
}
