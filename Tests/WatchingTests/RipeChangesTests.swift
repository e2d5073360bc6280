import LinuxSystem
import TestSupport
import Testing

@testable import Watching

struct RipeChangesTests {
  let start = ContinuousClock.now

  @Test func `Changes are ripe at their time`() {
    let changes = RipeChanges()
    #expect(!changes.areThere(within: .seconds(1_000)))
    changes.set(.now + .seconds(100))
    #expect(!changes.areThere)
    #expect(changes.areThere(within: .seconds(100)))
    changes.set(start)
    #expect(changes.areThere)
    changes.set(nil)
    #expect(!changes.areThere)
  }

  @Test func `A barrier alone is no change, and a file, a folder and a loss are`() {
    var buffer = ChangeBuffer()
    buffer.note(.barrier(1), at: start)
    #expect(buffer.nextDeadline == start)
    #expect(buffer.nextChange == nil)
    buffer.note(.completed("/r/a"), at: start)
    #expect(buffer.nextChange == start + .milliseconds(20))
    for change in [.appeared(folder: "/r/d"), .lostEvents] as [ChangeBuffer.Change] {
      var buffer = ChangeBuffer()
      buffer.note(change, at: start)
      #expect(buffer.nextChange == start + .milliseconds(20))
    }
  }
}
