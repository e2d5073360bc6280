import FullText
import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

/// Which mails are messages of one conversation.
@Suite(.timeLimit(.minutes(15)))
struct ConversationTests {
  @Test(
    arguments: [
      ("The lease", "the lease", false, false), ("Re: The lease", "the lease", true, false),
      ("AW: WG: The  lease ", "the lease", true, false), ("Re[2]: x", "x", true, false),
      ("RE (3): x", "x", true, false), ("Re^2: x", "x", true, false), ("re：x", "x", true, false),
      ("回复：租约", "租约", true, false), ("[list] x", "x", false, true),
      ("Re: [list] x", "x", true, true), ("[list] Re: [list] x", "x", true, true),
      ("[done]", "[done]", false, false), ("Reply: x", "reply: x", false, false),
      ("re x", "re x", false, false), ("Note: re: x", "note: re: x", false, false),
      ("Re:", "", true, false), ("", "", false, false), ("[", "[", false, false),
      ("Re: 12:30", "12:30", true, false),
      (String(repeating: "Re: ", count: 10_000) + "x", "", true, false),
    ] as [(String, String, Bool, Bool)])
  func `Marks of replies and names of lists are no part of a subject`(
    subject: String, text: String, isReply: Bool, namesList: Bool
  ) {
    let read = MailSubject(subject)
    #expect(read.text == text && read.isReply == isReply && read.namesList == namesList)
  }

  /// A mail of a row in the table: subject, sender, recipients and time.
  struct Mail: Sendable {
    let subject: String
    let sender: String
    let recipients: String
    let sent: Int64

    init(_ subject: String, _ sender: String, _ recipients: String, _ sent: Int64) {
      (self.subject, self.sender, self.recipients) = (subject, sender, recipients)
      self.sent = sent
    }

    var head: MailHead? {
      MailHead(
        subject: subject, senders: sender, recipients: recipients, sent: UnixTime(seconds: sent))
    }
  }

  private static let rows: [(name: String, mails: [Mail], numbers: [[Int]])] = [
    (
      "replies back and forth, in any order of the hits",
      [
        Mail("Re: AW: lease", "Bo <bo@x>", "ann@x", 3), Mail("lease", "Bo <bo@x>", "ann@x", 1),
        Mail("AW: lease", "ann@x", "BO@x", 2),
      ], [[0, 1, 2]]
    ),
    (
      "an invoice each month is no conversation",
      [Mail("invoice", "shop@x", "ann@x", 1), Mail("invoice", "shop@x", "ann@x", 2)], []
    ),
    (
      "a reply belongs to the latest invoice before it",
      [
        Mail("invoice", "shop@x", "ann@x", 1), Mail("invoice", "shop@x", "ann@x", 2),
        Mail("invoice", "shop@x", "ann@x", 4), Mail("Re: invoice", "ann@x", "shop@x", 3),
      ], [[1, 3]]
    ),
    (
      "mails of strangers to the same person are none",
      [Mail("hello", "bo@x", "ann@x", 1), Mail("Re: hello", "carl@x", "ann@x", 2)], []
    ),
    (
      "two conversations with the same subject",
      [
        Mail("hello", "bo@x", "ann@x", 1), Mail("hello", "carl@x", "ann@x", 2),
        Mail("Re: hello", "ann@x", "bo@x", 3), Mail("Re: hello", "carl@x", "ann@x", 4),
      ], [[0, 2], [1, 3]]
    ),
    (
      "a third person replies to all",
      [Mail("plan", "bo@x", "ann@x\ncarl@x", 1), Mail("Re: plan", "carl@x", "bo@x\nann@x", 2)],
      [[0, 1]]
    ),
    (
      "a reply to a list names no person, but the list",
      [
        Mail("[birds] tits", "bo@x", "birds@x", 1),
        Mail("Re: [birds] tits", "carl@x", "birds@x", 2),
      ], [[0, 1]]
    ),
    (
      "the same message in two folders",
      [Mail("lease", "bo@x", "ann@x", 1), Mail("lease", "bo@x", "ann@x", 1)], [[0, 1]]
    ),
    ("without a subject", [Mail("Re:", "bo@x", "ann@x", 1), Mail("Re:", "ann@x", "bo@x", 2)], []),
    (
      "other subjects",
      [Mail("lease", "bo@x", "ann@x", 1), Mail("Re: leases", "ann@x", "bo@x", 2)], []
    ),
  ]

  @Test(arguments: rows)
  func `Messages with one subject and the same people are a conversation`(
    name: String, mails: [Mail], numbers: [[Int]]
  ) {
    var rows = mails.enumerated().map { index, mail in
      RelevanceOrderTests.row(
        FTS5Candidate(rowID: Int64(index), given: 0, score: 1), "m", modified: 0, mail: mail.head)
    }
    rows.numberConversations()
    let grouped = Dictionary(grouping: rows.filter { $0.conversation != 0 }, by: \.conversation)
    let found = grouped.values.map { $0.map { Int($0.id.rawValue) }.sorted() }
    #expect(Set(found) == Set(numbers), "\(name)")
  }

  private func put(
    _ path: String, _ text: String, _ subject: String, from author: String, to recipient: String,
    sent: Int64, in index: TestIndex
  ) throws {
    var document = Document(
      status: FileStatus(size: text.utf8.count, modified: 1), type: "message/rfc822")
    (document.text, document.title) = (Array(text.utf8), subject)
    (document.authors, document.recipients) = ([author], [recipient])
    document.created = UnixTime(seconds: sent)
    try index.writer.replace(document, at: FilePath(path))
  }

  @Test func `Replies are behind the best message of a search, and separate on request`() throws {
    let index = try TestIndex()
    try index.fill()
    try put(
      "/a", "the fox is in the garden and eats what it finds there every night", "fox",
      from: "bo@x", to: "ann@x", sent: 1, in: index)
    try put("/b", "let it", "Re: fox", from: "ann@x", to: "bo@x", sent: 2, in: index)
    try put("/c", "another fox", "fox", from: "carl@x", to: "ann@x", sent: 3, in: index)
    try index.put("/d", "fox in a file")
    try index.writer.commit()
    let page = try index.rank("fox")
    #expect(page.hits.count == 3 && page.count == 4 && !page.hasMore)
    let conversation = try #require(page.hits.first { !$0.replies.isEmpty })
    #expect(["/a ~/b", "/b ~/a"].contains(conversation.summary))
    #expect(try index.rank("fox") { $0.showsMessages = true }.hits.count == 4)
    #expect(try index.rank("fox") { $0.showsCopies = true }.hits.count == 3)
    // A mail that is gone gives way to another message, whose passages are not those of the hit.
    let reply = try #require(conversation.replies.first)
    let left = conversation.keeping { $0.path == reply.path }
    #expect(left?.document == reply && left?.replies == [] && left?.passages == [])
    #expect(conversation.keeping { _ in false } == nil)
    // A time orders single documents.
    #expect(try index.find("fox", order: .created) == ["/c", "/b", "/a", "/d"])
  }
}
