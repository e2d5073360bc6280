import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Changes that no event of a watched folder reports.
@Suite(.timeLimit(.minutes(15)))
struct UnreportedChangeTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  @Test func `A write through a hard link elsewhere is found by the slow check`() throws {
    let (inside, outside) = (home["files/deep/a.txt"], home["outside.txt"])
    try outside.write("before")
    try home["files/deep"].makeDirectory()
    try inside.makeHardLink(to: outside)
    let daemon = try RunningDaemon(in: home, configuration: "[Watch]\nCheckInterval=1s\n")
    #expect(try daemon.found("before") == [inside])
    try outside.write("after")
    try daemon.wait { try daemon.found("after") == [inside] }
    #expect(try daemon.found("before") == [])
  }

  @Test func `A root whose parent folder is renamed goes, and comes back`() throws {
    let root = home["work/projects/notes"]
    try root.appending("a.txt").write("words")
    let daemon = try RunningDaemon(in: home, roots: [root])
    #expect(try daemon.found("words") == [root.appending("a.txt")])
    try home["work"].rename(to: home["play"])
    #expect(try daemon.found("words") == [])
    #expect(try daemon.connect().status().roots.map(\.state) == [.missing])
    try home["play/projects/notes/b.txt"].write("more words")
    try home["play"].rename(to: home["work"])
    #expect(try daemon.found("words").count == 2)
    #expect(try daemon.connect().status().roots.map(\.state) != [.missing])
  }

  @Test(arguments: ["rm", "mv"])
  func `A daemon whose state folder is taken away ends and says why`(how: String) throws {
    try home["files/a.txt"].write("words")
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("words").count == 1)
    if how == "rm" {
      try daemon.state.removeTree()
    } else {
      try daemon.state.rename(to: home["elsewhere"])
    }
    #expect(try daemon.process.wait(until: .now + .seconds(60)) == .exited(1))
    let next = try RunningDaemon(in: home)
    #expect(try next.found("words").count == 1)
  }

  @Test(.enabled(if: Tool.canMount))
  func `What is mounted and unmounted inside a tree is found`() throws {
    let (place, hidden) = (home["files/place"], home["files/place/hidden.txt"])
    try hidden.write("below")
    try home["files/other/a.txt"].write("shared")
    let daemon = try RunningDaemon(
      in: home, configuration: "[Index]\nOneFileSystem=no\n",
      prefix: ["/usr/bin/unshare", "--mount", "--propagation", "private"])
    #expect(try daemon.found("below") == [hidden])

    try daemon.runInside("mount -t tmpfs none \(place) && mkdir \(place)/d")
    #expect(try daemon.found("below") == [])
    try daemon.runInside("echo mounted > \(place)/d/new.txt")
    #expect(try daemon.found("mounted") == [place.appending("d").appending("new.txt")])
    try daemon.runInside("umount \(place)")
    #expect(try daemon.found("mounted") == [])
    #expect(try daemon.found("below") == [hidden])
    try hidden.write("seen again")
    #expect(try daemon.found("again") == [hidden])

    try daemon.runInside("mount --bind \(home["files/other"]) \(place)")
    let both = Set([home["files/other/a.txt"], place.appending("a.txt")])
    #expect(try daemon.found("shared") == both)
    try home["files/other/a.txt"].write("twice")
    #expect(try daemon.found("twice") == both)
    try daemon.runInside("umount \(place)")
    #expect(try daemon.found("twice") == [home["files/other/a.txt"]])
    try home["files/other/a.txt"].write("once")
    #expect(try daemon.found("once") == [home["files/other/a.txt"]])
  }

  @Test(.enabled(if: Tool.canMount))
  func `Another file system inside a tree is left out unless it was asked for`() throws {
    let place = home["files/place"]
    try place.appending("hidden.txt").write("below")
    let daemon = try RunningDaemon(
      in: home, prefix: ["/usr/bin/unshare", "--mount", "--propagation", "private"])
    #expect(try daemon.found("below") == [place.appending("hidden.txt")])
    try daemon.runInside("mount -t tmpfs none \(place) && echo mounted > \(place)/new.txt")
    #expect(try daemon.found("below OR mounted") == [])
    try daemon.runInside("umount \(place)")
    #expect(try daemon.found("below OR mounted") == [place.appending("hidden.txt")])
  }

  @Test(.enabled(if: Tool.canMount && Tool.exists("/usr/bin/strace")))
  func `Hits are looked up on disk, and not where the file system may be a network's`() throws {
    let (layers, local, log) = (home["layers"], home["layers/local"], home["calls"])
    for name in ["files", "layers"] { try home[name].makeDirectory() }
    let names = ["lower", "upper", "work"]
    let options = names.map { "\($0)dir=\(layers)/\($0)" }.joined(separator: ",")
    let script = """
      mount -t tmpfs none \(layers) && cd \(layers) && mkdir local \(names.joined(separator: " ")) \
      && echo acorn > local/near.txt && echo acorns > lower/far.txt \
      && mount -t overlay overlay -o \(options) \(home["files"]) \
      && exec strace -D -f -qq -o \(log) -e trace=%file "$0" "$@"
      """
    let daemon = try RunningDaemon(
      in: home, roots: [home["files"], local],
      prefix: ["/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", script])
    #expect(try daemon.found("acorn") == [home["files/far.txt"], local.appending("near.txt")])
    /// How often the daemon has named a file to the kernel so far.
    func calls(_ name: String) throws -> Int {
      try log.text().matches(of: try Regex("\"([^\"]*/)?\(name)\"")).count
    }
    let (far, near) = (try calls("far.txt"), try calls("near.txt"))
    for round in 1...20 {
      let hits = try daemon.connect().search(SearchMethod.Parameters(query: "acorn")).hits
      #expect(hits.count == 2)
      // strace writes a moment later.
      while try calls("near.txt") < near + round {}
    }
    // The indexer may read it once more, because its times are new.
    #expect(try calls("far.txt") - far < 10)
  }

  @Test(.enabled(if: Tool.canMount))
  func `A file system that nobody knows is polled until an event proves that it tells`() throws {
    let (below, file) = (home["layers/lower/a.txt"], home["files/a.txt"])
    for name in ["files", "layers"] { try home[name].makeDirectory() }
    let layers = ["lower", "upper", "work"].map { ($0, home["layers/\($0)"]) }
    let options = layers.map { "\($0)dir=\($1)" }.joined(separator: ",")
    // The tests can run on an overlay themselves, which cannot hold the layers of another.
    let mount = """
      mount -t tmpfs none \(home["layers"]) && mkdir \(layers.map { "\($1)" }.joined(separator: " ")) \
      && echo before > \(below) && mount -t overlay overlay -o \(options) \(home["files"])
      """
    let daemon = try RunningDaemon(
      in: home, configuration: "[Watch]\nPollInterval=1s\n",
      prefix: [
        "/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/sh", "-c",
        #"\#(mount) && exec "$0" "$@""#,
      ])
    #expect(try daemon.found("before") == [file])
    let root = try daemon.connect().status().roots[0]
    #expect(root.state == .polled)
    #expect(
      root.note == "changes that others make on overlay are not reported: polled every 1 s")
    try daemon.runInside("echo behind its back > \(below)")
    try daemon.wait { try daemon.found("back") == [file] }

    try daemon.runInside("echo before its eyes > \(home["files/b.txt"])")
    #expect(try daemon.found("eyes") == [home["files/b.txt"]])
    #expect(try daemon.connect().status().roots.map(\.state) == [.watched])
  }
}
