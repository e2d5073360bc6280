import ExtractionProtocol
import Testing

@testable import DocumentReaders

/// Exported conversations.
struct ChatReaderTests {
  private func read(_ text: String) throws -> CollectingSink {
    var sink = CollectingSink()
    try ChatReader.read(Array(text.utf8).span, into: &sink)
    return sink
  }

  @Test(arguments: [
    """
    [12/11/2020, 13:30:05] Ann: The lease ends in June
    and then: it is over
    [12/11/2020, 13:31:00] Bo Falk: \u{200e}image omitted
    [14/11/2020, 09:00:00] Ann: Fine
    """,
    """
    12/11/20, 13:30 - Ann: The lease ends in June
    and then: it is over
    12/11/20, 13:31 - Bo Falk: \u{200e}image omitted
    14/11/20, 09:00 - Ann: Fine
    """,
    """
    11/12/20, 1:30\u{202f}PM - Ann: The lease ends in June
    and then: it is over
    11/12/20, 1:31\u{202f}PM - Bo Falk: \u{200e}image omitted
    11/14/20, 9:00\u{202f}AM - Ann: Fine
    """,
    """
    \u{200e}[12.11.20, 13:30:05] Ann: The lease ends in June\r
    and then: it is over\r
    [12.11.20, 13:31:00] Bo Falk: \u{200e}image omitted\r
    [14.11.20, 09:00:00] \u{200e}Ann: Fine\r
    """,
    """
    [2020-11-12 13:30:05] Ann: The lease ends in June
    and then: it is over
    [2020-11-12 13:31:00] Bo Falk: \u{200e}image omitted
    [2020-11-14 09:00:00] Ann: Fine
    """,
  ])
  func `A conversation as text is read with its senders and days`(text: String) throws {
    let sink = try read(text)
    #expect(
      sink.text == """
        2020-11-12
        Ann: The lease ends in June
        and then: it is over
        Bo Falk: \u{200e}image omitted

        2020-11-14
        Ann: Fine
        """)
    #expect(sink.fields == [.author: ["Ann", "Bo Falk"], .created: ["2020-11-12"]])
  }

  @Test func `Notes of the program have no sender, and no day that does not exist`() throws {
    let sink = try read(
      "12/11/20, 13:30 - Messages are encrypted\n45/45/20, 13:30 - Ann: Hello\n")
    #expect(sink.text == "2020-11-12\nMessages are encrypted\nAnn: Hello")
    #expect(sink.fields[.author] == ["Ann"])
  }

  @Test func `A chat of Telegram is read`() throws {
    let sink = try read(
      """
      {"name": "Ann & Bo", "type": "private_group", "id": 7, "messages": [
        {"id": 1, "type": "service", "date": "2020-11-12T13:00:00", "actor": "Ann", "text": ""},
        {"id": 2, "type": "message", "date": "2020-11-12T13:30:05", "from": "Ann", "from_id": "user1",
         "text": ["See ", {"type": "link", "text": "https://a.example"}, "!"], "text_entities": [{"text": "no"}]},
        {"id": 3, "type": "message", "date": "2020-11-12T13:31:05", "from": null, "text": "caf\\u00e9"}]}
      """)
    #expect(sink.text == "2020-11-12\nAnn: See https://a.example!\ncafé")
    #expect(
      sink.fields == [.title: ["Ann & Bo"], .author: ["Ann"], .created: ["2020-11-12"]])
  }

  @Test func `In a full export of Telegram each chat is a member`() throws {
    let sink = try read(
      """
      {"about": "Here is the data you requested.", "contacts": {"list": [{"first_name": "Zoe"}]},
       "chats": {"about": "x", "list": [
        {"name": "Ann", "type": "personal_chat", "id": 1, "messages": [
          {"date": "2020-11-12T13:30:05", "from": "Ann", "text": "one"}]}, 7,
        {"type": "saved_messages", "id": 2, "messages": [{"date": "x", "from": "Me", "text": "two"}]}]}}
      """)
    #expect(sink.text.isEmpty)
    #expect(sink.members.map(\.sink.text) == ["2020-11-12\nAnn: one", "Me: two"])
    #expect(sink.members.map(\.member.path) == [Array("1".utf8), Array("2".utf8)])
    #expect(sink.members[0].sink.fields[.title] == ["Ann"])
    #expect(sink.members[1].sink.fields == [.author: ["Me"]])
  }

  @Test func `A day of Slack is read`() throws {
    let sink = try read(
      """
      [{"type": "message", "user": "U1", "text": "one", "ts": "1605187805.000100",
        "user_profile": {"name": "ann", "real_name": "Ann Falk", "display_name": ""}},
       {"type": "message", "user": "U2", "text": "two", "ts": "1605187806.1", "blocks": [{"text": "no"}]},
       {"subtype": "bot_message", "username": "Bot", "text": "three", "ts": "x"}]
      """)
    #expect(sink.text == "2020-11-12\nAnn Falk: one\nU2: two\nBot: three")
    #expect(sink.fields[.author] == ["Ann Falk", "U2", "Bot"])
    #expect(sink.fields[.created] == ["2020-11-12T13:30:05Z"])
  }

  @Test func `Lines of signal-export are read`() throws {
    let sink = try read(
      """
      {"date": "2020-11-12T13:30:05", "sender": "Ann", "body": "one", "quote": "", "attachments": []}
      {"date": "2020-11-13T13:30:05", "sender": "Me", "body": "two", "sticker": null, "attachments": []}
      """)
    #expect(sink.text == "2020-11-12\nAnn: one\n\n2020-11-13\nMe: two")
    #expect(sink.fields[.author] == ["Ann", "Me"])
  }

  @Test(arguments: [
    "", "[", "{", "[{", "{\"messages\":[{\"text\":[{\"text\":",
    "{\"chats\":{\"list\":[{\"messages\":[",
    "[]", "{}", "1/1/1", "[1/1/1, 1:11", "[1/1/1, 11:11:11]", "1/1/20, 13:30 - ", "\u{200e}",
    "[99999/1/1, 11:11:11] a: b", "1.1.20, 13:30 - a: ", "{\"messages\":{\"a\":1},\"text\":[[1]]}",
    String(repeating: "{\"chats\":", count: 600), String(repeating: "[", count: 600),
  ])
  func `Unfinished and odd exports end reading`(text: String) {
    var sink = CollectingSink()
    try? ChatReader.read(Array(text.utf8).span, into: &sink)
    #expect(sink.text.utf8.count < 20, "\(sink.text)")
  }
}
