import LinuxSystem
import TestSupport
import Testing

@testable import ClientTool

/// The search for one message in a mailbox.
struct MailboxScanTests {
  private static let mailbox = """
    From a@x Thu Nov 12 14:30:00 2026
    Subject: one
    Message-ID: <1@x>

    first
    >From the start

    From b@x Thu Nov 12 14:31:00 2026
    Message-id:
     <2@x>

    From me to you it is far.
    second

    From c@x Thu Nov 12 14:32:00 2026
    Subject: without

    Message-ID: <1@x>

    From d@x Thu Nov 12 14:33:00 2026
    Message-ID: <1@x>

    once more

    """

  /// The message that a scan in pieces of a size finds.
  private func found(_ name: String, in mailbox: String, by size: Int) throws -> String? {
    let entry = try #require(MailboxEntry(member: Array(name.utf8)))
    let bytes = Array(mailbox.utf8)
    var scan = MailboxScan(for: entry)
    var offset = Int(scan.start)
    while scan.found == nil, offset < bytes.count {
      let piece = Array(bytes[offset..<min(offset + size, bytes.count)])
      scan.add(piece) { end in
        (0...bytes.count).contains(Int(end))
          && MailboxScan.isBoundary(before: Array(bytes[Int(end)...]))
      }
      offset += piece.count
    }
    scan.finish()
    return scan.found.map {
      String(
        decoding: MailboxScan.unquoted(Array(bytes[Int($0.lowerBound)..<Int($0.upperBound)])),
        as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("<1@x>", "Subject: one\nMessage-ID: <1@x>\n\nfirst\nFrom the start\n"),
    ("@0", "Subject: one\nMessage-ID: <1@x>\n\nfirst\nFrom the start\n"),
    ("<2@x>", "Message-id:\n <2@x>\n\nFrom me to you it is far.\nsecond\n"),
    ("<1@x> (2)", "Message-ID: <1@x>\n\nonce more\n"), ("<1@x> (3)", nil), ("<3@x>", nil),
    ("@1", nil), ("@100000", nil),
  ])
  func `A message is found by its name`(name: String, text: String?) throws {
    for size in [1, 2, 7, 64, 4_096] {
      #expect(try found(name, in: Self.mailbox, by: size) == text, "in pieces of \(size)")
      let lines = Self.mailbox.replacing("\n", with: "\r\n")
      if !name.hasPrefix("@") {
        #expect(
          try found(name, in: lines, by: size) == text?.replacing("\n", with: "\r\n"))
      }
    }
  }

  @Test(arguments: [(0, true), (7, false), (-7, false), (1 << 40, false)])
  func `A Content-Length counts if a message ends there`(error: Int, isRight: Bool) throws {
    let body = "one\n\nFrom e@x Thu Nov 12 14:34:00 2026\ntwo\n"
    let header = "Message-ID: <1@x>\nContent-Length: \(body.utf8.count + error)\n\n"
    let separator = "From d@x Thu Nov 12 14:33:00 2026\n"
    let mailbox = separator + header + body + "\n" + separator + "Message-ID: <2@x>\n\nlast\n"
    let whole = header + (isRight ? body : "one\n")
    for size in [1, 64, 4_096] {
      #expect(try found("<1@x>", in: mailbox, by: size) == whole)
      #expect(try found("@0", in: mailbox, by: size) == whole)
      #expect(try found("<2@x>", in: mailbox, by: size) == "Message-ID: <2@x>\n\nlast\n")
      #expect(try found("<1@x>", in: separator + header + body, by: size) == whole)
    }
  }

  @Test func `A message without an identifier is found by its offset`() throws {
    let start = try #require(Self.mailbox.firstRange(of: "From c@x")?.lowerBound)
    let offset = Self.mailbox[..<start].utf8.count
    #expect(
      try found("@\(offset)", in: Self.mailbox, by: 64)
        == "Subject: without\n\nMessage-ID: <1@x>\n")
    #expect(try found("@\(offset + 1)", in: Self.mailbox, by: 64) == nil)
  }

  @Test func `A file that is no mailbox has no message`() throws {
    for text in ["", "\n", "Message-ID: <1@x>\n\nFrom: a", String(repeating: "x", count: 5_000)] {
      #expect(try found("<1@x>", in: text, by: 100) == nil)
      #expect(try found("@0", in: text, by: 100) == nil)
    }
    let folder = try TemporaryDirectory()
    let entry = try #require(MailboxEntry(member: Array("@0".utf8)))
    #expect(throws: SystemError.self) { try MailboxScan.message(entry, in: folder["none"]) }
    #expect(try MailboxScan.message(entry, in: folder.path) == nil)
    try folder["note"].write("no mail\n")
    #expect(try MailboxScan.message(entry, in: folder["note"]) == nil)
    try folder["box"].write(Self.mailbox)
    let first = try #require(try MailboxScan.message(entry, in: folder["box"]))
    #expect(first.starts(with: "Subject: one".utf8))
  }
}
