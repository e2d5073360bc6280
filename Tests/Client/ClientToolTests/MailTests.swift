import LinuxSystem
import SearchInterface
import Testing

@testable import ClientTool

/// Mails as people see them.
struct MailTests {
  /// An hour east of Greenwich.
  private static func offset(_ time: UnixTime) -> Int64 { 3_600 }

  @Test(arguments: [
    (["Jakob Brandt <j@x>"], "Jakob Brandt"), (["j@x"], "j@x"), (["<j@x>"], "<j@x>"),
    (["  Jakob  B. <j@x>", "b@x"], "Jakob B."), (["A\u{1b}B <j@x>"], "A\\u{1b}B"),
    (["1 < 2"], "1 < 2"), ([], nil),
  ])
  func `The sender is a name, or else an address`(authors: [String], sender: String?) {
    var document = DocumentMessage.mail()
    document.authors = authors
    #expect(document.sender == sender)
    document.type = "application/pdf"
    #expect(document.sender == nil)
  }

  @Test(arguments: [
    ("2026-11-21T08:00:00Z", "09:00"), ("2026-11-20T22:59:00Z", "20 Nov"),
    ("2026-01-01T00:00:00Z", "1 Jan"), ("2025-12-31T22:59:59Z", "31 Dec 2025"),
    ("2025-12-31T23:00:00Z", "1 Jan"), ("1999-05-04T10:00:00Z", "4 May 1999"),
    ("2027-02-03T10:00:00Z", "3 Feb 2027"),
  ])
  func `A day has its year if it is another one, and today is a time`(
    time: String, shown: String
  ) throws {
    // 2026-11-21T18:28, an hour east of Greenwich.
    let now = UnixTime(seconds: 1_795_282_080)
    let time = try #require(UnixTime(documentDate: time))
    #expect(time.dayText(now: now, offset: Self.offset) == shown)
  }

  @Test func `Times at the ends of the calendar are days, too`() {
    for seconds in [Int64.min, -62_135_596_800, 253_402_300_799, .max] {
      let day = UnixTime(seconds: seconds).dayText(now: .epoch, offset: { _ in 0 })
      #expect(day == (seconds < 0 ? "1 Jan 0001" : "31 Dec 9999"))
    }
  }

  @Test func `A header has the known fields, and twenty people`() {
    var document = DocumentMessage.mail()
    document.recipients = (1...22).map { "p\($0)@x" }
    document.authors = nil
    let header = document.header(offset: Self.offset)
    #expect(header.count == 3 && header[0].hasPrefix("To: p1@x, p2@x, "))
    #expect(header[0].hasSuffix(", p20@x, and 2 more"))
    #expect(header[1] == "Date: 12 Nov 2026, 14:30")
    #expect(DocumentMessage("/a.txt", title: "x").header(offset: Self.offset) == [])
  }

  @Test(
    arguments: [
      ("<a@x>", .identifier("a@x"), 1), ("<a>b>", .identifier("a>b"), 1),
      ("<a@x> (12)", .identifier("a@x"), 12), ("@17", .offset(17), 1), ("@0 (2)", .offset(0), 2),
      ("<a@x", nil, 0), ("<>", nil, 0), ("<a@x>b", nil, 0), ("<a@x> (b)", nil, 0), ("@", nil, 0),
      ("@x", nil, 0), ("@1x", nil, 0), ("@99999999999999999999", nil, 0), ("plan.pdf", nil, 0),
      ("", nil, 0),
    ] as [(String, Name?, Int)])
  func `The name of a message is an identifier or an offset`(
    member: String, key: Name?, number: Int
  ) {
    let entry = MailboxEntry(member: Array(member.utf8))
    #expect(entry?.key == key?.key)
    #expect(entry?.number ?? 0 == number)
  }

  /// A key with its text.
  enum Name: Sendable {
    case identifier(String)
    case offset(Int64)

    var key: MailboxEntry.Key {
      switch self {
      case .identifier(let text): .identifier(Array(text.utf8))
      case .offset(let offset): .offset(offset)
      }
    }
  }
}
