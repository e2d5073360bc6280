import LinuxSystem
import Synchronization
import TestSupport
import Testing

struct FileSystemGuardTests {
  static let table = MountTable(
    parsing: Array(
      """
      21 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
      30 21 0:40 / /home/a/nas rw - nfs4 server:/x rw
      31 30 254:1 / /home/a/nas/disk rw - xfs /dev/vdb rw
      32 21 0:41 / /home/a/phone rw - fuse.sshfs phone: rw
      33 21 0:42 / /odd rw - oddfs none rw

      """.utf8))

  @Test(
    arguments: [
      ("/home/a/notes", nil), ("/home/a/nas", "/home/a/nas"), ("/home/a/nas/b/c", "/home/a/nas"),
      ("/home/a/nas/disk/d", nil), ("/home/a/nasty", nil), ("/home/a/phone/e", "/home/a/phone"),
      ("/odd/f", "/odd"),
    ] as [(FilePath, FilePath?)])
  func `Only file systems that others serve may hang`(path: FilePath, point: FilePath?) {
    #expect(Self.table.servedPoint(of: path) == point)
    let asked = Mutex<[FilePath]>([])
    let files = FileSystemGuard { point in
      asked.withLock { $0.append(point) }
      return false
    }
    #expect(files.obstacle(at: path) == nil, "It knows no mounts yet.")
    files.use(Self.table)
    #expect(files.obstacle(at: path) == point)
    #expect(asked.withLock(\.self) == [point].compactMap(\.self))
  }

  @Test func `An answer counts for a while, and its absence does not`() {
    let count = Mutex(0)
    let answers = Mutex(false)
    let files = FileSystemGuard { _ in
      count.withLock { $0 += 1 }
      return answers.withLock(\.self)
    }
    files.use(Self.table)
    for _ in 0..<3 { #expect(files.obstacle(at: "/home/a/nas/x") == "/home/a/nas") }
    #expect(count.withLock(\.self) == 3)
    answers.withLock { $0 = true }
    #expect(files.obstacle(at: "/home/a/nas/x") == nil)
    answers.withLock { $0 = false }
    #expect(files.obstacle(at: "/home/a/nas/y", isFresh: true) == "/home/a/nas")
    #expect(files.obstacle(at: "/home/a/nas/y") == "/home/a/nas")
    #expect(files.obstacle(at: "/home/a/phone/y") == "/home/a/phone")
  }
}
