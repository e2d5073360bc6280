import FileSelection
import LinuxSystem
import TestSupport
import Testing

@testable import Watching

struct EventDeliveryTests {
  @Test(
    arguments: [
      (0xef53, nil), (0x9123_683e, nil), (0x0102_1994, nil), (0x6969, "NFS"),
      (0xfe53_4d42, "SMB"), (0xff53_4d42, "CIFS"), (0x6573_5546, "FUSE"), (0x0102_1997, "9P"),
      (0x5346_4846, "WSL"), (0x794c_7630, "overlay"), (0x1234_5678, "0x12345678"),
    ] as [(UInt32, String?)])
  func `File systems are notified or polled by their type`(
    number: UInt32, name: String?
  ) {
    #expect(EventDelivery(FileSystemType(number: number)).polledName == name)
  }

  @Test(
    arguments: [
      (0x6969, true), (0x6573_5546, true), (0x794c_7630, false), (0x1234_5678, false),
    ] as [(UInt32, Bool)])
  func `An event ends the polling of an untested file system, not of a network file system`(
    number: UInt32, isPolledForEver: Bool
  ) {
    let now = ContinuousClock.now
    var trees = WatchedTrees(
      rules: SelectionRules(roots: ["/r"]), markerFolder: "/state/sync", buffer: ChangeBuffer(),
      budget: WatchBudget(limit: 10))
    _ = trees.insert(1, at: "/r", changedAt: now)
    trees.fileSystems.set(EventDelivery(FileSystemType(number: number)), at: "/r")
    #expect(trees.needsPolling)
    let event = INotifyRecord(watch: 1, events: .closedAfterWriting, name: Array("a".utf8))
    _ = trees.apply(event, at: now)
    #expect(trees.needsPolling == isPolledForEver)
  }

  @Test func `The type of the file system of an open folder is read`() throws {
    let type = try FileDescriptor(openingDirectory: "proc").fileSystemType()
    #expect(type == FileSystemType(number: 0x9fa0))
  }
}
