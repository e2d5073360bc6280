import LinuxSystem
import SearchIndex
import TestSupport
import Testing

@testable import Indexing

/// When a difference between the disk and the index is certain.
struct FileObservationTests {
  typealias Identity = FileObservation.Identity

  static let path: FilePath = "/r/d/f"

  static func identity(_ inode: UInt64, changed: Int64 = 1) -> Identity {
    Identity(inode: inode, device: 1, changed: FileTime(nanoseconds: changed))
  }

  static func seen(
    _ content: FileContent = FileVerdictTests.read(), _ folder: Identity? = identity(3),
    root: Identity = identity(2)
  ) -> FileObservation {
    var folders: [FilePath: Identity] = ["/r": root]
    folders["/r/d"] = folder
    return FileObservation(path: path, content: content, folders: folders)
  }

  static func known(_ folder: FilePath = "/r/d", inode: UInt64 = 3) -> StoredPath {
    StoredPath(folder: folder, inode: inode, content: nil)
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    var first = seen()
    var index = known()
    var second = seen()
    let isSettled: Bool
  }

  static let rows = [
    Row(testDescription: "nothing has changed", isSettled: true),
    Row(
      testDescription: "the file was written", second: seen(FileVerdictTests.read("b")),
      isSettled: false),
    Row(
      testDescription: "the file was touched", second: seen(FileVerdictTests.read(modified: 2)),
      isSettled: false),
    Row(testDescription: "the file is gone now", second: seen(.absent), isSettled: false),
    Row(
      testDescription: "a neighbour has changed, which does not matter for a file that is there",
      second: seen(FileVerdictTests.read(), identity(3, changed: 2)), isSettled: true),
    Row(
      testDescription: "a neighbour has changed, and the file may have been there meanwhile",
      first: seen(.absent), second: seen(.absent, identity(3, changed: 2)), isSettled: false),
    Row(
      testDescription: "the file was never there", first: seen(.absent), second: seen(.absent),
      isSettled: true),
    Row(
      testDescription: "the folder was never there", first: seen(.absent, nil),
      second: seen(.absent, nil), isSettled: true),
    Row(
      testDescription: "the folder came", first: seen(.absent, nil), second: seen(.absent),
      isSettled: false),
    Row(
      testDescription: "something in the folder above has changed", first: seen(.absent, nil),
      second: seen(.absent, nil, root: identity(2, changed: 2)), isSettled: false),
    Row(
      testDescription: "the index was asked while another folder had the path",
      index: known(inode: 9), isSettled: false),
    Row(
      testDescription: "a folder above the roots has no number", index: known("/", inode: 0),
      isSettled: true),
    Row(
      testDescription: "the index does not know the folder", index: known("/r", inode: 2),
      isSettled: true),
    Row(
      testDescription: "the folder was away while the index was asked",
      index: known("/r", inode: 2), second: seen(FileVerdictTests.read(), identity(3, changed: 2)),
      isSettled: false),
  ]

  @Test(arguments: rows) func `A difference is certain if nothing has moved`(_ row: Row) {
    #expect(row.first.isSettled(until: row.second, row.index) == row.isSettled)
  }
}
