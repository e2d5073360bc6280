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
      (101, 0o755), (999, 0o755),
    ] as [(UInt32, UInt32)])
  func `A folder that only its user, root or a service can change is accepted`(
    owner: UInt32, mode: UInt32
  ) {
    #expect(fault(owner: owner, mode: mode) == nil)
  }

  @Test func `A folder that another user owns or can change is refused`() {
    #expect(
      fault(owner: 1_001, mode: 0o700) == """
        The folder '/run/x' belongs to user 1001, who could replace sittad's socket; this is user 1000. \
        Use a socket in another folder with --socket PATH.
        """)
    #expect(
      fault(owner: 1_000, mode: 0o777) == """
        The folder '/run/x' is open to others (mode 777), who could replace sittad's socket. \
        Run: chmod 700 '/run/x', or use a socket in another folder with --socket PATH.
        """)
    for mode in [0o720, 0o702, 0o1777] as [UInt32] {
      #expect(fault(owner: 1_000, mode: mode) != nil)
      #expect(fault(owner: 0, mode: mode) != nil)
      #expect(fault(owner: 999, mode: mode) != nil)
    }
  }

  @Test func `Links to the folder are followed, and a missing folder is accepted`() throws {
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
