import Testing
import TestSupport

@testable import LinuxSystem

struct SocketFolderTests {
  private static let user: UInt32 = 1_000

  private func fault(owner: UInt32, mode: UInt32) -> String? {
    SocketFolder.fault(of: "/run/x", owner: owner, permissions: mode, for: Self.user)?.description
  }

  @Test(
    arguments: [
      (1_000, 0o700), (1_000, 0o755), (1_000, 0o711), (1_000, 0o2700), (0, 0o755),
    ] as [(UInt32, UInt32)])
  func `A folder that only its user or root may change is good`(owner: UInt32, mode: UInt32) {
    #expect(fault(owner: owner, mode: mode) == nil)
  }

  @Test func `One of somebody else is refused, and so is one that others may change`() {
    #expect(
      fault(owner: 1_001, mode: 0o700) == """
        The folder '/run/x' belongs to user 1001, who could answer there in sittad's place; this is \
        user 1000. Give another with --socket PATH.
        """)
    #expect(
      fault(owner: 1_000, mode: 0o777) == """
        The folder '/run/x' is open to others (mode 777), who could answer there in sittad's place. \
        Close it with: chmod 700 '/run/x', or give another with --socket PATH.
        """)
    for mode in [0o720, 0o702, 0o1777] as [UInt32] {
      #expect(fault(owner: 1_000, mode: mode) != nil)
      #expect(fault(owner: 0, mode: mode) != nil)
    }
  }

  @Test func `The folder itself is looked at, through links, and a missing one is no fault`() throws
  {
    let home = try TemporaryDirectory()
    let folder = home["folder"]
    try folder.makeDirectory()
    try home["link"].makeSymbolicLink(to: folder)
    try SocketFolder.check(home["link"])
    try SocketFolder.check(home["missing"])
    try folder.setPermissions(0o777)
    #expect(throws: SocketFolder.Refusal.self) { try SocketFolder.check(folder) }
    #expect(throws: SocketFolder.Refusal.self) { try SocketFolder.check(home["link"]) }
  }
}
