import LinuxSystem
import TestSupport
import Testing

/// Links of paths that may not exist, on file systems that may not answer.
@Suite(.timeLimit(.minutes(5)))
struct ResolvingTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder["real/deep/file"].write("")
    try folder["link"].makeSymbolicLink(to: folder["real"])
    try folder["relative"].makeSymbolicLink(saying: "link/deep/../deep")
    try folder["real/up"].makeSymbolicLink(saying: "../real/deep")
    try folder["dangling"].makeSymbolicLink(saying: "real/gone/below")
    try folder["loop"].makeSymbolicLink(saying: "loop")
  }

  @Test(arguments: [
    ("real/deep/file", "real/deep/file"), ("link", "real"), ("link/deep/file", "real/deep/file"),
    ("relative/file", "real/deep/file"), ("link/up/file", "real/deep/file"),
    ("link/gone/a", "real/gone/a"), ("gone/b", "gone/b"), ("dangling/c", "real/gone/below/c"),
    ("real/deep/file/d", "real/deep/file/d"), ("loop/e", "loop/e"), ("", ""),
  ])
  func `All links of a path are followed, whether it exists or not`(
    name: String, expected: String
  ) {
    #expect(folder[name].resolvingExistingLinks() == folder[expected])
  }

  @Test func `Each call is announced with the result so far`() throws {
    struct Hanging: Error {}
    var announced: [FilePath] = []
    var result: FilePath?
    // The folder that the link leads to does not answer.
    #expect(throws: Hanging.self) {
      try folder["link/deep/file"].resolvingExistingLinks { next, known in
        announced.append(next)
        result = known
        if next == folder["real"] { throw Hanging() }
      }
    }
    #expect(result == folder["real/deep/file"])
    #expect(announced.contains(folder["link"]))
    #expect(announced.last == folder["real"])
    #expect(!announced.contains(folder["link/deep"]))
  }

  @Test func `Calls resolve many paths, each in its place`() async throws {
    let calls = FileSystemCalls(tasks: try LoopTaskExecutor(name: "tasks"))
    let paths = [folder["link"], folder["gone"], .root, folder["relative"]]
    let expected = FileSystemCalls.Resolution(
      paths: [folder["real"], folder["gone"], .root, folder["real/deep"]])
    #expect(await calls.resolve(paths, within: .seconds(60)) == expected)
    #expect(calls.blockingResolve(paths, within: .seconds(60)) == expected)
    #expect(await calls.resolve([], within: .seconds(60)).paths == [])
  }
}
