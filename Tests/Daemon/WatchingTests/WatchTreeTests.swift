import LinuxSystem
import TestSupport
import Testing

@testable import Watching

struct WatchTreeTests {
  var tree = WatchTree()

  /// /a 1, /a/b 2, /a/b/c 3, /d 4.
  init() {
    tree.insert("/a", watch: 1)
    tree.insert("/a/b", watch: 2)
    tree.insert("/a/b/c", watch: 3)
    tree.insert("/d", watch: 4)
  }

  @Test func `A watch is found by its folder, and the folder by its watch`() {
    #expect(tree.paths(of: 3) == ["/a/b/c"])
    #expect(tree.watch(at: "/a/b/c") == 3)
    #expect(tree.watchCount == 4)
    #expect(tree.paths(of: 9).isEmpty)
    #expect(tree.watch(at: "/x") == nil)
    #expect(tree.watch(at: "/a/b/c/x") == nil)
    #expect(tree.watch(at: "/") == nil)
  }

  @Test mutating func `The root of the file system can be watched`() {
    #expect(tree.insert("/", watch: 7) == nil)
    #expect(tree.paths(of: 7) == ["/"])
    #expect(tree.watch(at: "/") == 7)
    #expect(tree.unwatch("/") == 7)
  }

  @Test mutating func `Folders below a removed one can keep their watches`() {
    tree.insert("/a/x/y", watch: 5)
    #expect(tree.remove("/a", keeping: ["/a/b", "/a/x/y", "/a/none", "/d"]).sorted() == [1, 3])
    #expect(tree.paths(of: 2) == ["/a/b"])
    #expect(tree.paths(of: 5) == ["/a/x/y"])
    #expect(tree.paths(of: 4) == ["/d"])
    #expect(tree.watch(at: "/a") == nil)
    #expect(tree.watchCount == 3)
  }

  @Test mutating func `Inserting the same watch again changes nothing`() {
    #expect(tree.insert("/a", watch: 1) == nil)
    #expect(tree.paths(of: 1) == ["/a"])
    #expect(tree.watchCount == 4)
  }

  @Test mutating func `One watch can have two paths`() {
    #expect(tree.insert("/mount", watch: 1) == nil)
    #expect(Set(tree.paths(of: 1)) == ["/a", "/mount"])
    #expect(tree.watchCount == 4)
    #expect(Set(tree.remove("/a")) == [2, 3], "The watch still has the path of the mount.")
    #expect(tree.paths(of: 1) == ["/mount"])
    #expect(tree.remove("/mount") == [1])
    #expect(tree.watchCount == 1)
  }

  @Test mutating func `Inserting another watch for a path returns the former one`() {
    #expect(tree.insert("/a", watch: 9) == 1)
    #expect(tree.watch(at: "/a") == 9)
    #expect(tree.paths(of: 1).isEmpty)
    #expect(tree.watch(at: "/a/b") == 2, "The folder below keeps its watch.")
  }

  @Test mutating func `Inserting another watch does not return one that has another path`() {
    tree.insert("/mount", watch: 1)
    #expect(tree.insert("/a", watch: 9) == nil)
    #expect(tree.paths(of: 1) == ["/mount"])
  }

  @Test mutating func `Removing a folder returns the watches of all folders below it`() {
    #expect(Set(tree.remove("/a")) == [1, 2, 3])
    #expect(tree.watchCount == 1)
    #expect(tree.watch(at: "/a/b/c") == nil)
    #expect(tree.watch(at: "/d") == 4)
    #expect(tree.remove("/a").isEmpty)
    #expect(tree.remove("/").isEmpty)
  }

  @Test mutating func `A folder that is not watched is removed with those below it`() {
    tree.insert("/x/y/z", watch: 5)
    #expect(tree.remove("/x") == [5])
  }

  @Test mutating func `Ending the watch of one folder keeps those below it`() {
    #expect(tree.unwatch("/a/b") == 2)
    #expect(tree.unwatch("/a/b") == nil)
    #expect(tree.watch(at: "/a/b") == nil)
    #expect(tree.paths(of: 3) == ["/a/b/c"])
    #expect(Set(tree.remove("/a")) == [1, 3])
  }

  @Test mutating func `A watch that has ended is removed with its paths`() {
    tree.insert("/mount", watch: 2)
    #expect(Set(tree.end(watch: 2)) == ["/a/b", "/mount"])
    #expect(tree.end(watch: 2).isEmpty)
    #expect(tree.watch(at: "/a/b") == nil)
    #expect(tree.watch(at: "/mount") == nil)
    #expect(tree.watchCount == 3)
    #expect(tree.insert("/a/b", watch: 8) == nil)
    #expect(tree.paths(of: 3) == ["/a/b/c"])
  }

  @Test mutating func `A renamed folder keeps the folders below it`() {
    let isKnown = tree.exchange("/a", with: "/x/y")
    #expect(isKnown)
    #expect(tree.paths(of: 1) == ["/x/y"])
    #expect(tree.paths(of: 3) == ["/x/y/b/c"])
    #expect(tree.watch(at: "/a") == nil)
    #expect(tree.watchCount == 4)
  }

  @Test mutating func `Exchanged folders keep the folders below them`() {
    tree.insert("/d/e", watch: 5)
    #expect(tree.contains("/d/e"))
    #expect(!tree.contains("/d/c"))
    let isDone = tree.exchange("/a/b", with: "/d")
    #expect(isDone)
    #expect(tree.paths(of: 2) == ["/d"])
    #expect(tree.paths(of: 3) == ["/d/c"])
    #expect(tree.paths(of: 4) == ["/a/b"])
    #expect(tree.paths(of: 5) == ["/a/b/e"])
    #expect(tree.watch(at: "/a") == 1)
    // The first is not in the tree.
    let isRenamed = tree.exchange("/x/y/z", with: "/d")
    #expect(isRenamed)
    #expect(tree.paths(of: 3) == ["/x/y/z/c"])
    #expect(!tree.contains("/d"))
    #expect(tree.watchCount == 5)
  }

  @Test mutating func `A folder is exchanged at each of its paths`() {
    for path in ["/mount", "/mount/b", "/mount/b/c"] as [FilePath] {
      if let watch = tree.watch(at: path.moving(from: "/mount", to: "/a")) {
        tree.insert(path, watch: watch)
      }
    }
    let isDone = [
      tree.exchange("/a/b", with: "/a/x"), tree.exchange("/mount/b", with: "/mount/x"),
    ]
    #expect(isDone == [true, true])
    #expect(Set(tree.paths(of: 3)) == ["/a/x/c", "/mount/x/c"])
  }

  @Test(
    arguments: [("/", "/y"), ("/a", "/a"), ("/a", "/a/b/c"), ("/a/b/c", "/a"), ("/a/b/c", "/")]
      as [(FilePath, FilePath)])
  mutating func `An impossible exchange changes nothing`(one: FilePath, other: FilePath) {
    let isDone = tree.exchange(one, with: other)
    #expect(!isDone)
    #expect(tree.paths(of: 1) == ["/a"])
    #expect(tree.paths(of: 3) == ["/a/b/c"])
    #expect(tree.watchCount == 4)
  }

  @Test mutating func `Names are bytes`() {
    let path = FilePath.root.appending([0xff, 0xfe, 0x0a])
    tree.insert(path, watch: 6)
    #expect(tree.paths(of: 6) == [path])
  }
}
