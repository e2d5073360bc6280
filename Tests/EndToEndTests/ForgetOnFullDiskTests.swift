import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Files that a person forgets while nothing can be written: they are hidden at once, and erased
/// later without another request.
@Suite(.timeLimit(.minutes(15)), .enabled(if: Tool.canMount, "needs mounts"))
struct ForgetOnFullDiskTests {
  let home: TemporaryDirectory
  private var state: FilePath { home["state"] }
  private var secret: FilePath { home["files/private/diary.md"] }
  /// A copy that an editor has kept, which is forgotten as well.
  private var copy: FilePath { home["files/private/diary.md~"] }
  private var other: FilePath { home["files/other.txt"] }
  private static let traces = ["zyxomma", "vuggings", "Xylophone"]

  init() throws {
    home = try TemporaryDirectory()
    try state.makeDirectory()
    for number in 0..<300 {
      let words = (0..<60).map { "word\(number)x\($0)" }.joined(separator: " ")
      try home["files/\(number).txt"].write("common \(words)\n")
    }
    try secret.write("# Xylophone\n\nzyxomma vuggings common\n")
    try copy.write("zyxomma vuggings once common\n")
    try other.write("zibeline common\n")
  }

  private func start(size: String) throws -> RunningDaemon {
    let mount =
      #"mountpoint -q \#(state) || mount -t tmpfs -o mode=0700,size=\#(size) none \#(state); exec "$0" "$@""#
    return try RunningDaemon(in: home, prefix: Self.inside(mount))
  }

  private static func inside(_ command: String) -> [String] {
    ["/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", command]
  }

  /// Takes every block there is, as another program does.
  private func fill(_ daemon: RunningDaemon) throws {
    try daemon.runInside("cat /dev/zero > \(state)/filler 2>/dev/null; true")
  }

  /// Which traces are in files of the state folder.
  private func traces(_ daemon: RunningDaemon) throws -> [String] {
    try Self.traces.filter { trace in
      let search = "grep -rqsaF --exclude=filler \(trace) \(state)"
      return try Self.succeeds(search, in: ["--target", "\(daemon.process.number)", "--root"])
    }
  }

  /// Whether a shell's command ends with 0 in the mount namespace of a process.
  private static func succeeds(_ command: String, in process: [String]) throws -> Bool {
    let words = ["--mount", "--root", "--wd"] + process + ["/bin/sh", "-c", command]
    let nsenter = try #require(FilePath(absolute: "/usr/bin/nsenter"))
    return try ChildProcess.run(
      ChildProcess.Command(nsenter, words.map { Array($0.utf8) }), until: .now + .seconds(60)
    ).ending == .exited(0)
  }

  /// All answers about a word and its file.
  private func answers(_ daemon: RunningDaemon, about word: String) throws -> [String] {
    let client = try daemon.connect()
    var answers: [String] = []
    let hits = try client.search(SearchMethod.Parameters(query: word, strict: true)).hits
    answers += hits.map { "hit \($0.document.uri)" }
    let count = try client.count(CountMethod.Parameters(query: word)).count
    if count > 0 { answers.append("count \(count)") }
    try client.list(ListMethod.Parameters()) { page in
      answers += page.documents.map(\.uri).filter { $0.contains("private") }
    }
    let suggested = try client.suggest(SuggestMethod.Parameters(text: String(word.dropLast())))
    answers += suggested.completions.map(\.text).filter { $0.contains(word) }
    return answers
  }

  @Test(arguments: ["8m", "30m", "60m"])
  func `Where the disk is full, it is hidden at once and erased when there is room`(
    size: String
  ) throws {
    let daemon = try start(size: size)
    #expect(try daemon.found("zyxomma") == [secret, copy])
    try fill(daemon)
    let report = try daemon.sitta(["forget", "\(secret)"])
    #expect(report.ending == .exited(0), "\(report.errorText)")
    #expect(report.errorText.contains("is in no answer any more"), "\(report.errorText)")
    #expect(report.errorText.contains("is full"), "\(report.errorText)")
    #expect(try answers(daemon, about: "zyxomma") == [])
    let warnings = try daemon.connect().status().warnings
    #expect(warnings.contains { $0.contains("not erased yet") }, "\(warnings)")
    #expect(try daemon.connect().forget(.init(path: other.uri)).obstacle != nil)
    #expect(try answers(daemon, about: "zibeline") == [])
    // That is undone on the full disk as well.
    #expect(try daemon.connect().remember(.init(path: other.uri)).paths.count == 1)
    #expect(try !answers(daemon, about: "zibeline").isEmpty)
    #expect(try !traces(daemon).isEmpty)

    try daemon.runInside("rm \(state)/filler")
    #expect(try daemon.found("zyxomma") == [])
    #expect(try daemon.found("zibeline") == [other])
    #expect(try traces(daemon) == [])
    #expect(try daemon.found("common").count == 301)
    #expect(try daemon.connect().status().warnings == [])
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `A daemon that starts on the full disk hides it, and erases it when there is room`()
    throws
  {
    // The shell keeps the mount while daemons come and go.
    let keep = "mount -t tmpfs -o mode=0700,size=20m none \(state); exec sleep 900"
    let words = Self.inside(keep)
    let keeper = try ChildProcess(
      ChildProcess.Command(
        try #require(FilePath(absolute: words[0])), words.dropFirst().map { Array($0.utf8) }))
    defer {
      try? keeper.send(signal: 9)
      _ = try? keeper.wait(until: .now + .seconds(20))
    }
    let namespace = [
      "/usr/bin/nsenter", "--mount", "--root", "--wd", "--target", "\(keeper.number)",
    ]
    let end = ContinuousClock.now + .seconds(120)
    while try !Self.succeeds("mountpoint -q \(state)", in: ["--target", "\(keeper.number)"]) {
      try #require(.now < end, "The file system was not mounted.")
    }
    let first = try RunningDaemon(in: home, prefix: namespace)
    #expect(try first.found("zyxomma") == [secret, copy])
    try fill(first)
    #expect(try first.connect().forget(.init(path: secret.uri)).obstacle != nil)
    try first.kill()
    let second = try RunningDaemon(in: home, prefix: namespace)
    #expect(try answers(second, about: "zyxomma") == [])
    #expect(try !answers(second, about: "zibeline").isEmpty)
    // A daemon that cannot even open the index for writing forgets for good, too.
    let report = try second.sitta(["forget", "\(other)"])
    #expect(report.errorText.contains("is in no answer any more"), "\(report.errorText)")
    #expect(try answers(second, about: "zibeline") == [])
    try second.kill()
    let third = try RunningDaemon(in: home, prefix: namespace)
    #expect(try answers(third, about: "zyxomma") == [])
    #expect(try answers(third, about: "zibeline") == [])
    try third.runInside("rm \(state)/filler")
    #expect(try third.found("zyxomma") == [])
    #expect(try third.found("zibeline") == [])
    #expect(try traces(third) == [])
    #expect(try third.found("common").count == 300)
    #expect(try third.terminate().ending == .exited(0))
  }
}
