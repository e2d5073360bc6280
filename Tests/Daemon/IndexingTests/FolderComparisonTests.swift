import IndexStorage
import LinuxSystem
import TestSupport
import Testing

@testable import Indexing

/// Entries of a real folder against possible entries of the index.
struct FolderComparisonTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for name in ["b", "a", "c"] { try folder[name].write(name) }
    for name in ["e", "d"] { try folder[name].makeDirectory() }
    try folder["l"].makeSymbolicLink(to: folder["a"])
    try folder["p"].makeFIFO()
  }

  func compare(_ names: [String], with stored: StoredFolder) throws -> FolderComparison {
    let entries = try names.map { name in
      FolderComparison.Entry(name: Array(name.utf8), status: try FileStatus(of: folder[name]))
    }
    return FolderComparison(of: "/f", disk: entries, index: stored) { file, status in
      file.isCurrent(status, extractor: 7) || file.isCurrent(status, extractor: -7)
    }
  }

  /// The index's entry for a file, once it has read it; `change` makes it differ in one thing.
  func stored(_ name: String, change: String = "", extractor: Int = 7) throws -> StoredFile {
    let status = try FileStatus(of: folder[name])
    func value(_ field: String, _ value: Int) -> Int { change == field ? value + 1 : value }
    var document = Document(
      status: FileStatus(
        size: value("size", Int(status.size)),
        modified: value("modified", Int(status.modified.nanoseconds)),
        changed: value("changed", Int(status.changed.nanoseconds)),
        inode: UInt(value("inode", Int(status.inode)))), type: "text/plain")
    document.extractor = Int64(value("extractor", extractor))
    return StoredFile(document, id: 1)
  }

  func index(_ files: [String: StoredFile] = [:], folders: [String] = []) -> StoredFolder {
    var stored = StoredFolder()
    for (name, file) in files { stored.files[Array(name.utf8)] = file }
    stored.folders = Set(folders.map { Array($0.utf8) })
    return stored
  }

  @Test func `Of a new folder all is read, in byte order`() throws {
    let comparison = try compare(["c", "e", "a", "d", "b"], with: index())
    #expect(comparison.changed == ["/f/a", "/f/b", "/f/c"])
    #expect(comparison.folders == ["/f/d", "/f/e"])
    #expect(comparison.newFolders == ["/f/d", "/f/e"])
    #expect(comparison.removed == [])
    #expect(comparison.hasChanges)
  }

  @Test func `Nothing is done where nothing has changed, but folders are looked into`() throws {
    let known = index(["a": try stored("a"), "b": try stored("b")], folders: ["d"])
    let comparison = try compare(["a", "b", "d"], with: known)
    #expect(comparison.changed == [])
    #expect(comparison.folders == ["/f/d"])
    #expect(comparison.newFolders == [])
    #expect(comparison.removed == [])
    #expect(!comparison.hasChanges)
  }

  @Test func `The caller says what is current: a private key that is asked for, for example`()
    throws
  {
    let key = try stored("a", extractor: -7)
    #expect(try compare(["a"], with: index(["a": key])).changed == [])
  }

  @Test(arguments: ["size", "modified", "changed", "inode", "extractor"])
  func `A file that differs is read again`(field: String) throws {
    let known = index(["a": try stored("a", change: field), "b": try stored("b")])
    #expect(try compare(["a", "b"], with: known).changed == ["/f/a"])
  }

  @Test func `A file that looks the same is read again where its times may hide a write`() throws {
    var racy = try stored("a")
    racy.racyUntil = 1
    let comparison = try compare(["a", "b"], with: index(["a": racy, "b": try stored("b")]))
    #expect(comparison.changed == ["/f/a"])
  }

  @Test func `A current file whose access is not recorded is no change, but looked at`() throws {
    let known = index([
      "a": try stored("a", change: "size"), "b": try stored("b"), "c": try stored("c"),
    ])
    let entries = try ["a", "b", "c", "p"].map { name in
      FolderComparison.Entry(name: Array(name.utf8), status: try FileStatus(of: folder[name]))
    }
    let inode = try FileStatus(of: folder["c"]).inode
    let comparison = FolderComparison(of: "/f", disk: entries, index: known) { file, status in
      file.isCurrent(status, extractor: 7)
    } needsAccess: { file, _ in
      file.inode != inode
    }
    #expect(comparison.changed == ["/f/a"])
    #expect(comparison.withoutAccess == ["/f/b"])
  }

  @Test func `What the disk has no longer is removed, in byte order`() throws {
    let gone = try stored("a")
    let known = index(["z": gone, "x": gone, "a": gone], folders: ["y", "d"])
    let comparison = try compare(["a", "d"], with: known)
    #expect(comparison.changed == [])
    #expect(comparison.removed == ["/f/x", "/f/y", "/f/z"])
  }

  @Test func `A file that became a folder, or the reverse, is removed first`() throws {
    let known = index(["d": try stored("d")], folders: ["a"])
    let comparison = try compare(["a", "d"], with: known)
    #expect(comparison.removed == ["/f/a", "/f/d"])
    #expect(comparison.changed == ["/f/a"])
    #expect(comparison.folders == ["/f/d"])
  }

  @Test func `Links and FIFOs are no documents, and end those they replace`() throws {
    let known = index(["l": try stored("l"), "p": try stored("p")])
    let comparison = try compare(["l", "p"], with: known)
    #expect(comparison.changed == [])
    #expect(comparison.folders == [])
    #expect(comparison.removed == ["/f/l", "/f/p"])
  }
}
