import LinuxSystem
import TestSupport
import Testing

@testable import Configuration

struct ConfigurationAccessTests {
  private let access = ConfigurationAccess(user: 1_000, privateGroup: 1_000)

  @Test(
    arguments: [
      (1_000, 1_000, 0o600, false, nil), (1_000, 1_000, 0o644, false, nil),
      // umask 002, as it is with private groups.
      (1_000, 1_000, 0o664, false, nil), (1_000, 1_000, 0o775, true, nil),
      (0, 0, 0o644, false, nil), (0, 0, 0o664, false, nil), (0, 0, 0o1777, true, nil),
      (1_000, 100, 0o640, false, nil),
      (1_000, 100, 0o664, false, "other members of its group (100)"),
      (1_000, 100, 0o775, true, "other members of its group (100)"),
      (1_000, 1_000, 0o666, false, "every user"), (1_000, 1_000, 0o777, true, "every user"),
      (0, 0, 0o666, false, "every user"), (1_000, 1_000, 0o1666, false, "every user"),
      (1_001, 1_000, 0o600, false, "another user (1001), who owns it"),
      (1_001, 1_001, 0o1777, true, "another user (1001), who owns it"),
    ] as [(UInt32, UInt32, UInt32, Bool, String?)])
  func `Only those who are neither the user nor root are named`(
    owner: UInt32, group: UInt32, mode: UInt32, isFolder: Bool, who: String?
  ) {
    #expect(access.others(owner: owner, group: group, mode: mode, isFolder: isFolder) == who)
  }

  @Test func `Without a private group, each group is another's`() {
    let access = ConfigurationAccess(user: 1_000, privateGroup: nil)
    let who = access.others(owner: 1_000, group: 1_000, mode: 0o664, isFolder: false)
    #expect(who == "other members of its group (1000)")
  }

  @Test func `A file, its folder, and the target of a link are looked at`() throws {
    let home = try TemporaryDirectory()
    let access = ConfigurationAccess()
    let (file, target) = (home["conf/sittad.conf"], home["dotfiles/sittad.conf"])
    try home["conf"].makeDirectory()
    try target.write("")
    try target.setPermissions(0o644)
    try file.makeSymbolicLink(to: target)
    #expect(access.warnings(about: [file, home["conf/none.conf"]]) == [])
    try target.setPermissions(0o646)
    #expect(
      access.warnings(about: [file, file]) == [
        "'\(target)' can be changed by every user, and so can what sittad indexes. "
          + "Run: chmod go-w '\(target)'"
      ])
    try target.setPermissions(0o600)
    for folder in [target.parent, file.parent] {
      try folder.setPermissions(0o777)
      let warnings = access.warnings(about: [file])
      #expect(warnings.count == 1)
      #expect(warnings.first?.hasPrefix("'\(folder)' can be changed by every user") == true)
      try folder.setPermissions(0o700)
    }
  }
}
