import LinuxSystem
import SittaSQLite
import SearchInterface
import TestSupport
import Testing

/// Files that do not hold still, come in masses, or are not of this time.
@Suite(.timeLimit(.minutes(15)))
struct RestlessFileTests {
  let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
  }

  @Test func `Files that appear and go before anybody looks leave nothing behind`() throws {
    for number in 0..<500 {
      let file = daemon.files.appending("flash\(number % 7)").appending("\(number).tmp")
      try file.write("ephemeral")
      try file.removeFile()
    }
    try daemon.files.appending("flash0").removeTree()
    try daemon.files.appending("stays.txt").write("ephemeral")
    #expect(try daemon.listed() == [daemon.files.appending("stays.txt")])
    #expect(try daemon.found("ephemeral") == [daemon.files.appending("stays.txt")])
  }

  @Test func `A log that is never closed is found line by line, and after its rotation`() throws {
    let (log, old) = (daemon.files.appending("app.log"), daemon.files.appending("app.log.1"))
    try log.write("")
    try log.whileOpen { write in
      for number in 0..<5 {
        try write("entry\(number)\n")
        #expect(try daemon.found("entry\(number)") == [log])
      }
      try log.rename(to: old)
      // The writer still has it open.
      try write("straggler\n")
      #expect(try daemon.found("straggler entry0") == [old])
      try log.write("entry9\n")
      #expect(try daemon.found("entry9") == [log])
      try write("latecomer\n")
    }
    #expect(try daemon.found("latecomer") == [old])
    #expect(try daemon.listed() == [log, old])
    try old.rename(to: daemon.files.appending("app.log.2"))
    try log.rename(to: old)
    #expect(try daemon.found("entry9") == [old])
    #expect(try daemon.found("straggler") == [daemon.files.appending("app.log.2")])
  }

  @Test func `A folder with 20,000 entries is complete, and follows`() throws {
    let folder = daemon.files.appending("crowd")
    try folder.makeDirectory()
    for number in 0..<20_000 { try FileDescriptor.makeFile(at: folder.appending("n\(number)")) }
    #expect(try daemon.listed().count == 20_000)
    try folder.appending("n777").write("needle")
    try folder.appending("n778").removeFile()
    #expect(try daemon.found("needle") == [folder.appending("n777")])
    #expect(try daemon.listed().count == 19_999)
    try folder.rename(to: daemon.files.appending("mass"))
    #expect(try daemon.found("needle") == [daemon.home["files/mass/n777"]])
  }

  @Test(arguments: ["1901-12-14", "1970-01-01", "2106-02-08", "2400-01-01"])
  func `A file is found and followed whatever its clock said`(date: String) throws {
    let (file, other) = (daemon.files.appending("odd.txt"), daemon.files.appending("now.txt"))
    try file.write("timeless")
    try other.write("timeless")
    try Tool.run("/usr/bin/touch", "-d", "\(date) 12:00 UTC", "\(file)")
    #expect(try daemon.found("timeless") == [file, other])
    // Another text of the same length and the same time of change.
    try file.write("temporal")
    try Tool.run("/usr/bin/touch", "-d", "\(date) 12:00 UTC", "\(file)")
    #expect(try daemon.found("timeless") == [other])
    #expect(try daemon.found("temporal") == [file])
    #expect(try daemon.found("temporal modified:<1980") == (date < "1980" ? [file] : []))
    #expect(try daemon.found("temporal modified:>2100") == (date > "2100" ? [file] : []))
    #expect(try daemon.terminate().ending == .exited(0))
    let next = try RunningDaemon(in: daemon.home)
    #expect(try next.found("temporal") == [file])
  }
}

/// Moves are free.
@Suite(.timeLimit(.minutes(15)))
struct FreeMoveTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  @Test func `A renamed folder of 10,000 files is right, and none of them was read again`() throws {
    for folder in 0..<100 { try home["files/old/\(folder)"].makeDirectory() }
    try Tool.run(
      "/usr/bin/perl", "-e",
      #"""
      for (0..9999) {
        open(F, ">", "$ARGV[0]/" . $_ % 100 . "/$_.txt") or die;
        print F "number$_ ", " " x 2000;
      }
      """#, "\(home["files/old"])")
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("number77") == [home["files/old/77/77.txt"]])
    let (clock, read) = (try daemon.connect().status().clock, try daemon.bytesRead())
    try home["files/old"].rename(to: home["files/new"])
    let after = try daemon.connect().sync(SyncMethod.Parameters()).clock
    #expect(try daemon.bytesRead() - read < 5 << 20, "20 MB lie in the folder")
    #expect(after.sequence == clock.sequence + 1)
    #expect(try daemon.found("number77") == [home["files/new/77/77.txt"]])
    #expect(try daemon.found("number9999") == [home["files/new/99/9999.txt"]])
    let listed = try daemon.listed()
    #expect(listed.count == 10_000)
    #expect(listed.allSatisfy { $0.isInside(home["files/new"]) })
    try home["files/new/5/5.txt"].write("still watched")
    #expect(try daemon.found("watched") == [home["files/new/5/5.txt"]])
  }

  @Test func `What a file says costs nothing where it is written again as it was`() throws {
    let files = (0..<100).map { home["files/\($0 % 5)/\($0).txt"] }
    for (number, file) in files.enumerated() { try file.write("checkout number\(number)") }
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("checkout").count == 100)
    let tokens = try tokenBytes(daemon)
    for (number, file) in files.enumerated() { try file.save("checkout number\(number)") }
    try Tool.run("/usr/bin/touch", "\(files[0])")
    #expect(try daemon.found("checkout").count == 100)
    #expect(try tokenBytes(daemon) == tokens)
    try files[0].write("something else")
    #expect(try daemon.found("checkout").count == 99)
    #expect(try tokenBytes(daemon) != tokens)
  }

  /// The sizes of the segments that FTS5 has written: each flush of tokens is a segment.
  private func tokenBytes(_ daemon: RunningDaemon) throws -> [Int64]? {
    try daemon.home.copyOfIndex().first(
      "SELECT count(*), total(length(block)), max(id) FROM search_data"
    ) {
      row in (0..<3).map { row.integer(at: $0) }
    }
  }
}
