import LinuxSystem
import SearchInterface
import SittaSQLite
import TestSupport
import Testing

/// `Access=` that is switched on and off, and changes that no event reports.
@Suite(.timeLimit(.minutes(15)))
final class AccessRecordingTests: AccessFixture {
  private func takeRightsAway() throws {
    try note.setPermissions(0o600)
    for path in folders { try path.setPermissions(0o700) }
  }

  private func expectTakenAway(_ feed: AccessFeed) {
    #expect(feed.entries(of: note) == "u::r--,g::---,o::---")
    for path in folders {
      #expect(feed.entries(ofFolder: path) == "u::--x,g::---,o::---", "\(path)")
    }
  }

  @Test(arguments: [true, false])
  func `Rights that were taken away while no daemon ran are found at the next start`(
    isKilled: Bool
  ) throws {
    let first = try daemon()
    var feed = AccessFeed()
    try feed.update(from: first)
    if isKilled { try first.kill() } else { _ = try first.terminate() }
    try takeRightsAway()
    try feed.update(from: daemon())
    expectTakenAway(feed)
  }

  @Test func `Rights that were taken away while events were lost are found`() throws {
    let text = try Tool.run("/bin/cat", "/proc/sys/fs/inotify/max_queued_events")
    let limit = try #require(Int(text.filter(\.isNumber)))
    let daemon = try daemon()
    var feed = AccessFeed()
    let (one, other) = (root.appending("one.txt"), root.appending("other.txt"))
    for file in [one, other] { try file.write("") }
    try feed.update(from: daemon)
    try daemon.suspend()
    // Equal events in a row are one: hence two files in turn.
    try one.whileOpen { writeOne in
      try other.whileOpen { writeOther in
        for _ in 0..<limit {
          try writeOne(".")
          try writeOther(".")
        }
      }
    }
    try takeRightsAway()
    try daemon.resume()
    try feed.update(from: daemon)
    #expect(try daemon.connect().status().overflows > 0)
    expectTakenAway(feed)
  }

  @Test func `Switched on later, all rules are recorded, and no text is read again`() throws {
    let book = root.appending("book.txt")
    try book.write(String(repeating: "A long text with few words.\n", count: 100_000))
    let daemon = try daemon("")
    var feed = AccessFeed()
    try feed.update(from: daemon)
    #expect(feed.files == [note.uri: nil, book.uri: nil])
    // Files whose times may hide a change are read once more, and then none is.
    try daemon.wait {
      try home.copyOfIndex()
        .first("SELECT count(*) FROM document WHERE racy IS NOT NULL") { $0.integer(at: 0) } == 0
    }
    let read = try daemon.bytesRead()
    try configure(Self.recording, daemon)
    let sent = try feed.update(from: daemon)
    #expect(sent.isSuperset(of: [note.uri, book.uri, folder.uri, root.uri, home["srv"].uri]))
    #expect((Array(feed.files.values) + Array(feed.folders.values)).allSatisfy { $0 != nil })
    #expect(try daemon.bytesRead() - read < 1 << 20)
    // From now on, changes are noticed.
    try takeRightsAway()
    try feed.update(from: daemon)
    expectTakenAway(feed)
  }

  @Test(arguments: [true, false])
  func `Switched off and on, no rule of former times is sent`(byRestart: Bool) throws {
    var daemon = try daemon()
    var feed = AccessFeed()
    try feed.update(from: daemon)
    func use(_ configuration: String) throws {
      guard byRestart else { return try configure(configuration, daemon) }
      _ = try daemon.terminate()
      daemon = try self.daemon(configuration)
    }
    try use("")
    let sent = try feed.update(from: daemon)
    #expect(sent.isSuperset(of: [note.uri, folder.uri, home["srv"].uri]))
    #expect((Array(feed.files.values) + Array(feed.folders.values)).allSatisfy { $0 == nil })
    try takeRightsAway()
    try feed.update(from: daemon)
    #expect(feed.files == [note.uri: nil])
    try use(Self.recording)
    try feed.update(from: daemon)
    expectTakenAway(feed)
  }

  @Test func `A rule that is not that of the file is found by sitta verify, and repaired`() throws {
    let first = try daemon()
    _ = try first.listed()
    _ = try first.terminate()
    try Database(path: home["state/index.sqlite"].bytes).execute("UPDATE document SET access = 0")
    let daemon = try daemon()
    let found = try daemon.sitta(["verify"])
    #expect(found.ending != .exited(0))
    #expect(found.outputText.contains("the index says that other people may read it"))
    #expect(try daemon.sitta(["verify", "--repair"]).ending == .exited(0))
    var feed = AccessFeed()
    try feed.update(from: daemon)
    #expect(feed.entries(of: note) == "u::r--,g::r--,o::r--")
  }

  private func configure(_ text: String, _ daemon: RunningDaemon) throws {
    try home[".config/sitta/sittad.conf.d/test.conf"].write(
      "[Cooldown]\nActiveTime=0\nOnBattery=yes\nPressure=0\n\(text)")
    #expect(try daemon.sitta(["reload"]).ending == .exited(0))
  }
}
