import Arguments
import HostSearch
import LinuxSystem
import MediaTypes
import SearchInterface

/// Mails in `sitta open`: a message of a mailbox is opened alone.
extension ClientCommand {
  /// The most bytes of the text of a mail that are shown without its file.
  private static let textLimit = 16 << 20

  /// Opens a mail, or the message to which an attachment belongs.
  ///
  /// - Parameters:
  ///   - hit: the hit.
  ///   - location: its location.
  ///   - client: reads the text of the mail from the index.
  /// - Returns: false if it is another document, which has to be opened as a file.
  /// - Throws: a failure if no program can open the mail, or if it cannot be copied.
  func openMail(
    _ hit: HitMessage, at location: DocumentLocation, _ client: SearchClient
  ) throws -> Bool {
    let document = hit.document
    if document.isMail, opener.pagesMails {
      return try page(hit, text(of: document, client))
    }
    // The mailbox can have changed since it was indexed.
    if let entry = location.mailboxEntry, let message = try? messageFile(entry, in: location.file) {
      if !document.isMail {
        let name = location.members.last.map { FilePath.root.appending($0).description.dropFirst() }
        output.note("'\(name ?? "")' is attached to this mail; the mail is opened.")
      }
      try open(message, of: hit)
      return true
    }
    guard document.isMail, location.isMember else { return false }
    // RFC 5322, section 3.3: the date has no comma before the time, and a zone after it.
    let header = document.header(offset: { _ in 0 }).map {
      $0.hasPrefix("Date: ") ? $0.replacing(",", with: "") + " +0000" : $0
    }
    let format = ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8"]
    let lines = header + format + ["Content-Transfer-Encoding: 8bit", ""]
    let mail = try lines.map { $0 + "\n" }.joined() + text(of: document, client)
    try open(copy(Array(mail.utf8), named: "message.eml"), of: hit)
    return true
  }

  /// A private copy of a message of a mailbox; nil if the mailbox does not have it.
  func messageFile(_ entry: MailboxEntry, in mailbox: FilePath) throws -> PrivateCopy? {
    try MailboxScan.message(entry, in: mailbox).map { try copy($0, named: "message.eml") }
  }

  /// Opens the copy of a message with the program for mails.
  func open(_ message: PrivateCopy, of hit: HitMessage) throws {
    var shown = HitMessage(document: hit.document, score: nil, snippet: "", matches: [])
    (shown.document.uri, shown.document.member) = (message.file.uri, nil)
    shown.document.type = MediaType.mail
    do {
      _ = try opener.open(shown, at: message.file)
    } catch {
      message.remove()
      throw error
    }
  }

  /// Shows a mail with a pager.
  private func page(_ hit: HitMessage, _ text: String) throws -> Bool {
    let header = hit.document.header(offset: LocalTime.offsets()).map { $0 + "\n" }.joined()
    let copy = try copy(Array("\(header)\n\(text)".utf8), named: "message.txt")
    var shown = hit
    (shown.document.type, shown.document.member, shown.line) = (MediaType.plainText, nil, nil)
    do {
      if try opener.page(shown, at: copy.file) { copy.remove() }
    } catch {
      copy.remove()
      throw error
    }
    return true
  }

  private func copy(_ content: [UInt8], named name: String) throws -> PrivateCopy {
    rest.works.append { PrivateCopy.removeOldCopies() }
    let copy = try PrivateCopy(named: Array(name.utf8))
    do {
      try FileDescriptor(creatingReadOnly: copy.file).write(content)
    } catch {
      copy.remove()
      throw error
    }
    return copy
  }

  /// The text of a document as the index has it, without characters that control a terminal.
  private func text(of document: DocumentMessage, _ client: SearchClient) throws -> String {
    var text = ""
    var line: Int? = 1
    while let next = line, text.utf8.count < Self.textLimit {
      let reply = try client.read(ReadMethod.Parameters(uri: document.uri, line: next))
      text += Self.printed(reply.text)
      // A daemon that repeats itself ends the loop.
      line = reply.next.flatMap { $0 > next ? $0 : nil }
    }
    return text
  }
}
