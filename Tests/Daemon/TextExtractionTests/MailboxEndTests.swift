import LinuxSystem
import TestSupport
import Testing

@testable import TextExtraction

/// What of a mailbox is remembered, so that it is read only as far as it has changed.
struct MailboxEndTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func end(of text: String, after old: MailboxEnd? = nil) throws -> MailboxEnd {
    try folder["Inbox"].write(text)
    let file = try FileDescriptor(openingForeign: folder["Inbox"])
    let found = try MailboxEnd(of: file, at: Int64(text.utf8.count), after: old)
    return try #require(found)
  }

  private static let message = """
    From - Sun Nov 22 10:00:00 2026
    X-Mozilla-Status: 0000
    X-Mozilla-Status2: 00000000
    X-Mozilla-Keys:          \u{20}
    Subject: First

    first text


    """

  @Test(arguments: [
    ("Status: 0000", "Status: 0001", true), ("Status: 0000", "Status: 1fF7", true),
    ("Status: 0000", "Status: 0008", false), ("Status: 0000", "Status: 1009", false),
    ("Status: 0000", "Status: x001", false), ("Status2: 00000000", "Status2: 12340000", true),
    ("Keys:     ", "Keys: $la ", true), ("first text", "third text", false),
    ("Subject: First", "Subject: Fifth", false),
  ])
  func `Marks of what was read are ignored, and deletions are not`(
    old: String, new: String, isSame: Bool
  ) throws {
    let whole = Self.message + Self.message
    let changed = whole.replacing(old, with: new, maxReplacements: 1)
    #expect(changed.utf8.count == whole.utf8.count && changed != whole)
    let (before, after) = (try end(of: whole), try end(of: changed))
    #expect((before == after) == isSame)
  }

  @Test(arguments: -60...60)
  func `Marks are recognized wherever a block ends`(shift: Int) throws {
    let filling = String(repeating: "x", count: (1 << 20) - 40 + shift) + "\n"
    let whole = filling + Self.message
    let before = try end(of: whole)
    let read = try end(of: whole.replacing("Status: 0000", with: "Status: 0013"))
    let deleted = try end(of: whole.replacing("Status: 0000", with: "Status: 0008"))
    #expect(read == before && deleted != before)
  }

  @Test(arguments: [10, 1 << 16, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 2_500_000])
  func `The end after growing is that of the whole`(size: Int) throws {
    let old = String(repeating: "acorn and beech\n", count: size / 16 + 1)
    for added in ["x", Self.message, String(repeating: "cedar ", count: 300_000)] {
      let first = try end(of: old)
      let grown = try end(of: old + added, after: first)
      let whole = try end(of: old + added)
      #expect(grown == whole && grown != first)
    }
  }

  @Test func `Hashing can be interrupted`() throws {
    try folder["Inbox"].write(String(repeating: "x", count: 3 << 20))
    let file = try FileDescriptor(openingForeign: folder["Inbox"])
    var asked = 0
    let end = try MailboxEnd(of: file, at: 3 << 20) {
      asked += 1
      return asked == 2
    }
    #expect(end == nil && asked == 2)
  }
}
