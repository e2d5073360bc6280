import IndexStorage
import LinuxSystem

/// What of a mail shows its conversation: its subject, its people and its time.
///
/// The index has no Message-ID and no References of a mail, so conversations are recognized as a person would do it.
struct MailHead: Equatable, Sendable {
  let subject: String
  /// Whether the subject has the mark of a reply, and whether it names a mailing list.
  let isReply: Bool
  let namesList: Bool
  /// The addresses, as hash values of this process.
  let senders: Set<Int>
  let recipients: Set<Int>
  /// When it was sent.
  let sent: UnixTime

  /// The most addresses that are kept of each kind.
  private static let limit = 32

  /// Reads the columns of a document; nil if the subject has nothing but marks.
  ///
  /// - Parameters:
  ///   - subject: the title.
  ///   - senders: the authors, a line each.
  ///   - recipients: the recipients, a line each.
  ///   - sent: when it was sent.
  init?(subject: String, senders: String, recipients: String, sent: UnixTime) {
    let read = MailSubject(subject)
    if read.text.isEmpty { return nil }
    (self.subject, isReply, namesList, self.sent) = (read.text, read.isReply, read.namesList, sent)
    (self.senders, self.recipients) = (Self.addresses(senders), Self.addresses(recipients))
  }

  var people: Set<Int> { senders.union(recipients) }

  private static func addresses(_ lines: String) -> Set<Int> {
    Set(
      lines.split(separator: "\n").prefix(limit).map { line in
        // The address is in angle brackets after the name, or is the whole text.
        let start = line.lastIndex(of: "<").map { line.index(after: $0) } ?? line.startIndex
        return line[start...].prefix { $0 != ">" }.lowercased().hashValue
      })
  }
}

/// A conversation among the rows of a search.
private struct Conversation {
  /// The indices of its rows.
  var rows: [Int]
  var senders: Set<Int>
  var people: Set<Int>
  /// When its last message was sent.
  var last: UnixTime

  init(_ row: Int, _ mail: MailHead) {
    (rows, senders, people, last) = ([row], mail.senders, mail.people, mail.sent)
  }

  mutating func add(_ row: Int, _ mail: MailHead) {
    rows.append(row)
    senders.formUnion(mail.senders)
    people.formUnion(mail.people)
    last = mail.sent
  }

  /// Whether a later mail with the same subject belongs to it.
  ///
  /// It has to be a reply, or another copy of the last message: each month's invoice has the same subject. Its
  /// sender took part before, or it goes to a sender; all mails of a person share that person. On a list it is
  /// enough that both went to the list.
  func has(_ mail: MailHead) -> Bool {
    if !mail.isReply { return mail.sent == last && !senders.isDisjoint(with: mail.senders) }
    return !people.isDisjoint(with: mail.senders) || !senders.isDisjoint(with: mail.recipients)
      || mail.namesList && !people.isDisjoint(with: mail.recipients)
  }
}

extension [RankedRow] {
  /// Gives the messages of each conversation a number of their own, in ``RankedRow/conversation``.
  ///
  /// A conversation has messages whose subjects differ only in marks such as `Re:` and names of lists: each one that
  /// is no reply begins one, and a reply belongs to the one of those before it with which it shares the most people.
  /// A row that was not scored exactly, and one without other messages, keeps the number 0.
  mutating func numberConversations() {
    var bySubject: [String: [Int]] = [:]
    for (index, row) in enumerated() {
      if let mail = row.document?.mail { bySubject[mail.subject, default: []].append(index) }
    }
    var number = 0
    for alike in bySubject.values where alike.count > 1 {
      for conversation in conversations(among: alike) where conversation.rows.count > 1 {
        number += 1
        for row in conversation.rows { self[row].conversation = number }
      }
    }
  }

  private func conversations(among alike: [Int]) -> [Conversation] {
    let mails = alike.compactMap { row in self[row].document?.mail.map { (row: row, mail: $0) } }
      .sorted {
        ($0.mail.sent, self[$0.row].id.rawValue) < ($1.mail.sent, self[$1.row].id.rawValue)
      }
    var conversations: [Conversation] = []
    for (row, mail) in mails {
      var best: (index: Int, shared: Int)?
      for (index, conversation) in conversations.enumerated() where conversation.has(mail) {
        let shared = conversation.people.intersection(mail.people).count
        if shared >= best?.shared ?? 0 { best = (index, shared) }
      }
      if let best {
        conversations[best.index].add(row, mail)
      } else {
        conversations.append(Conversation(row, mail))
      }
    }
    return conversations
  }
}
