import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Roots that go and come back.
@Suite(.timeLimit(.minutes(15)))
struct AwayTests {
  let home: TemporaryDirectory
  /// The root; it can be taken away to another name.
  let root: FilePath
  let files: Set<FilePath>

  init() throws {
    home = try TemporaryDirectory()
    root = home["media/disk"]
    files = [root.appending("a.txt"), root.appending("b/c.txt"), root.appending("b/d/e.txt")]
    for file in files { try file.write("boomerang \(file)\n") }
  }

  /// Makes one of the files large: who reads them again has read much.
  private func makeLarge() throws {
    try root.appending("b/c.txt").append(String(repeating: " ", count: 4 << 20))
  }

  /// Less than the large file, and more than everything else that is read meanwhile.
  private static let little = 3 << 20

  /// The hits, lists and messages while the root is away.
  func expectAway(_ daemon: RunningDaemon, _ note: String) throws {
    #expect(try daemon.found("boomerang") == [])
    #expect(try daemon.found("boomerang", away: true) == files)
    #expect(try daemon.listed() == [])
    #expect(try daemon.listed(away: true) == files)
    let status = try daemon.connectDirectly().status()
    #expect(status.documents == 0)
    #expect(status.away == 3)
    #expect(status.roots.map(\.state) == [.missing])
    #expect(status.roots.map(\.note) == [note])
    #expect(status.warnings.count == 1)
    let sentence = "The folder '\(root)' \(note). Mount the drive"
    #expect(status.warnings.first?.hasPrefix(sentence) == true)
    #expect(try daemon.sitta(["search", "boomerang"]).ending == .exited(1))
    let shown = try daemon.sitta(["search", "--away", "--json", "boomerang"])
    #expect(shown.outputText.split(separator: "\n").count == 3)
    #expect(shown.outputText.contains(#""away":true"#))
    #expect(try daemon.sitta(["list"]).ending == .exited(1))
    #expect(try daemon.sitta(["list", "--away"]).outputText.split(separator: "\n").count == 3)
    #expect(try daemon.sitta(["status"]).outputText.contains("away       3 documents of folders"))
  }

  /// The same hits and lists once the root is back.
  func expectBack(_ daemon: RunningDaemon) throws {
    #expect(try daemon.found("boomerang") == files)
    #expect(try daemon.found("boomerang", away: true) == files)
    let status = try daemon.connectDirectly().status()
    #expect(status.documents == 3)
    #expect(status.away == 0)
    #expect(status.roots.map(\.state) != [.missing])
    #expect(status.warnings == [])
    #expect(!(try daemon.sitta(["list", "--away", "--json"]).outputText.contains(#""away""#)))
  }

  @Test func `A root that is renamed keeps its documents, away, and nothing is read again`() throws
  {
    try makeLarge()
    let daemon = try RunningDaemon(in: home, roots: [root])
    #expect(try daemon.found("boomerang") == files)
    let before = try daemon.bytesRead()
    for _ in 0..<2 {
      try root.rename(to: home["unplugged"])
      try expectAway(daemon, "does not exist now")
      try home["unplugged"].rename(to: root)
      try expectBack(daemon)
    }
    #expect(try daemon.bytesRead() - before < Self.little)
    try root.rename(to: home["unplugged"])
    _ = try daemon.listed()
    try home["unplugged/b/c.txt"].write("changed meanwhile")
    try home["unplugged/a.txt"].removeFile()
    try home["unplugged"].rename(to: root)
    #expect(try daemon.found("boomerang") == [root.appending("b/d/e.txt")])
    #expect(try daemon.found("meanwhile", away: true) == [root.appending("b/c.txt")])
  }

  @Test func `A root that is missing at the start keeps its documents`() throws {
    try makeLarge()
    let daemon = try RunningDaemon(in: home, roots: [root])
    #expect(try daemon.found("boomerang") == files)
    #expect(try daemon.terminate().ending == .exited(0))
    try home["media"].rename(to: home["unplugged"])
    let second = try RunningDaemon(in: home, roots: [root])
    try expectAway(second, "does not exist now")
    #expect(try second.terminate().ending == .exited(0))
    let third = try RunningDaemon(in: home, roots: [root])
    try expectAway(third, "does not exist now")
    try home["unplugged"].rename(to: home["media"])
    try expectBack(third)
    #expect(try third.bytesRead() < Self.little)
    let changed = try #require(files.first)
    try changed.append(" frisbee")
    let found = try third.found("frisbee")
    #expect(found == [changed])
  }

  @Test func `A root that is a link to what is away keeps its documents`() throws {
    let link = home["link"]
    try link.makeSymbolicLink(to: home["media/disk"])
    let daemon = try RunningDaemon(in: home, roots: [link])
    #expect(try daemon.found("boomerang") == files)
    #expect(try daemon.terminate().ending == .exited(0))
    try home["media"].rename(to: home["unplugged"])
    let second = try RunningDaemon(in: home, roots: [link])
    try expectAway(second, "does not exist now")
    try home["unplugged"].rename(to: home["media"])
    try expectBack(second)
  }

  @Test func `Who removes a root removes its documents`() throws {
    let daemon = try RunningDaemon(in: home, roots: [root])
    #expect(try daemon.found("boomerang") == files)
    try root.removeTree()
    #expect(try daemon.listed(away: true) == [])
    #expect(try daemon.connectDirectly().status().away == 0)
    for file in files { try file.write("boomerang again") }
    #expect(try daemon.found("again") == files)
    try root.removeTree()
    try root.makeDirectory()
    #expect(try daemon.listed(away: true) == [])
  }

  @Test(arguments: [true, false])
  func `A root that is none any more goes with its documents`(isAway: Bool) throws {
    let others = Set(["other/x.txt", "other/deep/y.txt"].map { home[$0] })
    for file in others { try file.write("boomerang") }
    let deep = home["other/deep"]
    let daemon = try RunningDaemon(in: home, roots: [root, home["other"]])
    #expect(try daemon.found("boomerang") == files.union(others))
    if isAway {
      try root.rename(to: home["unplugged"])
      #expect(try daemon.found("boomerang") == others)
    }
    #expect(try daemon.terminate().ending == .exited(0))
    let second = try RunningDaemon(in: home, roots: [home["other"]])
    #expect(try second.listed(away: true) == others)
    #expect(try second.terminate().ending == .exited(0))
    // A root inside a former root stays.
    let third = try RunningDaemon(in: home, roots: [deep])
    #expect(try third.listed(away: true) == [deep.appending("y.txt")])
  }

  @Test func `A root inside another keeps its documents when a folder between them goes`() throws {
    try home["media/x.txt"].write("stays")
    let daemon = try RunningDaemon(in: home, roots: [home.path, root])
    #expect(try daemon.found("boomerang") == files)
    try root.rename(to: home["state/unplugged"])
    #expect(try daemon.found("boomerang", away: true) == files)
    try home["media"].removeTree()
    #expect(try daemon.listed() == [])
    #expect(try daemon.listed(away: true) == files)
    try home["media"].makeDirectory()
    try home["state/unplugged"].rename(to: root)
    #expect(try daemon.listed() == files)
  }

  @Test func `A root inside another that is away does not go with a renamed folder`() throws {
    let daemon = try RunningDaemon(in: home, roots: [home.path, root])
    #expect(try daemon.found("boomerang") == files)
    try root.rename(to: home["state/unplugged"])
    #expect(try daemon.found("boomerang", away: true) == files)
    try home["media"].rename(to: home["moved"])
    #expect(try daemon.listed(away: true) == [])
    try home["moved/disk/new.txt"].write("visible")
    #expect(try daemon.found("visible") == [home["moved/disk/new.txt"]])
  }
}

// MARK: - Mounts

extension AwayTests {
  /// Starts a daemon in whose mount namespace a disk is mounted on the root.
  ///
  /// The disk is a file system in memory that stays mounted elsewhere, too.
  func daemonWithDisk() throws -> RunningDaemon {
    let keep = home["keep"]
    try keep.makeDirectory()
    let script = """
      mount -t tmpfs none \(keep) && cp -r \(root)/. \(keep) && rm -r \(root)/* \
      && mount --bind \(keep) \(root) && exec "$0" "$@"
      """
    return try RunningDaemon(
      in: home, roots: [root],
      prefix: ["/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", script])
  }

  @Test(.enabled(if: Tool.canMount))
  func `A disk that is unmounted and mounted again costs nothing but a look`() throws {
    try makeLarge()
    let daemon = try daemonWithDisk()
    #expect(try daemon.found("boomerang") == files)
    let before = try daemon.bytesRead()
    for _ in 0..<2 {
      try daemon.runInside("umount \(root)")
      try expectAway(daemon, "is not mounted now")
      try daemon.runInside("mount --bind \(home["keep"]) \(root)")
      try expectBack(daemon)
    }
    #expect(try daemon.bytesRead() - before < Self.little)
    try daemon.runInside("echo frisbee > \(root)/b/new.txt")
    #expect(try daemon.found("frisbee") == [root.appending("b/new.txt")])
  }

  @Test(.enabled(if: Tool.canMount))
  func `A disk whose place is removed with it, as desktops do, comes back`() throws {
    let daemon = try daemonWithDisk()
    #expect(try daemon.found("boomerang") == files)
    try daemon.runInside("umount \(root) && rmdir \(root)")
    try expectAway(daemon, "does not exist now")
    try daemon.runInside("mkdir \(root) && mount --bind \(home["keep"]) \(root)")
    try expectBack(daemon)
  }

  @Test(.enabled(if: Tool.canMount))
  func `An empty root on another device than before is empty, and not away`() throws {
    let daemon = try daemonWithDisk()
    try daemon.runInside("rm -r \(root)/*")
    #expect(try daemon.listed(away: true) == [])
    try daemon.runInside("umount \(root)")
    #expect(try daemon.listed(away: true) == [])
    #expect(try daemon.connectDirectly().status().roots.map(\.state) == [.watched])
    #expect(try daemon.connectDirectly().status().warnings == [])
  }

  @Test(.enabled(if: Tool.canMount))
  func `A disk that is unmounted is away whatever lies in its place`() throws {
    let daemon = try daemonWithDisk()
    #expect(try daemon.found("boomerang") == files)
    try daemon.runInside("umount \(root) && echo frisbee > \(root)/below.txt")
    try expectAway(daemon, "is not mounted now")
    #expect(try daemon.found("frisbee", away: true) == [])
    // What happens there while the disk is away changes nothing.
    try daemon.runInside("echo frisbee > \(root)/more.txt")
    try expectAway(daemon, "is not mounted now")
    try daemon.runInside("mount --bind \(home["keep"]) \(root)")
    try expectBack(daemon)
    #expect(try daemon.found("frisbee") == [])
  }

  @Test(.enabled(if: Tool.canMount))
  func `A root that was no mount point and is on another device now is indexed as it is`() throws {
    let daemon = try RunningDaemon(
      in: home, roots: [root],
      prefix: [
        "/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/sh", "-c",
        "exec \"$0\" \"$@\"",
      ])
    #expect(try daemon.found("boomerang") == files)
    try daemon.runInside(
      "mount -t tmpfs none \(root.parent) && mkdir \(root) && echo frisbee > \(root)/other.txt")
    _ = try daemon.connectDirectly().reload()
    #expect(try daemon.listed(away: true) == [root.appending("other.txt")])
  }

  @Test(.enabled(if: Tool.canMount))
  func `Another disk in the place of one that is away takes its place in the index`() throws {
    let daemon = try daemonWithDisk()
    #expect(try daemon.found("boomerang") == files)
    try daemon.runInside("umount \(root)")
    #expect(try daemon.listed(away: true) == files)
    try daemon.runInside("mount -t tmpfs none \(root) && echo other > \(root)/o.txt")
    #expect(try daemon.listed(away: true) == [root.appending("o.txt")])
  }

  @Test(.enabled(if: Tool.canMount))
  func `Another disk takes the place also if its first file comes later`() throws {
    let daemon = try daemonWithDisk()
    #expect(try daemon.found("boomerang") == files)
    try daemon.runInside("umount \(root)")
    #expect(try daemon.listed(away: true) == files)
    try daemon.runInside("mount -t tmpfs none \(root)")
    // An empty folder may be the place of a disk.
    #expect(try daemon.listed(away: true) == files)
    try daemon.runInside("echo other > \(root)/o.txt")
    #expect(try daemon.listed(away: true) == [root.appending("o.txt")])
  }
}
