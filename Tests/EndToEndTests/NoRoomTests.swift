import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// A disk that has room for one index and not for two.
@Suite(.timeLimit(.minutes(15)), .enabled(if: Tool.canMount, "needs mounts"))
struct NoRoomTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    try home["state"].makeDirectory()
    for number in 0..<1_200 {
      let words = (0..<60).map { "word\(number)x\($0)" }.joined(separator: " ")
      let folder = number < 50 ? "first" : number < 400 ? "early" : "late"
      try home["files/\(folder)/\(number).txt"].write("common \(words)\n")
    }
  }

  /// The new index has room for a part, and with the room of the old one for more, but not for all.
  ///
  /// The room of an old index of 50 documents is less than the log of the new one.
  @Test(arguments: [("late", 400), ("early late", 50)])
  func `The old index goes before the new one is complete, and nothing is lost`(
    excluded: String, count: Int
  ) throws {
    let state = home["state"]
    let exclusion = home[".config/sitta/sittad.conf.d/zz.conf"]
    try exclusion.write("[Index]\nExclude=\(excluded)\n")
    let mount = #"mount -t tmpfs -o mode=0700 none \#(state) && exec "$0" "$@""#
    let daemon = try RunningDaemon(
      in: home,
      prefix: ["/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", mount])
    #expect(try daemon.found("common").count == count)
    #expect(try daemon.sitta(["pause", "--for", "2h"]).ending == .exited(0))
    #expect(try daemon.sitta(["rebuild"]).ending == .exited(0))
    try daemon.waitForStatus { $0.rebuild?.serving == .old }
    try daemon.runInside(
      "used=$(df -k --output=used \(state) | tail -n 1) "
        + "&& mount -o remount,size=$((used + 400))k \(state)")
    try exclusion.removeFile()
    _ = try daemon.connect().reload()
    #expect(try daemon.sitta(["resume"]).ending == .exited(0))
    // It waits for room once; that the configuration is read again ends the wait.
    try daemon.waitForStatus { $0.warnings.contains { $0.contains("is full") } }
    _ = try daemon.connect().reload()
    try daemon.waitForStatus { status in
      status.rebuild?.serving == .new && status.warnings.contains { $0.contains("two indexes") }
    }
    #expect(try daemon.connect().status().documents < 1_200)
    let query = SearchMethod.Parameters(query: "common")
    #expect(throws: Never.self) { try daemon.connect().search(query) }

    try daemon.runInside("mount -o remount,size=256m \(state)")
    _ = try daemon.connect().reload()
    #expect(try daemon.listed().count == 1_200)
    let end = try daemon.waitForStatus { $0.rebuild == nil }
    #expect(end.warnings == [])
    #expect(end.documents == 1_200)
  }
}
