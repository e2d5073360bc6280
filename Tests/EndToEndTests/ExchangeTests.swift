import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Two names exchanged at once, folders seen twice, and files that get names when they are complete.
@Suite(.timeLimit(.minutes(15)))
struct ExchangeTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  @Test func `Exchanged folders are found by their new paths, read no second time, and can go`()
    throws
  {
    let (one, other) = (home["files/one"], home["files/deep/other"])
    let rest = String(repeating: " padding", count: 2_500)
    for number in 0..<50 {
      try one.appending("x/\(number).txt").write("first\(number)\(rest)")
      try other.appending("y/\(number).txt").write("second\(number)\(rest)")
    }
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.listed().count == 100)
    // Waits until the words of the index are read ahead; the first search reads its folders.
    _ = try daemon.connect().suggest(SuggestMethod.Parameters(text: "fi"))
    _ = try daemon.found("first7")
    let read = try daemon.bytesRead()
    for _ in 0..<3 { try one.exchange(with: other) }
    #expect(try daemon.found("first7") == [other.appending("x/7.txt")])
    #expect(try daemon.found("second7") == [one.appending("y/7.txt")])
    #expect(try daemon.listed() == Disk(below: daemon.files).files)
    let readAgain = try daemon.bytesRead() - read
    // The files have two megabytes; searches read pages of the index.
    #expect(readAgain < 500_000)

    try other.appending("x/7.txt").write("changed")
    try one.appending("y/new.txt").write("made")
    #expect(try daemon.found("changed") == [other.appending("x/7.txt")])
    #expect(try daemon.found("made") == [one.appending("y/new.txt")])
    #expect(try daemon.found("first7") == [])
    for folder in [one, other] { try folder.removeTree() }
    #expect(try daemon.listed() == [])
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `A folder exchanged with one of another level takes nothing else along`() throws {
    try home["files/p/a/k/z/x.txt"].write("first")
    try home["files/b/c/y.txt"].write("second")
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.listed().count == 2)
    try home["files/p/a"].exchange(with: home["files/b"])
    try home["files/b/k"].exchange(with: home["files/p"])
    #expect(try daemon.found("first") == [home["files/p/z/x.txt"]])
    #expect(try daemon.found("second") == [home["files/b/k/a/c/y.txt"]])
    for name in ["p", "b"] { try home["files/\(name)"].removeTree() }
    #expect(try daemon.listed() == [])
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `Exchanged files, and a file exchanged with a folder, are found by their new paths`()
    throws
  {
    let (one, other, folder) = (home["files/a.txt"], home["files/b.txt"], home["files/d"])
    try one.write("first")
    try other.write("second")
    try folder.appending("e/c.txt").write("third")
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.listed().count == 3)
    try one.exchange(with: other)
    #expect(try daemon.found("first") == [other])
    #expect(try daemon.found("second") == [one])
    try folder.exchange(with: one)
    #expect(try daemon.found("second") == [folder])
    #expect(try daemon.found("third") == [one.appending("e/c.txt")])
    try one.appending("e/c.txt").write("changed")
    #expect(try daemon.found("changed") == [one.appending("e/c.txt")])
    try one.exchange(with: folder)
    #expect(try daemon.found("second") == [one])
    #expect(try daemon.found("changed") == [folder.appending("e/c.txt")])
    #expect(try daemon.listed() == Disk(below: daemon.files).files)
  }

  @Test func `A folder that went out and back over an empty one stays what it is`() throws {
    let (one, other) = (home["files/one"], home["files/other"])
    try one.appending("x/a.txt").write("words")
    try other.makeDirectory()
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.listed().count == 1)
    // As long as a folder is open, the kernel does not say that it was removed.
    let open = try FileDescriptor(openingDirectory: other)
    try one.rename(to: other)
    try other.rename(to: one)
    #expect(try daemon.found("words") == [one.appending("x/a.txt")])
    try one.appending("x/a.txt").write("changed")
    #expect(try daemon.found("changed") == [one.appending("x/a.txt")])
    #expect(try open.status().kind == .directory)
  }

  @Test func `A forgotten file that a program saves by an exchange stays forgotten`() throws {
    let (diary, draft) = (home["files/diary.txt"], home["files/draft.txt"])
    try diary.write("secret")
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("secret") == [diary])
    #expect(try daemon.sitta(["forget", "\(diary)"]).ending == .exited(0))
    try draft.write("secret again")
    try draft.exchange(with: diary)
    try draft.removeFile()
    #expect(try daemon.found("secret") == [])
    try diary.write("secret once more")
    #expect(try daemon.found("secret") == [])
  }

  @Test func `What is written after a file without a name got one is found`() throws {
    let file = home["files/a.txt"]
    let daemon = try RunningDaemon(in: home)
    try file.writeNameless("before") { write in
      #expect(try daemon.found("before") == [file])
      try write(" behind")
    }
    #expect(try daemon.found("behind") == [file])
  }

  @Test(.enabled(if: Tool.canMount))
  func `A rename below a folder that is seen twice changes both paths at once`() throws {
    let (origin, alias) = (home["files/origin"], home["files/alias"])
    try alias.makeDirectory()
    try origin.appending("d/sub/a.txt").write("words")
    try origin.appending("b.txt").write("other")
    let daemon = try RunningDaemon(
      in: home, configuration: "[Index]\nOneFileSystem=no\n",
      prefix: ["/usr/bin/unshare", "--mount", "--propagation", "private"])
    try daemon.runInside("mount --bind \(origin) \(alias)")
    func both(_ path: String) -> Set<FilePath> { [origin.appending(path), alias.appending(path)] }
    #expect(try daemon.found("words") == both("d/sub/a.txt"))

    try origin.appending("d").rename(to: origin.appending("e"))
    #expect(try daemon.found("words") == both("e/sub/a.txt"))
    #expect(try daemon.listed() == both("e/sub/a.txt").union(both("b.txt")))
    try daemon.runInside("mv \(alias)/b.txt \(alias)/e/sub/c.txt")
    #expect(try daemon.found("other") == both("e/sub/c.txt"))
    #expect(try daemon.listed() == both("e/sub/a.txt").union(both("e/sub/c.txt")))
    try daemon.runInside("mv \(alias)/e/sub \(alias)/sub")
    #expect(try daemon.listed() == both("sub/a.txt").union(both("sub/c.txt")))
    try origin.appending("e").exchange(with: origin.appending("sub"))
    #expect(try daemon.listed() == both("e/a.txt").union(both("e/c.txt")))
    try origin.appending("e/a.txt").write("changed")
    #expect(try daemon.found("changed") == both("e/a.txt"))
  }
}
