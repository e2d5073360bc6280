import Glibc
import LinuxSystem
import TestSupport
import Testing

/// The kernel queues an event before the call that caused it returns, so no test waits.
struct INotifyTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  @Test func `Without events there is nothing to read`() throws {
    let inotify = try INotify()
    _ = try inotify.watch(directory: folder.path)
    #expect(try inotify.read() == [])
  }

  @Test func `Writing a file is reported with its name`() throws {
    let inotify = try INotify()
    let watch = try inotify.watch(directory: folder.path)
    let name: [UInt8] = [0xff, 0xfe, 0x0a]
    try folder[name].write("words")
    let records = try inotify.read()
    #expect(records.map(\.events) == [.created, .modified, .closedAfterWriting])
    #expect(records.allSatisfy { $0.watch == watch && $0.name == name })
  }

  @Test func `The two halves of a rename have the same cookie`() throws {
    let inotify = try INotify()
    _ = try inotify.watch(directory: folder.path)
    try folder["old"].makeDirectory()
    try folder["old"].rename(to: folder["new"])
    let records = try inotify.read()
    #expect(
      records.map(\.events) == [
        [.created, .isDirectory], [.movedFrom, .isDirectory], [.movedTo, .isDirectory],
      ])
    #expect(records.map(\.name) == ["old", "old", "new"].map { Array($0.utf8) })
    #expect(records[1].cookie == records[2].cookie)
    #expect(records[1].cookie != 0)
  }

  @Test func `Permissions and removal are reported`() throws {
    let inotify = try INotify()
    try folder["file"].write("")
    _ = try inotify.watch(directory: folder.path)
    try folder["file"].setPermissions(0o640)
    try folder["file"].removeFile()
    #expect(try inotify.read().map(\.events) == [.attributes, .deleted])
  }

  @Test func `A folder has one watch, whatever its path`() throws {
    let inotify = try INotify()
    try folder["a"].makeDirectory()
    try folder["b"].makeDirectory()
    let first = try inotify.watch(directory: folder["a"])
    #expect(try inotify.watch(directory: folder["a"]) == first)
    #expect(try inotify.watch(directory: folder["b"]) != first)
    try folder["a"].rename(to: folder["c"])
    #expect(try inotify.watch(directory: folder["c"]) == first)
    #expect(try inotify.read().map(\.events) == [.selfMoved])
  }

  @Test func `A folder watched for its rename reports nothing else`() throws {
    let inotify = try INotify()
    try folder["a"].makeDirectory()
    let watch = try inotify.watch(nameOf: folder["a"])
    try folder["a/file"].write("words")
    try folder["a"].rename(to: folder["b"])
    #expect(try inotify.read() == [INotifyRecord(watch: watch, events: .selfMoved)])
  }

  @Test func `A watch for a rename does not reduce a full watch, and can become one`() throws {
    let inotify = try INotify()
    let watch = try inotify.watch(directory: folder.path)
    #expect(try inotify.watch(nameOf: folder.path) == watch)
    try folder["file"].makeDirectory()
    #expect(try inotify.read().map(\.events) == [[.created, .isDirectory]])

    #expect(try inotify.watch(nameOf: folder["file"]) != watch)
    _ = try inotify.watch(directory: folder["file"])
    try folder["file/x"].makeDirectory()
    #expect(try inotify.read().map(\.events) == [[.created, .isDirectory]])
  }

  @Test func `A watch that was ended reports its end and nothing more`() throws {
    let inotify = try INotify()
    let watch = try inotify.watch(directory: folder.path)
    inotify.unwatch(watch)
    inotify.unwatch(watch)
    try folder["file"].write("")
    #expect(try inotify.read() == [INotifyRecord(watch: watch, events: .ignored)])
  }

  @Test func `A folder that is removed ends its watch`() throws {
    let inotify = try INotify()
    try folder["a"].makeDirectory()
    let watch = try inotify.watch(directory: folder["a"])
    try folder["a"].removeTree()
    #expect(
      try inotify.read() == [
        INotifyRecord(watch: watch, events: .selfDeleted),
        INotifyRecord(watch: watch, events: .ignored),
      ])
  }

  @Test(arguments: [("file", ENOTDIR), ("link", ENOTDIR), ("missing", ENOENT)])
  func `Only a folder itself can be watched`(name: String, code: Int32) throws {
    let inotify = try INotify()
    try folder["file"].write("")
    try folder["folder"].makeDirectory()
    try folder["link"].makeSymbolicLink(to: folder["folder"])
    let expected = SystemError(code: code, attempt: "Cannot watch", path: folder[name])
    #expect(throws: expected) { try inotify.watch(directory: folder[name]) }
  }
}
