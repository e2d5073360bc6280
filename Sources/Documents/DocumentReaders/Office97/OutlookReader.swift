import ExtractionProtocol

/// Reads a mail or another item that Outlook saved as a file.
///
/// The plain body is read first; then HTML, or else compressed RTF: only its lines with words that the plain
/// body lacks. Source: MS-OXMSG.
enum OutlookReader {
  /// How deeply messages may be nested as attachments.
  private static let depthLimit = 4
  /// The number of recipients that become metadata fields.
  private static let recipientLimit = 1_000
  private static let messageType = "application/vnd.ms-outlook"
  private static let attachedMessageMethod = 5

  /// Reads the main message of the file.
  static func read(
    _ file: inout CompoundFile, of bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) {
    let message = OutlookProperties(
      CompoundFile.root, headerSize: 32, file: &file, of: bytes)
    readMessage(message, depth: 0, &file, of: bytes, into: &sink)
  }

  private static func readMessage(
    _ message: OutlookProperties, depth: Int, _ file: inout CompoundFile, of bytes: Span<UInt8>,
    into sink: inout some DocumentSink
  ) {
    addFields(of: message, &file, of: bytes, into: &sink)
    if !message.attachments.isEmpty { sink.add("\(message.attachments.count)", to: .attachments) }
    addBody(of: message, &file, of: bytes, into: &sink)
    for storage in message.attachments {
      guard sink.wantsMore else { return }
      let attachment = OutlookProperties(
        storage, headerSize: 8, declared: message.declared, file: &file, of: bytes)
      if let inner = attachment.storage(.attachedData),
        attachment.number(.attachedMethod) == attachedMessageMethod
      {
        if depth == depthLimit { continue }
        let message = OutlookProperties(inner, headerSize: 24, file: &file, of: bytes)
        addMessage(message, depth: depth + 1, &file, of: bytes, into: &sink)
      } else {
        add(attachment, &file, of: bytes, into: &sink)
      }
    }
  }

  private static func addFields(
    of message: OutlookProperties, _ file: inout CompoundFile, of bytes: Span<UInt8>,
    into sink: inout some DocumentSink
  ) {
    PropertySet.add(message.text(.subject, &file, of: bytes), to: .title, of: &sink)
    let sender = person(
      message.text(.senderName, &file, of: bytes),
      message.text(.senderSMTPAddress, &file, of: bytes),
      message.text(.senderAddress, &file, of: bytes))
    let author = person(
      message.text(.authorName, &file, of: bytes),
      message.text(.authorSMTPAddress, &file, of: bytes),
      message.text(.authorAddress, &file, of: bytes))
    PropertySet.add(author, to: .author, of: &sink)
    if sender != author { PropertySet.add(sender, to: .author, of: &sink) }
    for storage in message.recipients.prefix(recipientLimit) {
      let recipient = OutlookProperties(
        storage, headerSize: 8, declared: message.declared, file: &file, of: bytes)
      let name = person(
        recipient.text(.displayName, &file, of: bytes),
        recipient.text(.smtpAddress, &file, of: bytes), recipient.text(.address, &file, of: bytes))
      PropertySet.add(name, to: .recipient, of: &sink)
    }
    if message.recipients.isEmpty {
      for property in [OutlookProperties.Name.displayRecipients, .displayCopies] {
        for name in message.text(property, &file, of: bytes).split(separator: ";") {
          PropertySet.add(String(name), to: .recipient, of: &sink)
        }
      }
    }
    if let time = message.time(.submitTime) ?? message.time(.deliveryTime) {
      PropertySet.add(CivilDate.rfc3339(fileTime: time) ?? "", to: .created, of: &sink)
    }
    let identifier = message.text(.messageIdentifier, &file, of: bytes)
    PropertySet.add(identifier.filter { !"<> \r\n".contains($0) }, to: .identifier, of: &sink)
  }

  /// Returns a name and an address in the form of mails, `name <address>`.
  private static func person(_ name: String, _ addresses: String...) -> String {
    guard let address = addresses.first(where: { $0.contains("@") }), address != name else {
      return name
    }
    return name.isEmpty ? address : "\(name) <\(address)>"
  }

  private static func addBody(
    of message: OutlookProperties, _ file: inout CompoundFile, of bytes: Span<UInt8>,
    into sink: inout some DocumentSink
  ) {
    var alternative: AlternativeText?
    if let body = message.content(.body, &file, of: bytes), body.contains(where: { $0 > 0x20 }) {
      var lines = MailText()
      lines.add(body.span, to: &sink)
      lines.flush(to: &sink)
      var text = AlternativeText()
      text.add(body.span)
      alternative = text
    }
    if !sink.wantsMore { return }
    var markup = MailTextSink()
    if let html = message.content(.html, &file, of: bytes), !html.isEmpty {
      HTMLReader.read(html.span, charset: "utf-8", into: &markup)
    } else if let html = message.binary(.html, &file, of: bytes), !html.isEmpty {
      let charset = message.number(.bodyCodePage).flatMap { CodePage($0).name }
      HTMLReader.read(html.span, charset: charset, into: &markup)
    } else if let compressed = message.binary(.compressedRTF, &file, of: bytes),
      let rtf = CompressedRTF.decompress(compressed.span)
    {
      // If the body is damaged, the rest of the message is read all the same.
      try? RTFReader.read(rtf.span, into: &markup)
    }
    guard let alternative else {
      if !markup.text.isEmpty { sink.add(text: markup.text.span) }
      return
    }
    let lines = alternative.newLines(of: markup.text.span)
    if !lines.isEmpty { sink.add(text: ([0x0a, 0x0a] + lines).span) }
  }

  private static func addMessage(
    _ message: OutlookProperties, depth: Int, _ file: inout CompoundFile, of bytes: Span<UInt8>,
    into sink: inout some DocumentSink
  ) {
    let subject = message.text(.subject, &file, of: bytes)
    let path = Array(((subject.isEmpty ? "message" : subject) + ".msg").utf8)
    if sink.begin(DocumentMember(path: path, type: messageType)) {
      readMessage(message, depth: depth, &file, of: bytes, into: &sink)
    }
    sink.endMember()
  }

  private static func add(
    _ attachment: OutlookProperties, _ file: inout CompoundFile, of bytes: Span<UInt8>,
    into sink: inout some DocumentSink
  ) {
    var name = ""
    for property in [OutlookProperties.Name.attachedName, .attachedShortName, .displayName]
    where name.isEmpty {
      name = attachment.text(property, &file, of: bytes)
    }
    let type = attachment.text(.attachedType, &file, of: bytes)
    let content = attachment.binary(.attachedData, &file, of: bytes) ?? []
    let changed = attachment.time(.changeTime).map { Int64($0 / 10_000_000) - 11_644_473_600 }
    let member = DocumentMember(
      path: Array((name.isEmpty ? "attachment" : name).utf8),
      type: type.isEmpty ? nil : type, size: Int64(content.count), modified: changed)
    sink.add(member, content: content)
  }
}
