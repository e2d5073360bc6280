import FileSelection
import LinuxSystem
import TestSupport
import Testing

@testable import SearchServing

@Suite(.timeLimit(.minutes(10)))
struct FileLookTests {
  let folder: TemporaryDirectory
  let tasks: LoopTaskExecutor
  /// The folder is a root.
  let rules: SelectionRules

  init() throws {
    folder = try TemporaryDirectory()
    rules = SelectionRules(roots: [folder.path])
    tasks = try LoopTaskExecutor(name: "sitta-tasks")
  }

  @Test func `Only what is missing for sure is named`() async throws {
    let file = folder["file"]
    try file.write("")
    try folder["link"].makeSymbolicLink(to: "/nowhere")
    try folder["elsewhere/kept"].write("")
    try folder["replaced"].makeSymbolicLink(to: folder["elsewhere"])
    let (gone, inFile) = (folder["gone"], folder["file/inside"])
    let behindLink = folder["replaced/kept"]
    let look = try FileLook(tasks: tasks)
    let missing = await look.missing(
      among: [file, gone, inFile, folder["link"], behindLink], rules: rules,
      patience: .seconds(60))
    #expect(missing == [gone, inFile, behindLink])
  }

  @Test func `Nobody waits long for a look without end, and nobody else at all`() async throws {
    let server = try Pipe()
    let connection = server.reading.number
    let look = try FileLook(tasks: tasks) { path, _ in
      if path == "/dead" { Self.waitForByte(on: connection) }
      return true
    }
    #expect(await look.missing(among: ["/dead"], rules: rules, patience: .milliseconds(1)) == [])
    // As long as that look goes on, no patience is asked for.
    #expect(await look.missing(among: ["/a"], rules: rules, patience: .seconds(3_600)) == [])
    try server.writing.write([0])
    while await look.missing(among: ["/a"], rules: rules, patience: .seconds(60)).isEmpty {}
  }

  private static func waitForByte(on descriptor: Int32) {
    _ = try? ChildProcess.run(
      ChildProcess.Command("/usr/bin/head", [Array("-c1".utf8)]), input: .descriptor(descriptor),
      until: .now + .seconds(3_600))
  }
}
