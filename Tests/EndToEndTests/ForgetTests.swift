import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// The words in the state folder, and how they are erased.
@Suite(.timeLimit(.minutes(15)))
struct ForgetTests {
  let home: TemporaryDirectory
  private var secret: FilePath { home["files/private/qwertzdiary.md"] }
  /// Each begins as no other word, because FTS5 stores only the letters that differ from the word
  /// before.
  private static let traces = ["zyxomma", "vuggings", "qwertzdiary", "jqtag", "Xylophone"]

  init() throws {
    home = try TemporaryDirectory()
    for number in 0..<200 {
      let words = (0..<50).map { "filler\(number * 7 % 500 + $0)" }.joined(separator: " ")
      try home["files/\(number).txt"].write("common \(words)\n")
    }
    try secret.write("---\ntags: jqtag\n---\n# Xylophone\n\nzyxomma vuggings common\n")
  }

  /// The files in the state folder that hold a text in their bytes.
  func files(holding text: String) throws -> [FilePath] {
    let wanted = Array(text.utf8)
    return try stateFiles().filter { try $0.contents().firstRange(of: wanted) != nil }
  }

  func stateFiles(in folder: FilePath? = nil) throws -> [FilePath] {
    let folder = folder ?? home["state"]
    let names = try DirectoryListing(of: FileDescriptor(openingDirectory: folder)).names
    return try names.flatMap { name -> [FilePath] in
      let path = folder.appending(name)
      return try [path]
        + (FileStatus(of: path).kind == .directory ? stateFiles(in: path) : [])
    }.filter { try FileStatus(of: $0).kind == .regular }
  }

  @Test func `Nothing of a forgotten file is left in any byte of the state folder`() throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("zyxomma") == [secret])
    for trace in Self.traces { #expect(try !files(holding: trace).isEmpty, "\(trace)") }
    // A damaged index that was set aside holds the words as well.
    try home["state/index.sqlite.damaged-20260102T030405Z"].write("zyxomma")

    try secret.removeFile()
    #expect(try daemon.found("zyxomma") == [])
    let report = try daemon.sitta(["forget", "\(secret)"])
    #expect(report.ending == .exited(1))
    #expect(report.errorText.contains("was erased"), "\(report.errorText)")
    for trace in Self.traces { #expect(try files(holding: trace) == [], "\(trace)") }
    #expect(try daemon.found("common").count == 200)
    #expect(try daemon.terminate().ending == .exited(0))
    for trace in Self.traces { #expect(try files(holding: trace) == [], "\(trace)") }
  }

  @Test func `A forgotten file that is still there stays forgotten, under every name`() throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("zyxomma") == [secret])
    let report = try daemon.sitta(["forget", "\(secret)"])
    #expect(report.outputText == "1 document forgotten\n")
    #expect(report.errorText.contains("still exists"))
    let texts = Self.traces.filter { $0 != "qwertzdiary" }
    for trace in texts { #expect(try files(holding: trace) == [], "\(trace)") }
    // Only its path is kept, to keep it out.
    #expect(try files(holding: "qwertzdiary") == [home["state/forgotten"]])

    try secret.append("zyxomma again\n")
    #expect(try daemon.found("zyxomma") == [])
    let renamed = home["files/private/other.md"]
    try secret.rename(to: renamed)
    #expect(try daemon.found("zyxomma") == [])
    try home["files/private"].rename(to: home["files/moved"])
    #expect(try daemon.found("zyxomma") == [])
    #expect(try daemon.terminate().ending == .exited(0))
    let next = try RunningDaemon(in: home)
    #expect(try next.found("zyxomma") == [])
    #expect(try next.found("common").count == 200)
    for trace in texts { #expect(try files(holding: trace) == [], "\(trace)") }

    // Without the line it is a file as any other.
    let undone = try next.sitta(["forget", "--undo", "\(home["files/moved"])"])
    #expect(undone.ending == .exited(0), "\(undone.errorText)")
    #expect(try next.found("zyxomma") == [home["files/moved/other.md"]])
  }

  @Test func `A folder is forgotten with all in it, and a root never`() throws {
    let daemon = try RunningDaemon(in: home)
    try home["files/private/deep/more.txt"].write("vuggings")
    #expect(try daemon.found("vuggings").count == 2)
    let reply = try daemon.connect().forget(.init(path: home["files/private"].uri))
    #expect(reply.documents == 2)
    #expect(reply.excluded)
    try home["files/private/new.txt"].write("vuggings")
    #expect(try daemon.found("vuggings") == [])
    for root in [home["files"], home.path] {
      #expect(throws: SearchFailure.isRoot(path: "\(home["files"])")) {
        try daemon.connect().forget(.init(path: root.uri))
      }
    }
    #expect(try daemon.found("common").count == 200)
  }

  @Test func `What was forgotten is indexed again with its copies, once that is undone`() throws {
    let daemon = try RunningDaemon(in: home)
    let (folder, copy) = (home["files/private"], home["files/private/qwertzdiary.md~"])
    try copy.write("zyxomma copy\n")
    #expect(try daemon.found("zyxomma") == [secret, copy])
    func undo(_ path: FilePath) throws -> RememberMethod.Reply {
      try daemon.connect().remember(.init(path: path.uri))
    }
    func locations(_ paths: [FilePath]) -> [LocationMessage] {
      paths.map { LocationMessage(uri: $0.uri, path: $0.utf8) }
    }
    #expect(try undo(secret) == RememberMethod.Reply(paths: []))
    #expect(try daemon.connect().forget(.init(path: secret.uri)).excluded)
    #expect(try daemon.found("zyxomma") == [])
    let explanation = try daemon.sitta(["explain", "\(copy)"])
    #expect(explanation.outputText.contains("sitta forget --undo '\(secret)'"))
    #expect(
      try undo(copy)
        == RememberMethod.Reply(paths: [], excludedBy: locations([secret])[0]))
    #expect(try undo(secret) == RememberMethod.Reply(paths: locations([secret])))
    #expect(try daemon.found("zyxomma") == [secret, copy])
    #expect(try files(holding: "\(secret.uri)\n") == [])

    // A folder comes back with all that is in it, and is watched again.
    #expect(try daemon.connect().forget(.init(path: folder.uri)).excluded)
    #expect(
      try undo(secret) == RememberMethod.Reply(paths: [], excludedBy: locations([folder])[0]))
    #expect(try undo(folder) == RememberMethod.Reply(paths: locations([folder])))
    #expect(try daemon.found("zyxomma") == [secret, copy])
    try secret.append("vuggings later\n")
    try home["files/private/new.txt"].write("zyxomma")
    #expect(try daemon.found("zyxomma").count == 3)
    #expect(try daemon.terminate().ending == .exited(0))
    #expect(try RunningDaemon(in: home).found("zyxomma").count >= 2)
  }

  @Test func `It is forgotten while others search all the time`() throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("zyxomma") == [secret])
    let load = try ChildProcess(
      ChildProcess.Command(
        "/bin/sh",
        [
          Array("-c".utf8), Array(#"while :; do "$0" --socket "$1" search common; done"#.utf8),
          try Binary.sitta.path.bytes, daemon.socket.bytes,
        ]))
    for _ in 0..<10 {
      #expect(try daemon.connect().forget(.init(path: secret.uri)).excluded)
      for trace in ["zyxomma", "vuggings"] { #expect(try files(holding: trace) == []) }
    }
    try load.send(signal: 9)
    _ = try load.wait(until: .now + .seconds(60))
  }

  @Test func `What others may read or write in the state folder is closed at the start`() throws {
    let first = try RunningDaemon(in: home)
    _ = try first.connect().forget(.init(path: secret.uri))
    #expect(try first.terminate().ending == .exited(0))
    let names = try DirectoryListing(of: FileDescriptor(openingDirectory: home["state"])).names
    for name in names { try home["state"].appending(name).setPermissions(0o666) }
    try home["state"].setPermissions(0o777)
    let next = try RunningDaemon(in: home)
    #expect(try next.found("common").count == 200)
    #expect(try FileStatus(of: home["state"]).permissions == 0o700)
    for name in names {
      let status = try FileStatus(of: home["state"].appending(name))
      #expect(status.permissions == (status.kind == .directory ? 0o700 : 0o600))
    }
  }

  @Test func `Only the owner may look into the state folder, whatever the umask is`() throws {
    let openHanded = ["/bin/sh", "-c", #"umask 0; exec "$0" "$@""#]
    let daemon = try RunningDaemon(in: home, prefix: openHanded)
    #expect(try daemon.found("zyxomma") == [secret])
    _ = try daemon.connect().forget(.init(path: secret.uri))
    func expectPrivate() throws {
      #expect(try FileStatus(of: home["state"]).permissions == 0o700)
      #expect(try FileStatus(of: home["state/sync"]).permissions == 0o700)
      let files = try stateFiles()
      #expect(files.count >= 3)
      for file in files {
        #expect(try FileStatus(of: file).permissions == 0o600, "\(file)")
      }
    }
    // The log lies beside the index only while the daemon runs.
    try expectPrivate()
    #expect(try daemon.terminate().ending == .exited(0))
    try home["state/index.sqlite"].write("no database at all")
    let next = try RunningDaemon(in: home, prefix: openHanded)
    #expect(try next.found("common").count == 200)
    try expectPrivate()
  }
}
