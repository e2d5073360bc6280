import LinuxSystem
import TestSupport
import Testing

struct MountTableTests {
  static let disk = "21 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw"
  static let stick = #"40 21 8:1 / /media/my\040stick\134 rw - vfat /dev/sdb1 rw"#
  static let bind = "41 21 254:0 /srv/data /home/a/data rw master:2 - ext4 /dev/vda rw"

  private func table(_ lines: String...) -> MountTable {
    MountTable(parsing: Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  @Test func `A line has number, device, folder and mount point`() throws {
    let mounts = table(Self.disk, Self.stick, Self.bind).mounts.sorted { $0.number < $1.number }
    #expect(mounts.map(\.number) == [21, 40, 41])
    #expect(mounts.map(\.device) == ["254:0", "8:1", "254:0"])
    #expect(mounts.map(\.point) == ["/", #"/media/my stick\"#, "/home/a/data"])
    #expect(mounts.map(\.folder) == ["/", "/", "/srv/data"].map { Array($0.utf8) })
    #expect(mounts.map(\.type) == ["ext4", "vfat", "ext4"])
  }

  @Test(arguments: [
    ("/home/a/data/x", "/home/a/data"), ("/home/a/data", "/home/a/data"), ("/home/a/database", "/"),
    (#"/media/my stick\/a"#, #"/media/my stick\"#), ("/", "/"),
  ])
  func `The nearest mount point above a path is that of its file system`(
    path: FilePath, point: FilePath
  ) {
    #expect(table(Self.disk, Self.stick, Self.bind).point(of: path) == point)
  }

  @Test(arguments: ["", "x", "21 1 254:0 /", "x 1 254:0 / /a rw", "21 1 254:0 / a rw", "1 2 3"])
  func `A line that is not a mount is ignored`(line: String) {
    #expect(table(line, Self.disk) == table(Self.disk))
  }

  @Test func `A mount or unmount is reported by its mount point`() {
    let before = table(Self.disk, Self.stick)
    #expect(before.points(changedSince: before) == [])
    #expect(table(Self.disk).points(changedSince: before) == [#"/media/my stick\"#])
    #expect(
      table(Self.disk, Self.bind).points(changedSince: before)
        == ["/home/a/data", #"/media/my stick\"#])
  }

  @Test func `Another mount on the same mount point is a change, other options are not`() {
    let readOnly = Self.disk.replacing("rw,", with: "ro,")
    #expect(table(readOnly).points(changedSince: table(Self.disk)) == [])
    let over = table(Self.disk, "50 21 0:40 / / rw - tmpfs tmpfs rw")
    #expect(over.points(changedSince: table(Self.disk)) == ["/"])
  }

  @Test func `The kernel's own table is read`() throws {
    let table = try MountMonitor().table()
    #expect(table.mounts.contains { $0.point == "/proc" })
  }
}
