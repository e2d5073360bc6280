import FileSelection
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import SearchServing

@Suite(.timeLimit(.minutes(15)))
struct ExistenceProbeTests {
  let folder: TemporaryDirectory
  let tasks: LoopTaskExecutor
  /// The folder is a root.
  let rules: SelectionRules

  init() throws {
    folder = try TemporaryDirectory()
    rules = SelectionRules(roots: [folder.path])
    tasks = try LoopTaskExecutor(name: "sitta-tasks")
  }

  @Test func `Only files that certainly do not exist are returned`() async throws {
    let file = folder["file"]
    try file.write("")
    try folder["link"].makeSymbolicLink(to: "/nowhere")
    try folder["elsewhere/kept"].write("")
    try folder["replaced"].makeSymbolicLink(to: folder["elsewhere"])
    let (gone, inFile) = (folder["gone"], folder["file/inside"])
    let behindLink = folder["replaced/kept"]
    let probe = ExistenceProbe(FileSystemCalls(tasks: tasks))
    let missing = await probe.missing(
      among: [file, gone, inFile, folder["link"], behindLink], rules: rules,
      timeout: .seconds(60))
    #expect(missing == [gone, inFile, behindLink])
  }

  @Test func `A call that never returns times out once, and delays no other caller`() async throws {
    let server = try Pipe()
    let connection = server.reading.number
    let hasBegun = Mutex(false)
    let probe = ExistenceProbe(FileSystemCalls(tasks: tasks)) { path, _ in
      guard path == "/dead" else { return true }
      hasBegun.withLock { $0 = true }
      Self.waitForByte(on: connection)
      return true
    }
    // On a busy machine a call can be given up before it has begun; then nothing hangs.
    while !hasBegun.withLock({ $0 }) {
      #expect(await probe.missing(among: ["/dead"], rules: rules, timeout: .milliseconds(1)) == [])
    }
    // While that call is running, others are answered at once.
    #expect(await probe.missing(among: ["/a"], rules: rules, timeout: .seconds(3_600)) == [])
    try server.writing.write([0])
    while await probe.missing(among: ["/a"], rules: rules, timeout: .seconds(60)).isEmpty {}
  }

  private static func waitForByte(on descriptor: Int32) {
    _ = try? ChildProcess.run(
      ChildProcess.Command("/usr/bin/head", [Array("-c1".utf8)]), input: .descriptor(descriptor),
      until: .now + .seconds(3_600))
  }
}
