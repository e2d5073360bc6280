import LinuxSystem
import TestSupport
import Testing

@testable import Watching

struct DueChangesTests {
  let start = ContinuousClock.now

  @Test func `Changes are due at their time`() {
    let changes = DueChanges()
    #expect(!changes.exist(within: .seconds(1_000)))
    changes.set(.now + .seconds(100))
    #expect(!changes.exist)
    #expect(changes.exist(within: .seconds(100)))
    changes.set(start)
    #expect(changes.exist)
    changes.set(nil)
    #expect(!changes.exist)
  }

  @Test func `A barrier alone is not a change; a file, a folder and a loss are`() {
    var buffer = ChangeBuffer()
    buffer.record(.barrier(1), at: start)
    #expect(buffer.nextDeadline == start)
    #expect(buffer.nextChange == nil)
    buffer.record(.completed("/r/a"), at: start)
    #expect(buffer.nextChange == start + .milliseconds(20))
    for change in [.appeared(folder: "/r/d"), .lostEvents] as [ChangeBuffer.Change] {
      var buffer = ChangeBuffer()
      buffer.record(change, at: start)
      #expect(buffer.nextChange == start + .milliseconds(20))
    }
  }
}
