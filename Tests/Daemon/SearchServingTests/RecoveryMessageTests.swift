import Cooldown
import IndexStorage
import LinuxSystem
import TestSupport
import Testing

@testable import SearchServing

struct RecoveryMessageTests {
  let clock = WallClock(moment: .now, seconds: 1_800_000_000, offset: { _ in 3_600 })

  @Test func `Searches say since when nothing new is found`() {
    var rebuild = Rebuild(.request, because: "Why.", since: UnixTime(seconds: 1_800_000_000 - 60))
    #expect(
      rebuild.warning(clock)
        == "A new index is being built; changes since 08:59 are not found yet.")
    rebuild.servesOld = false
    #expect(
      rebuild.warning(clock) == "A new index is being built; not all files are found yet.")
  }

  @Test func `Another day is named`() {
    let rebuild = Rebuild(
      .request, because: "Why.", since: UnixTime(seconds: 1_800_000_000 - 86_400))
    #expect(rebuild.warning(clock).contains("changes since 2027-01-14 09:00 are"))
  }

  @Test func `A recovery tells what happened, what was done, and where the file is`() {
    let recovery = Recovery(at: 0, because: "It was damaged.", .file, setAside: "/state/x")
    #expect(
      recovery.sentence
        == "It was damaged. A new index was built from the files. The damaged file is kept as '/state/x'."
    )
  }
}
