import TestSupport
import Testing

@testable import LinuxSystem

/// Users as the name service of this machine has them.
struct AccountTests {
  @Test func `The user of this process has the groups that id(1) prints`() throws {
    let account = try Account(user: ProcessEnvironment.user)
    #expect(account.user == ProcessEnvironment.user)
    #expect(try Account(login: account.login) == account)
    let report = try ChildProcess.run(
      ChildProcess.Command(
        try #require(FilePath(absolute: "/usr/bin/id")),
        ["-G", account.login].map { Array($0.utf8) }), until: .now + .seconds(60))
    let printed = String(decoding: report.output, as: UTF8.self).split { $0 == " " || $0 == "\n" }
      .compactMap { UInt32($0) }
    #expect(account.groups == Set(printed))
  }

  @Test func `root has a home`() throws {
    let root = try Account(login: "root")
    #expect(root.user == 0 && root.home != nil && root.groups.contains(0))
  }

  @Test(arguments: ["a login that nobody has", "", "root\n"])
  func `A login that does not exist is an error`(_ login: String) {
    #expect(throws: SystemError.self) { try Account(login: login) }
  }

  @Test func `A number that no user has is an error`() {
    #expect(throws: SystemError.self) { try Account(user: 4_000_000_123) }
  }
}
