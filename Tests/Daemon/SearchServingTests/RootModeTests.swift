import LinuxSystem
import SearchInterface
import TestSupport
import Testing
import Watching

@testable import SearchServing

struct RootModeTests {
  func message(_ change: (inout WatchStatus.Root) -> Void) -> RootMessage {
    var root = WatchStatus.Root(path: "/home/a")
    change(&root)
    return RootMessage(root, of: 50, polledEvery: .seconds(300))
  }

  @Test func `A root says how its changes are found`() {
    #expect(message { _ in }.state == .watched)
    #expect(message { _ in }.note == nil)
    #expect(message { $0.watchedFolders = 50 }.state == .watched)
    let part = message { $0.watchedFolders = 40 }
    #expect(part.state == .partlyWatched)
    #expect(part.note == "40 of 50 folders are watched, the others are polled every 5 min")
    let shared = message { $0.polledFileSystems = ["FUSE", "NFS"] }
    #expect(shared.state == .polled)
    #expect(
      shared.note
        == "changes that others make on FUSE and NFS are not reported: polled every 5 min")
  }

  @Test func `A root that is not there says why`() {
    for (absence, note) in [
      (RootMessage.Absence.missing, "does not exist now"), (.noFolder, "is not a folder"),
      (.unmounted, "is not mounted now"),
    ] {
      let message = RootMessage(
        WatchStatus.Root(path: "/media/a"), of: 0, polledEvery: .seconds(300), absence: absence)
      #expect(message.state == .missing)
      #expect(message.note == note)
    }
  }
}
