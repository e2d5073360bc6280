import Testing

@testable import BusServing

/// Which searches are answered without hits, because their callers have typed on.
struct SearchCallerTests {
  private final class Object {}

  /// An object is a letter, and a caller a digit.
  @Test(
    arguments: [
      ([], []), (["a1"], [false]), (["a1", "a1"], [true, false]),
      (["a1", "a1", "a1"], [true, true, false]), (["a1", "a2"], [false, false]),
      (["a1", "b1"], [false, false]), (["a1", "a2", "a1"], [true, false, false]),
      (["a1", "b1", "a1", "b1"], [true, true, false, false]),
    ] as [([String], [Bool])])
  func `Only the newest search of a caller counts`(calls: [String], outdated: [Bool]) {
    let objects = ["a": Object(), "b": Object()]
    let callers = calls.map { call in
      SearchCaller(
        object: ObjectIdentifier(objects[String(call.prefix(1))]!), sender: String(call.dropFirst())
      )
    }
    #expect(SearchCaller.outdated(callers) == outdated)
  }
}
