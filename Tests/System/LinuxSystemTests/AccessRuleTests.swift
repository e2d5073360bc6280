import TestSupport
import Testing

@testable import LinuxSystem

struct AccessRuleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var mode: UInt32
    var list: String?
    var isFolder = false
    let rule: String?

    var testDescription: String { "\(String(mode, radix: 8)) \(list ?? "-") \(isFolder)" }
  }

  /// Owner 1000, group 100.
  @Test(arguments: [
    Case(mode: 0o644, rule: "u::r--,g::r--,o::r--"),
    Case(mode: 0o751, rule: "u::r--,g::r--,o::---"),
    Case(mode: 0o751, isFolder: true, rule: "u::--x,g::--x,o::--x"),
    Case(mode: 0o6666, isFolder: true, rule: "u::---,g::---,o::---"),
    Case(mode: 0, rule: "u::---,g::---,o::---"),
    Case(
      mode: 0o640, list: "u::rw-,u:1001:rwx,u:7:-w-,g::r--,g:200:r-x,m::r--,o::---",
      rule: "u::r--,u:7:---,u:1001:r--,g::r--,g:200:r--,m::r--,o::---"),
    Case(
      mode: 0o750, list: "u::rwx,u:1001:r-x,g::---,m::r-x,o::---", isFolder: true,
      rule: "u::--x,u:1001:--x,g::---,m::--x,o::---"),
    // A list with only a mask.
    Case(
      mode: 0o620, list: "u::rw-,g::r--,m::-w-,o::---", rule: "u::r--,g::r--,m::---,o::---"),
    // A list of the mode only, and one without entries.
    Case(mode: 0o640, list: "u::rw-,g::r--,o::---", rule: "u::r--,g::r--,o::---"),
    Case(mode: 0o640, list: "", rule: "u::r--,g::r--,o::---"),
    // The kernel does not look at a list if its mask is empty: 1001 is one of the others.
    Case(
      mode: 0o604, list: "u::rw-,u:1001:r--,g::r--,m::---,o::r--", rule: "u::r--,g::---,o::r--"),
    // The first entry of a user decides; one of a group's is enough.
    Case(
      mode: 0o640, list: "u::rw-,u:5:---,u:5:r--,g::---,g:6:---,g:6:r--,m::r--,o::---",
      rule: "u::r--,u:5:---,g::---,g:6:r--,m::r--,o::---"),
    // The mode was changed between the two calls.
    Case(mode: 0o600, list: "u::rw-,u:1001:r--,g::r--,m::r--,o::---", rule: nil),
    Case(mode: 0o444, list: "u::rw-,g::r--,o::r--", rule: nil),
    Case(mode: 0o646, list: "u::rw-,g::r--,o::r--", rule: nil),
    // Lists that the kernel refuses.
    Case(mode: 0o640, list: "u::rw-,u:1001:r--,g::r--,o::---", rule: nil),
    Case(mode: 0o640, list: "u::rw-,g::r--", rule: nil),
    Case(mode: 0o640, list: "g::r--,o::---", rule: nil),
    Case(mode: 0o640, list: "g::r--,u::rw-,o::---", rule: nil),
    Case(mode: 0o640, list: "u::rw-,u::rw-,g::r--,o::---", rule: nil),
    Case(mode: 0o640, list: "u::rw-,u:4294967295:r--,g::r--,m::r--,o::---", rule: nil),
  ])
  func `A rule keeps one right of each entry`(_ row: Case) throws {
    let status = FileStatus(
      owner: 1000, group: 100, permissions: row.mode, isFolder: row.isFolder)
    let list = row.list.map(FilePath.attribute(accessList:))
    let rule = AccessRule(status, list: list)
    #expect(rule?.description == row.rule.map { "1000:100:\($0)" })
    guard let rule else { return }
    #expect(AccessRule(text: rule.description) == rule)
  }

  @Test func `A list that is cut, too long or changed is not understood`() {
    let status = FileStatus(owner: 1000, group: 100, permissions: 0o640)
    let list = FilePath.attribute(accessList: "u::rw-,u:1001:r--,g::r--,m::r--,o::---")
    #expect(AccessRule(status, list: list) != nil)
    for count in list.indices where count != 4 {
      #expect(AccessRule(status, list: Array(list[..<count])) == nil)
    }
    #expect(AccessRule(status, list: list + [0]) == nil)
    let users = [UInt8](FilePath.attribute(accessList: "u:1001:r--").dropFirst(4))
    let rest = Array(repeating: users, count: 9_000).flatMap { $0 }
    #expect(AccessRule(status, list: list[..<12] + rest + list[12...]) == nil)
    // Version, tag and permissions.
    for (index, value) in [(0, 3), (1, 1), (4, 3), (5, 1), (6, 8), (7, 1)] as [(Int, UInt8)] {
      var other = list
      other[index] = value
      #expect(AccessRule(status, list: other) == nil)
    }
    var random = SplitMix(seed: 1)
    for _ in 0..<20_000 {
      var other = list
      for _ in 0..<2 {
        other[Int.random(in: other.indices, using: &random)] = .random(in: 0...40, using: &random)
      }
      if let rule = AccessRule(status, list: other) {
        #expect(AccessRule(text: rule.description) == rule)
      }
    }
  }

  @Test func `Only files and folders have rules`() throws {
    let folder = try TemporaryDirectory()
    try folder["file"].write("words")
    try folder["link"].makeSymbolicLink(to: folder["file"])
    try folder["fifo"].makeFIFO()
    #expect(AccessRule(of: folder["file"]) != nil)
    #expect(AccessRule(of: folder["link"]) == nil)
    #expect(AccessRule(of: folder["fifo"]) == nil)
    #expect(AccessRule(of: folder["nothing"]) == nil)
  }

  @Test(arguments: [
    "", "1000", "1000:100:", "1000:100:u::r--", "1000:100:u::r--,g::r--",
    "1000:100:g::r--,u::r--,o::---", "1000:100:u::r--,g::r--,o::--x",
    "01000:100:u::r--,g::r--,o::---",
    "1000:100:u::rw-,g::r--,o::---", "-1:100:u::r--,g::r--,o::---", "+1:100:u::r--,g::r--,o::---",
    "1000:100:u::r--,u:1001:r--,g::r--,o::---", "1000:100:u::r--,g::r--,o::---,",
    "1000:100:u::r--,u:2:r--,u:1:r--,g::r--,m::r--,o::---",
    "1000:100:u::r--,u:1:r--,u:1:r--,g::r--,m::r--,o::---",
    "1000:100:u::r--,g::r--,m:1:r--,o::---", "4294967296:100:u::r--,g::r--,o::---",
    "inherited", "1000:100:u::r--,g::r--,o::---\0", "1000:100:u::R--,g::r--,o::---",
  ])
  func `No other text is a rule`(text: String) {
    #expect(AccessRule(text: text) == nil)
  }

  struct Question: Sendable {
    let rule: String
    let user: UInt32
    var groups: Set<UInt32> = [900]
    let isAllowed: Bool
  }

  @Test(arguments: [
    Question(rule: "u::---,g::---,o::---", user: 0, isAllowed: true),
    // The owner has only the owner's entry.
    Question(rule: "u::---,g::r--,o::r--", user: 1000, groups: [100], isAllowed: false),
    Question(rule: "u::r--,g::---,o::---", user: 1000, isAllowed: true),
    Question(
      rule: "u::---,u:1000:r--,g::---,m::r--,o::r--", user: 1000, isAllowed: false),
    Question(rule: "u::---,g::r--,o::---", user: 1, groups: [900, 100], isAllowed: true),
    Question(rule: "u::r--,g::---,o::r--", user: 1, groups: [100], isAllowed: false),
    Question(rule: "u::r--,g::---,o::r--", user: 1, isAllowed: true),
    // A named user has only that entry, below the mask.
    Question(rule: "u::r--,u:1:r--,g::---,m::r--,o::---", user: 1, isAllowed: true),
    Question(rule: "u::r--,u:1:r--,g::r--,m::---,o::r--", user: 1, isAllowed: false),
    Question(
      rule: "u::r--,u:1:---,g::r--,m::r--,o::r--", user: 1, groups: [100], isAllowed: false),
    // Any matching group is enough, and others are no way around a group that has nothing.
    Question(
      rule: "u::r--,g::---,g:7:r--,m::r--,o::---", user: 1, groups: [100, 7], isAllowed: true),
    Question(
      rule: "u::r--,g::---,g:7:---,g:8:r--,m::r--,o::---", user: 1, groups: [7, 8],
      isAllowed: true),
    Question(
      rule: "u::r--,g::---,g:7:---,m::r--,o::r--", user: 1, groups: [7], isAllowed: false),
    Question(
      rule: "u::r--,g::r--,g:7:r--,m::---,o::r--", user: 1, groups: [7], isAllowed: false),
    Question(rule: "u::r--,g::r--,g:7:r--,m::---,o::r--", user: 1, isAllowed: true),
    Question(rule: "u::--x,g::---,o::---", user: 1000, isAllowed: true),
  ])
  func `Whom a rule allows`(_ question: Question) throws {
    let rule = try #require(AccessRule(text: "1000:100:\(question.rule)"))
    #expect(rule.allows(user: question.user, groups: question.groups) == question.isAllowed)
  }

  @Test(
    arguments: [
      (0xef53, false), (0x0102_1994, false), (0x794c_7630, false), (0x6969, true),
      (0xff53_4d42, true), (0xfe53_4d42, true), (0x6573_5546, true), (0x0102_1997, true),
      (0x5346_414f, true), (0x6b41_4653, true), (0x00c3_6400, true),
    ] as [(UInt32, Bool)])
  func `A file of a server has no rule`(type: UInt32, isElsewhere: Bool) {
    #expect(FileSystemType(number: type).decidesElsewhere == isElsewhere)
  }
}
