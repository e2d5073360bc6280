import ExtractionProtocol

/// Reads messages and other items of Outlook, which were saved as files or are in a data file.
///
/// The plain body is read first; then HTML, or else compressed RTF: only its lines with words that the plain
/// body lacks. Sources: MS-OXMSG, MS-OXCMSG.
enum OutlookReader {
  /// How deeply messages may be nested as attachments.
  private static let depthLimit = 4
  /// The number of recipients that become metadata fields.
  private static let recipientLimit = 1_000
  private static let attachedMessageMethod = 5
  private static let attachedObjectMethod = 6

  /// Reads the main message of a file.
  static func read(
    _ file: inout CompoundFile, of bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) {
    let item = CompoundFile.Item(storage: CompoundFile.root, headerSize: 32)
    let message = file.properties(of: item, declared: [], in: bytes)
    readMessage(message, depth: 0, &file, of: bytes, into: &sink)
  }

  /// Returns the kind of an item.
  static func kind<Store: OutlookStore>(
    of item: OutlookProperties<Store>, _ store: inout Store, of bytes: Span<UInt8>
  ) -> OutlookItemKind {
    OutlookItemKind(messageClass: item.text(.messageClass, &store, of: bytes))
  }

  /// Reads the fields, the text and the attachments of an item.
  ///
  /// - Parameters:
  ///   - message: the item.
  ///   - depth: how many messages contain it as an attachment.
  ///   - store: the file.
  ///   - bytes: the bytes of the file.
  ///   - sink: receives the content.
  static func readMessage<Store: OutlookStore>(
    _ message: OutlookProperties<Store>, depth: Int, _ store: inout Store, of bytes: Span<UInt8>,
    into sink: inout some DocumentSink
  ) {
    addFields(of: message, &store, of: bytes, into: &sink)
    if !message.attachments.isEmpty { sink.add("\(message.attachments.count)", to: .attachments) }
    addBody(of: message, &store, of: bytes, into: &sink)
    for item in message.attachments {
      guard sink.wantsMore else { return }
      let attachment = store.properties(of: item, declared: message.declared, in: bytes)
      if attachment.number(.attachedMethod) == attachedMessageMethod,
        let inner = attachment.object(.attachedData).flatMap({ store.message(in: $0) })
      {
        if depth == depthLimit { continue }
        let message = store.properties(of: inner, declared: [], in: bytes)
        addMessage(message, depth: depth + 1, &store, of: bytes, into: &sink)
      } else {
        add(attachment, &store, of: bytes, into: &sink)
      }
    }
  }

  /// Returns the subject of an item; empty if there is none.
  static func subject<Store: OutlookStore>(
    of item: OutlookProperties<Store>, _ store: inout Store, of bytes: Span<UInt8>
  ) -> String {
    let subject = item.text(.subject, &store, of: bytes)
    // A mark and the length of a prefix such as `Re: ` may come first; see MS-PST, section 2.5.3.1.1.1.
    return subject.first == "\u{1}" ? String(subject.unicodeScalars.dropFirst(2)) : subject
  }

  private static func addFields<Store: OutlookStore>(
    of message: OutlookProperties<Store>, _ store: inout Store, of bytes: Span<UInt8>,
    into sink: inout some DocumentSink
  ) {
    func text(_ name: OutlookProperty) -> String { message.text(name, &store, of: bytes) }
    var title = subject(of: message, &store, of: bytes)
    if title.isEmpty { title = text(.displayName) }
    PropertySet.add(title, to: .title, of: &sink)
    let sender = person(text(.senderName), text(.senderSMTPAddress), text(.senderAddress))
    let author = person(text(.authorName), text(.authorSMTPAddress), text(.authorAddress))
    PropertySet.add(author, to: .author, of: &sink)
    if sender != author { PropertySet.add(sender, to: .author, of: &sink) }
    for item in message.recipients.prefix(recipientLimit) {
      let recipient = store.properties(of: item, declared: message.declared, in: bytes)
      let name = person(
        recipient.text(.displayName, &store, of: bytes),
        recipient.text(.smtpAddress, &store, of: bytes), recipient.text(.address, &store, of: bytes)
      )
      PropertySet.add(name, to: .recipient, of: &sink)
    }
    if message.recipients.isEmpty {
      for property in [OutlookProperty.displayRecipients, .displayCopies] {
        for name in text(property).split(separator: ";") {
          PropertySet.add(String(name), to: .recipient, of: &sink)
        }
      }
    }
    let time = message.time(.submitTime) ?? message.time(.deliveryTime)
    if let time {
      PropertySet.add(CivilDate.rfc3339(fileTime: time) ?? "", to: .created, of: &sink)
    }
    let identifier = identifier(of: message, &store, of: bytes)
    PropertySet.add(identifier, to: .identifier, of: &sink)
    if let number = store.names(in: bytes).keywords {
      for keyword in message.texts(numbered: number, &store, of: bytes) {
        PropertySet.add(keyword, to: .keyword, of: &sink)
      }
    }
  }

  /// Returns the Message-ID of a message, without angle brackets; empty if there is none.
  static func identifier<Store: OutlookStore>(
    of message: OutlookProperties<Store>, _ store: inout Store, of bytes: Span<UInt8>
  ) -> String {
    message.text(.messageIdentifier, &store, of: bytes).filter { !"<> \r\n".contains($0) }
  }

  /// Returns a name and an address in the form of mails, `name <address>`.
  private static func person(_ name: String, _ addresses: String...) -> String {
    guard let address = addresses.first(where: { $0.contains("@") }), address != name else {
      return name
    }
    return name.isEmpty ? address : "\(name) <\(address)>"
  }

  private static func addBody<Store: OutlookStore>(
    of message: OutlookProperties<Store>, _ store: inout Store, of bytes: Span<UInt8>,
    into sink: inout some DocumentSink
  ) {
    let kind = kind(of: message, &store, of: bytes)
    sink.add(remarks: OutlookItemText.lines(of: message, kind, &store, of: bytes))
    var alternative: AlternativeText?
    if let body = message.content(.body, &store, of: bytes), body.contains(where: { $0 > 0x20 }) {
      var lines = MailText()
      lines.add(body.span, to: &sink)
      lines.flush(to: &sink)
      var text = AlternativeText()
      text.add(body.span)
      alternative = text
    }
    if !sink.wantsMore { return }
    var markup = MailTextSink()
    if let html = message.content(.html, &store, of: bytes), !html.isEmpty {
      HTMLReader.read(html.span, charset: "utf-8", into: &markup)
    } else if let html = message.bytes(.html, &store, of: bytes), !html.isEmpty {
      let charset = message.number(.bodyCodePage).flatMap { CodePage($0).name }
      HTMLReader.read(html.span, charset: charset, into: &markup)
    } else if let compressed = message.bytes(.compressedRTF, &store, of: bytes),
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

  private static func addMessage<Store: OutlookStore>(
    _ message: OutlookProperties<Store>, depth: Int, _ store: inout Store, of bytes: Span<UInt8>,
    into sink: inout some DocumentSink
  ) {
    let subject = subject(of: message, &store, of: bytes)
    let kind = kind(of: message, &store, of: bytes)
    let path = Array(((subject.isEmpty ? "message" : subject) + kind.suffix).utf8)
    if sink.begin(DocumentMember(path: path, type: kind.type)) {
      readMessage(message, depth: depth, &store, of: bytes, into: &sink)
    }
    sink.endMember()
  }

  private static func add<Store: OutlookStore>(
    _ attachment: OutlookProperties<Store>, _ store: inout Store, of bytes: Span<UInt8>,
    into sink: inout some DocumentSink
  ) {
    if attachment.number(.attachedMethod) == attachedObjectMethod,
      let object = attachment.object(.attachedData)
    {
      let content = store.content(of: object, in: bytes)
      if !content.isEmpty { return EmbeddedObject.add(storage: content, to: &sink) }
    }
    var name = ""
    for property in [OutlookProperty.attachedName, .attachedShortName, .displayName]
    where name.isEmpty {
      name = attachment.text(property, &store, of: bytes)
    }
    let type = attachment.text(.attachedType, &store, of: bytes)
    let value = attachment.binary(.attachedData)
    let member = DocumentMember(
      path: Array((name.isEmpty ? "attachment" : name).utf8), type: type.isEmpty ? nil : type,
      size: Int64(value.map { store.size(of: $0, in: bytes) } ?? 0),
      modified: time(attachment.time(.changeTime)))
    if sink.begin(member), let value { store.give(value, in: bytes, to: &sink) }
    sink.endMember()
  }

  /// Returns the seconds from 1970 to a Windows FILETIME; nil if there is none.
  static func time(_ time: UInt64?) -> Int64? {
    time.map { Int64($0 / 10_000_000) - 11_644_473_600 }
  }
}
