import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

/// Opening paths without following links, with both methods.
struct LinkFreePathTests {
  let folder: TemporaryDirectory
  /// The folder below which no link is followed.
  let top: FilePath

  init() throws {
    folder = try TemporaryDirectory()
    top = folder["top"]
    try folder["top/d/e/file"].write("inside")
    try folder["outside/e/file"].write("foreign")
    try folder["top/link"].makeSymbolicLink(to: folder["outside"])
    try folder["top/inner"].makeSymbolicLink(to: folder["top/d"])
    try folder["top/d/e/filelink"].makeSymbolicLink(to: folder["outside/e/file"])
    try folder["above"].makeSymbolicLink(to: folder.path)
    try folder["toplink"].makeSymbolicLink(to: top)
  }

  /// The content of a file, or the error of opening it.
  func content(_ path: FilePath, below top: FilePath, _ method: LinkFreePath.Method) -> String {
    do {
      let file = try LinkFreePath(path: path, top: top)
        .open(flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW, by: method)
      return String(decoding: try file.read(upTo: 100, expecting: 10), as: UTF8.self)
    } catch {
      return "\(error.code)"
    }
  }

  @Test(
    arguments: LinkFreePath.Method.allCases,
    [
      ("d/e/file", "inside"), ("link/e/file", "\(ELOOP)"), ("inner/e/file", "\(ELOOP)"),
      ("d/e/filelink", "\(ELOOP)"), ("d/e/missing", "\(ENOENT)"), ("d/none/file", "\(ENOENT)"),
      ("d/e/file/x", "\(ENOTDIR)"), ("d/../../outside/e/file", "\(EXDEV)"),
      ("../outside/e/file", "\(EXDEV)"), ("d/./e/file", "\(EXDEV)"), ("..", "\(EXDEV)"),
    ])
  func `A file is opened if no link is in its path`(
    method: LinkFreePath.Method, row: (path: String, expected: String)
  ) {
    // Without the subscript, which would resolve the dots.
    let path = row.path.split(separator: "/").reduce(top) { $0.appending(String($1)) }
    #expect(content(path, below: top, method) == row.expected)
  }

  @Test(arguments: LinkFreePath.Method.allCases)
  func `Links above the folder are followed, but the folder may not be one`(
    method: LinkFreePath.Method
  ) {
    let above = folder["above/top"]
    #expect(content(folder["above/top/d/e/file"], below: above, method) == "inside")
    #expect(content(folder["above/top/link/e/file"], below: above, method) == "\(ELOOP)")
    let code = content(folder["toplink/d/e/file"], below: folder["toplink"], method)
    #expect([ELOOP, ENOTDIR].map { "\($0)" }.contains(code))
  }

  @Test(arguments: LinkFreePath.Method.allCases)
  func `A path outside of the folder is not opened`(method: LinkFreePath.Method) {
    #expect(content(folder["outside/e/file"], below: top, method) == "\(EXDEV)")
    #expect(content("/", below: top, method) == "\(EXDEV)")
    #expect(content(folder["top2"], below: top, method) == "\(EXDEV)")
    // An absolute path as a name is a missing path below the folder.
    let absolute = top.appending(folder["outside/e/file"].bytes)
    #expect(content(absolute, below: top, method) == "\(ENOENT)")
  }

  @Test(arguments: LinkFreePath.Method.allCases)
  func `The links in /proc are not followed`(
    method: LinkFreePath.Method
  ) throws {
    let file = try FileDescriptor(openingForeign: folder["outside/e/file"])
    let descriptors = FilePath("/proc/self/fd").appending("\(file.number)")
    #expect(content(descriptors, below: "/proc/self/fd", method) == "\(ELOOP)")
    let directory = try FileDescriptor(openingDirectory: folder["outside"])
    let below = FilePath("/proc/self/fd").appending("\(directory.number)").appending("e")
      .appending("file")
    #expect(content(below, below: "/proc/self/fd", method) == "\(ELOOP)")
    // A link above the folder is followed, even this one.
    let top = FilePath("/proc/self/fd").appending("\(directory.number)").appending("e")
    #expect(content(top.appending("file"), below: top, method) == "foreign")
  }

  @Test(arguments: LinkFreePath.Method.allCases)
  func `A folder is opened, and a link to a folder is not`(method: LinkFreePath.Method) throws {
    let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK
    func code(_ name: String) -> Int32? {
      do {
        _ = try LinkFreePath(path: folder[name], top: top).open(flags: flags, by: method)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code("top") == nil)
    #expect(code("top/d/e") == nil)
    #expect(code("top/inner") == ELOOP)
    #expect(code("top/inner/e") == ELOOP)
    #expect(code("top/d/e/file") == ENOTDIR)
  }

  @Test(arguments: LinkFreePath.Method.allCases)
  func `The status of a link is read without following it`(method: LinkFreePath.Method) throws {
    func kind(_ name: String) throws -> FileStatus.Kind {
      try LinkFreePath(path: folder[name], top: top).open(flags: 0, isPathOnly: true, by: method)
        .status().kind
    }
    #expect(try kind("top") == .directory)
    #expect(try kind("top/d/e/file") == .regular)
    #expect(try kind("top/link") == .symbolicLink)
    try folder["top/fifo"].makeFIFO()
    #expect(try kind("top/fifo") == .other)
    #expect(throws: SystemError.self) { try kind("top/link/e") }
  }

  @Test(arguments: LinkFreePath.Method.allCases)
  func `A path may be longer than the limit of a system call`(method: LinkFreePath.Method) throws {
    let name = Array(repeating: UInt8(ascii: "n"), count: 250)
    var directory = try FileDescriptor(openingDirectory: top)
    var path = top
    for _ in 0..<20 {
      let parent = directory.number
      try Tool.makeDirectory(name, in: parent)
      path = path.appending(name)
      let number = try Tool.openDirectory(name, in: parent)
      directory = FileDescriptor(owning: number)
    }
    #expect(path.bytes.count > 5_000)
    let opened = try LinkFreePath(path: path, top: top)
      .open(flags: O_RDONLY | O_DIRECTORY, by: method)
    #expect(try opened.status().inode == directory.status().inode)
    try Tool.run("/bin/rm", "-r", "\(folder["top"].appending(name))")
  }
}

private enum Tool {
  static func makeDirectory(_ name: [UInt8], in parent: Int32) throws {
    let result = unsafe withName(name) { unsafe mkdirat(parent, $0, 0o700) }
    try #require(result == 0)
  }

  static func openDirectory(_ name: [UInt8], in parent: Int32) throws -> Int32 {
    let number = unsafe withName(name) {
      unsafe openat(parent, $0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    try #require(number >= 0)
    return number
  }

  static func run(_ program: FilePath, _ arguments: String...) throws {
    let report = try ChildProcess.run(
      ChildProcess.Command(program, arguments.map { Array($0.utf8) }), until: .now + .seconds(60))
    #expect(report.ending == .exited(0))
  }

  private static func withName(_ name: [UInt8], _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    let text = (name + [0]).map { CChar(bitPattern: $0) }
    return unsafe text.withUnsafeBufferPointer { text in
      unsafe text.baseAddress.map { unsafe body($0) } ?? -1
    }
  }
}
