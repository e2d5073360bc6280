import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

struct ProcessEnvironmentTests {
  @Test(arguments: [
    ("de_AT.UTF-8", "de"), ("en", "en"), ("ca@valencia", "ca"), ("nds_DE", "nds"), ("C", nil),
    ("C.UTF-8", nil), ("POSIX", nil), ("", nil), ("12_AB", nil),
  ])
  func `A locale names its language`(locale: String, language: String?) {
    #expect(ProcessEnvironment.language(ofLocale: Array(locale.utf8)) == language)
  }

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
