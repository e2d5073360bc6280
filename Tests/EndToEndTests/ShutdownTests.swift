import LinuxSystem
import SittaSQLite
import SearchInterface
import TestSupport
import Testing

/// How daemons end, in order and without warning, and the files that they leave.
@Suite(.timeLimit(.minutes(15)))
struct ShutdownTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  @Test func `An idle daemon ends at once, with a clean mark`() throws {
    try home["files/a.txt"].write("evening")
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("evening").count == 1)
    try expectQuickEnd(of: daemon)
    #expect(try isMarkedClean())
    #expect(!daemon.socket.exists || (try? daemon.connect()) == nil)
  }

  @Test func `An orderly end leaves the index whole in its one file`() throws {
    try home["files/a.txt"].write("evening")
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("evening").count == 1)
    try expectQuickEnd(of: daemon)
    #expect(!home["state/index.sqlite-wal"].exists)
    #expect(!home["state/index.sqlite-shm"].exists)
  }

  @Test func `A daemon in its first crawl ends at once, and the next goes on`() throws {
    try makeForest(of: 4_000)
    let daemon = try RunningDaemon(in: home)
    let before = try daemon.connect().status()
    #expect(before.state == .indexing)
    try expectQuickEnd(of: daemon)
    #expect(try isMarkedClean())
    let next = try RunningDaemon(in: home)
    #expect(try next.listed().count == 4_000)
    #expect(try next.found("tree3999x7").count == 1)
  }

  @Test func `A waiting sync does not hold up the end`() throws {
    try makeForest(of: 2_000)
    let daemon = try RunningDaemon(in: home)
    let socket = "\(daemon.socket)"
    let client = try ChildProcess(
      ChildProcess.Command(
        Binary.sitta.path, ["--socket", socket, "sync"].map { Array($0.utf8) }),
      errors: .pipe)
    try waitForFirstDocuments(daemon)
    try expectQuickEnd(of: daemon)
    let ending = try #require(try client.wait(until: .now + .seconds(10)))
    #expect([.exited(0), .exited(3), .exited(4)].contains(ending))
  }

  @Test func `A reader that sends without end does not hold up the end`() throws {
    let programs = home["bin"]
    try programs.makeDirectory()
    try Tool.run("/bin/cp", "\(Binary.sittad.path)", "\(programs)")
    // The daemon and its programs can write nowhere else.
    try home["state"].makeDirectory()
    let begun = home["state/begun"]
    try Tool.run("/usr/bin/mkfifo", "\(begun)")
    // It is ready, takes the first request, and answers with a field, again and again.
    try programs.appending("sitta-extract").writeProgram(
      """
      #!/bin/sh
      printf '\\000\\000\\000\\000\\003\\000\\000\\000\\006\\007\\001' >&0
      dd bs=4096 count=1 > /dev/null 2>&1
      echo > '\(begun)'
      while printf '\\001\\000\\000\\000\\003\\000\\000\\000\\001\\001a' >&0; do :; done

      """)
    try home["files/a.html"].write("<p>evening")
    let copy = programs.appending("sittad")
    let daemon = try RunningDaemon(in: home, prefix: ["/bin/sh", "-c", "exec '\(copy)' \"$@\""])
    try Tool.run("/bin/cat", "\(begun)")
    try expectQuickEnd(of: daemon)
    #expect(try isMarkedClean())
  }

  @Test func `A sudden death leaves no clean mark, and the next daemon finds everything`() throws {
    try makeForest(of: 300)
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("forest").count == 300)
    try daemon.kill()
    #expect(try !isMarkedClean())
    try home["files/0/new.txt"].write("forest")
    try home["files/0/0.txt"].removeFile()
    let next = try RunningDaemon(in: home)
    #expect(try next.found("forest").count == 300)
    #expect(try next.found("tree0x0") == [])
    #expect(try next.connect().status().warnings == [])
  }

  @Test func `A death in the first crawl loses nothing`() throws {
    try makeForest(of: 2_000)
    let daemon = try RunningDaemon(in: home)
    try waitForFirstDocuments(daemon)
    try daemon.kill()
    #expect(try !isMarkedClean())
    let next = try RunningDaemon(in: home)
    #expect(try next.listed().count == 2_000)
  }

  @Test func `SIGINT ends it in order, and SIGHUP does not end it`() throws {
    try home["files/a.txt"].write("evening")
    let daemon = try RunningDaemon(in: home)
    try daemon.process.send(signal: SignalDescriptor.hangUp)
    #expect(try daemon.found("evening").count == 1)
    try daemon.process.send(signal: SignalDescriptor.interrupt)
    #expect(try daemon.process.wait(until: .now + .seconds(20)) == .exited(0))
    #expect(try isMarkedClean())
  }

  @Test func `Nobody else may look into what it keeps`() throws {
    // Another program may have made the folder before, with generous permissions.
    try home["state"].makeDirectory()
    try home["state"].setPermissions(0o755)
    try home["files/a.txt"].write("private")
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("private").count == 1)
    #expect(try permissions(of: home["state"]) == 0o700)
    #expect(try permissions(of: home["state/sync"]) == 0o700)
    let names = try DirectoryListing(of: FileDescriptor(openingDirectory: home["state"])).names
    let files = names.map { home["state"].appending($0) }.filter { $0 != home["state/sync"] }
    #expect(files.count >= 2)
    for file in files { #expect(try permissions(of: file) == 0o600, "\(file)") }
    #expect(try permissions(of: daemon.socket) == 0o600)
    #expect(try permissions(of: daemon.socket.parent) == 0o700)
  }
}

extension ShutdownTests {
  private func makeForest(of count: Int) throws {
    for number in 0..<count {
      let text = (0..<30).map { "tree\(number)x\($0)" }.joined(separator: " ")
      try home["files/\(number % 40)/\(number).txt"].write("forest \(text)\n")
    }
  }

  /// Waits until some documents are in the index, and expects that there are more to come.
  private func waitForFirstDocuments(_ daemon: RunningDaemon) throws {
    #expect(try daemon.waitForStatus { $0.documents > 0 }.state == .indexing)
  }

  private func expectQuickEnd(of daemon: RunningDaemon) throws {
    let (ending, duration) = try daemon.terminate()
    #expect(ending == .exited(0))
    #expect(duration < .seconds(1))
  }

  private func isMarkedClean() throws -> Bool {
    let index = try Database(path: home["state/index.sqlite"].bytes, access: .readOnly)
    let value = try index.first("SELECT value FROM meta WHERE key = 'clean'") {
      $0.integer(at: 0)
    }
    return try #require(value) == 1
  }

  private func permissions(of path: FilePath) throws -> UInt32 {
    try FileStatus(of: path).permissions & 0o7777
  }
}
