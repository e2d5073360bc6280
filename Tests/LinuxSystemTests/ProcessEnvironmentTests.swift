import Glibc
import LinuxSystem
import TestSupport
import Testing

struct ProcessEnvironmentTests {
  @Test func `The arguments are those of /proc`() throws {
    let file = try #require(FilePath(absolute: "/proc/self/cmdline"))
    let words = try file.contents().dropLast().split(separator: 0, omittingEmptySubsequences: false)
    #expect(ProcessEnvironment.arguments == words.dropFirst().map(Array.init))
  }

  @Test func `A variable is read as bytes, and one that is not set is nil`() throws {
    let file = try #require(FilePath(absolute: "/proc/self/environ"))
    let path = try file.contents().split(separator: 0).first { $0.starts(with: "PATH=".utf8) }
    #expect(ProcessEnvironment.variable("PATH") == path.map { Array($0.dropFirst(5)) })
    #expect(ProcessEnvironment.variable("SITTA_NEVER_SET") == nil)
    #expect(ProcessEnvironment.path(in: "SITTA_NEVER_SET") == nil)
  }

  @Test func `The user has a home, and the process a number`() throws {
    #expect(ProcessEnvironment.home != nil)
    #expect(ProcessEnvironment.processNumber == getpid())
    let status = try #require(FilePath(absolute: "/proc/self"))
    #expect(try FileStatus(of: status).owner == ProcessEnvironment.user)
  }
}
