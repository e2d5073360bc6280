import LinuxSystem
import TestSupport
import Testing

/// Attempts from inside the jail; `JailProbe` makes them.
struct JailTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// Runs the probe: the answers by attempt, and the ABI of Landlock in effect.
  func probe(
    _ level: String, landlock: Int, readable: String? = nil
  ) throws -> (answers: [String: String], landlock: Int) {
    let program = try Program.sibling("JailProbe")
    let words = [level, "\(landlock)", "\(folder.path)"] + (readable.map { [$0] } ?? [])
    let report = try ChildProcess.run(
      ChildProcess.Command(program, words.map { Array($0.utf8) }), until: .now + .seconds(60))
    #expect(report.ending == .exited(0), "\(String(decoding: report.errors, as: UTF8.self))")
    var answers: [String: String] = [:]
    for line in String(decoding: report.output, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: ":")
      answers["\(parts[0])"] = "\(parts[1].dropFirst())"
    }
    let abi = try #require(answers.removeValue(forKey: "Landlock").flatMap { Int($0) })
    let isFiltered = answers.removeValue(forKey: "seccomp") == "1"
    #expect(isFiltered || level == "free")
    return (answers, abi)
  }

  @Test(arguments: ["parent", "child", "strict"], [0, 2, -1])
  func `Nothing forbidden succeeds in the jail`(level: String, limit: Int) throws {
    let (answers, landlock) = try probe(level, landlock: limit)
    #expect(answers.count > 100)
    #expect(answers.filter { !["refused", "killed"].contains($0.value) } == [:])
    #expect(limit < 0 || landlock <= limit)
  }

  @Test(arguments: ["parent", "child"], [0, 1, 2, 4, -1])
  func `A readable folder opens no other`(level: String, limit: Int) throws {
    let (answers, _) = try probe(level, landlock: limit, readable: "/usr/share")
    #expect(answers.filter { !["refused", "killed"].contains($0.value) } == [:])
  }

  @Test func `Without a jail most attempts succeed`() throws {
    let (answers, _) = try probe("free", landlock: -1)
    // The others need a terminal, more rights, or another kernel.
    #expect(answers.values.count { $0 == "ALLOWED" } > 60, "\(answers)")
  }
}

/// The programs that are built with the tests.
enum Program {
  /// The path of a program in the folder of the running test program.
  static func sibling(_ name: String) throws -> FilePath {
    let own: FilePath = "/proc/self/exe"
    return try own.resolvingSymbolicLinks().parent.appending(name)
  }
}
