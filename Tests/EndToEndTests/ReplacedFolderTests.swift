import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Folders that are moved out of a root and leave a symbolic link in their place.
@Suite(.timeLimit(.minutes(15)))
struct ReplacedFolderTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  @Test func `Nothing behind the link is in the index, however many files were just written`()
    throws
  {
    let kept = home["files/kept.txt"]
    try kept.write("kept")
    let folder = home["files/dir"]
    let daemon = try RunningDaemon(in: home)
    var random = SplitMix(seed: 4)
    for round in 0..<120 {
      let subfolders = Int.random(in: 1...12, using: &random)
      let files = Int.random(in: 1...8, using: &random)
      for number in 0..<subfolders {
        for file in 0..<files {
          try folder.appending("n\(number)").appending("deep").appending("f\(file).txt")
            .write("foreign \(round)")
        }
      }
      let elsewhere = home["outside/\(round)"]
      try elsewhere.parent.makeDirectory()
      if round.isMultiple(of: 3) { _ = try daemon.connect().status() }
      try folder.rename(to: elsewhere)
      try folder.makeSymbolicLink(to: elsewhere)
      if round.isMultiple(of: 2) {
        // Work below the link is no work in the root.
        try elsewhere.appending("n0").appending("late.txt").write("foreign late")
      }
      #expect(try daemon.listed() == [kept], "round \(round)")
      try folder.removeFile()
    }
    #expect(try daemon.found("foreign") == [])
  }

  @Test(
    .enabled(if: Tool.isRoot && Tool.exists("/usr/bin/strace")), arguments: ["ENOSYS", "EPERM"])
  func `A kernel or a sandbox without openat2 changes nothing`(error: String) throws {
    let inside = home["files/dir/sub/a.txt"]
    try inside.write("boomerang")
    let daemon = try RunningDaemon(
      in: home,
      prefix: [
        "/usr/bin/strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=openat2", "-e",
        "inject=openat2:error=\(error)",
      ])
    #expect(try daemon.found("boomerang") == [inside])
    for round in 0..<10 {
      try home["files/dir/\(round)/deep/b.txt"].write("foreign")
      try home["files/dir"].rename(to: home["outside"])
      try home["files/dir"].makeSymbolicLink(to: home["outside"])
      #expect(try daemon.listed() == [])
      try home["files/dir"].removeFile()
      try home["outside"].rename(to: home["files/dir"])
      #expect(try daemon.found("boomerang") == [inside])
    }
    #expect(try daemon.found("foreign").count == 10)
  }

  @Test func `Documents below a folder that became a link are removed, at a start as well`() throws
  {
    let inside = home["files/dir/sub/a.txt"]
    try inside.write("boomerang")
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("boomerang") == [inside])
    try daemon.kill()
    try home["files/dir"].rename(to: home["outside"])
    try home["files/dir"].makeSymbolicLink(to: home["outside"])
    let second = try RunningDaemon(in: home)
    #expect(try second.listed() == [])
    try home["files/dir"].removeFile()
    try home["outside"].rename(to: home["files/dir"])
    #expect(try second.found("boomerang") == [inside])
  }
}
