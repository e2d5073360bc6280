import LinuxSystem

/// A message in a mailbox, by the name that the index gives it: `<ID>` with its Message-ID, or `@OFFSET`.
struct MailboxEntry: Equatable {
  /// What identifies the message.
  enum Key: Equatable {
    /// The Message-ID without angle brackets.
    case identifier([UInt8])
    /// The offset of the message's `From ` line.
    case offset(Int64)
  }

  let key: Key
  /// The number among the messages with the same name, from 1 on.
  let number: Int

  /// Parses the path of a member of a file; nil if it is not the name of a message.
  init?(member: [UInt8]) {
    switch member.first {
    case UInt8(ascii: "<"):
      guard let end = member.lastIndex(of: UInt8(ascii: ">")), end > 1,
        let number = Self.number(member[(end + 1)...])
      else { return nil }
      (key, self.number) = (.identifier(Array(member[1..<end])), number)
    case UInt8(ascii: "@"):
      let digits = member.dropFirst().prefix { (0x30...0x39).contains($0) }
      guard let offset = Int64(String(decoding: digits, as: UTF8.self)),
        let number = Self.number(member[digits.endIndex...])
      else { return nil }
      (key, self.number) = (.offset(offset), number)
    default: return nil
    }
  }

  /// The number in ` (2)`, which members with the same path have at the end; 1 for no text, nil for another one.
  private static func number(_ end: ArraySlice<UInt8>) -> Int? {
    if end.isEmpty { return 1 }
    guard end.starts(with: " (".utf8), end.last == UInt8(ascii: ")") else { return nil }
    return Int(String(decoding: end.dropFirst(2).dropLast(), as: UTF8.self))
  }
}

extension DocumentLocation {
  /// The message of a mailbox that the document is, or to which it is attached; nil for other documents.
  var mailboxEntry: MailboxEntry? { members.first.flatMap { MailboxEntry(member: $0) } }

  /// The place for people, in which messages have no names: the mailbox of a message, and of an attachment the
  /// mailbox and its path in the message.
  ///
  /// - Parameter isMail: whether the document is a mail.
  /// - Returns: the path; of a mail in a Maildir, the folder of the Maildir.
  func place(isMail: Bool) -> String {
    let folder = file.parent
    // In a Maildir, file names have only numbers and marks; see maildir(5).
    let isInMaildir =
      ["cur", "new"].contains { Array($0.utf8) == Array(folder.name) }
      && (isMail || file.name.contains(UInt8(ascii: ":")))
    var place = isInMaildir ? folder.parent.description : file.description
    let members = self.members
    for (index, member) in members.enumerated() {
      let isNamed = MailboxEntry(member: member) == nil || index == members.count - 1 && !isMail
      if isNamed { place += "!/" + FilePath.root.appending(member).description.dropFirst() }
    }
    return place
  }
}
