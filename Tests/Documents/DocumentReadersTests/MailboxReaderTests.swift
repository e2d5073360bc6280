import Testing

@testable import DocumentReaders

struct MailboxReaderTests {
  private let separator = "From a@example.org Tue Jan  2 15:04:05 2024\n"

  private func messages(_ mailbox: String) throws -> [(path: String, content: String)] {
    var sink = CollectingSink()
    try MailboxReader.read(Array(mailbox.utf8).span, into: &sink)
    #expect(sink.text.isEmpty)
    for message in sink.members {
      #expect(message.member.type == "message/rfc822")
      #expect(message.member.size == Int64(message.content.count))
    }
    return sink.members.map {
      (
        String(decoding: $0.member.path, as: UTF8.self), String(decoding: $0.content, as: UTF8.self)
      )
    }
  }

  @Test func `Each message is a member, named by its Message-ID or offset`() throws {
    let first = "Subject: a\nMessage-ID: <1@x>\n\nBody\n"
    let second = "Subject: b\n\nBody\n"
    let found = try messages("\n\(separator)\(first)\n\(separator)\(second)")
    #expect(found.map(\.path) == ["<1@x>", "@\(1 + separator.utf8.count + first.utf8.count + 1)"])
    #expect(found.map(\.content) == [first, second])
  }

  @Test(arguments: [
    ("0000", true), ("0001", true), ("0009", false), ("0008", false), ("1018", false), ("x", true),
    (" 0", true), ("", true), (String(repeating: "8", count: 40), true),
  ])
  func `A message that was deleted in Thunderbird is left out`(status: String, isKept: Bool) throws
  {
    let mailbox = """
      \(separator)X-Mozilla-Status: \(status)
      Subject: a

      x

      \(separator)X-Mozilla-Status: 0001
      Subject: b

      y

      """
    #expect(try messages(mailbox).count == (isKept ? 2 : 1))
    #expect(position(mailbox + "\n").offset == mailbox.utf8.count + 1)
  }

  @Test func `Lines that begin with From are no separators in a body`() throws {
    let body = "A: b\n\nFrom now on\n\nFrom here on\nmore\nFrom 10:00 on\nplain\n"
    #expect(try messages(separator + body).map(\.content) == [body])
    let quoted = "A: b\n\n>From x\n>>From y\n> From z\n>Fro\n"
    let unquoted = "A: b\n\nFrom x\n>From y\n> From z\n>Fro\n"
    #expect(try messages(separator + quoted).map(\.content) == [unquoted])
  }

  @Test func `Separators need no empty line before them`() throws {
    let found = try messages("\(separator)A: b\n\nx\n\(separator)C: d\n\ny\n")
    #expect(found.map(\.content) == ["A: b\n\nx\n", "C: d\n\ny\n"])
    let windows = try messages(
      "From a 10:00\r\nA: b\r\n\r\nx\r\n\r\nFrom a 10:00\r\nC: d\r\n\r\ny\r\n")
    #expect(windows.map(\.content) == ["A: b\r\n\r\nx\r\n", "C: d\r\n\r\ny\r\n"])
  }

  @Test(arguments: [
    (7, ["\nB: c\n\nx\n"]), (5, ["\n"]), (1_000, ["\n"]), (-1, ["\n"]),
  ])
  func `A Content-Length counts if a message ends there`(size: Int, contents: [String]) throws {
    // The body of the first message contains a line that separates messages.
    let inner = "\(separator)B: c\n\nx\n"
    let length = size == 7 ? inner.utf8.count : size
    let mailbox = "\(separator)Content-Length: \(length)\n\n\(inner)\n\(separator)D: e\n\ny\n"
    let found = try messages(mailbox)
    #expect(found.count == (size == 7 ? 2 : 3))
    #expect(found.last?.content == "D: e\n\ny\n")
  }

  private func position(_ mailbox: String, from start: Int = 0) -> (offset: Int?, members: Int) {
    var sink = CollectingSink()
    try? MailboxReader.read(Array(mailbox.utf8).span, from: start, into: &sink)
    return (sink.position, sink.members.count)
  }

  @Test func `Reading goes on after the last message that is complete`() {
    let first = "\(separator)A: b\n\nx\n\n"
    let second = "\(separator)C: d\n\ny\n"
    let end = first.utf8.count
    #expect(position(first) == (end, 1))
    #expect(position(first + second) == (end, 2))
    #expect(position(first + second + "\n") == ((first + second).utf8.count + 1, 2))
    #expect(position(first + second, from: end) == (end, 1))
    #expect(position(first + second + "\r\n", from: end) == ((first + second).utf8.count + 2, 1))
    #expect(position(first, from: end) == (end, 0))
  }

  @Test(arguments: [1, 10, 40, 1_000, .max])
  func `Nothing is read where no message begins at the offset`(start: Int) {
    #expect(position("\(separator)A: b\n\nx\n\n", from: start) == (nil, 0))
  }

  @Test func `Text before the first message is damage`() throws {
    var sink = CollectingSink()
    #expect(throws: ReadingFailure.self) {
      try MailboxReader.read(Array("junk\n\(separator)A: b\n\nx".utf8).span, into: &sink)
    }
    #expect(sink.members.count == 1)
  }
}
