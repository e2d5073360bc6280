import ExtractionProtocol
internal import CharacterEncodings

/// Gives the content of one mail to a sink.
struct MailWalk {
  /// The number of decoded bytes read of a part that cannot be split, such as HTML and UTF-16.
  private static let wholeLimit = 32 << 20
  /// Text that can be split is decoded in pieces of at least this number of bytes.
  private static let textPieceSize = 256 << 10
  /// How many signatures may wrap each other.
  private static let signedDepth = 4

  private let structure: MailStructure
  /// Whether each part is read completely, by index.
  private let choice: [Bool]
  private var text = MailText()
  /// The words of the parts so far; nil if no part is an alternative of another.
  private var alternative: AlternativeText?
  private var buffer: [UInt8] = []
  private var hasCharset = false
  private var isCut = false
  /// How many signatures wrap this mail.
  private let depth: Int
  /// Whether the file is a saved web page, of which only the text is read.
  var isWebPage = false

  /// Finds the parts of a mail.
  init(_ bytes: Span<UInt8>, depth: Int = 0, for sink: some DocumentSink) {
    self.depth = depth
    var start = bytes.byteOrderMark
    while start < bytes.count, bytes[start] == 0x0a || bytes[start] == 0x0d { start += 1 }
    structure = MailStructure(bytes, start..<bytes.count, for: sink)
    choice = MailChoice.parts(of: structure.parts, bytes)
    let hasForms =
      choice.contains(false) || structure.parts.contains { $0.kind == .transportNeutral }
    alternative = hasForms ? AlternativeText() : nil
  }

  // MARK: Fields

  /// Gives the fields of the header to a sink.
  func readFields(_ bytes: Span<UInt8>, into sink: inout some DocumentSink) {
    let header = structure.header
    // Bytes outside encoded words usually have the charset of the text.
    let charset = structure.parts.lazy.compactMap(\.charset).first
    func text(_ field: MailHeader.Field) -> String? {
      header.value(of: field, in: bytes).map { value in
        String(decoding: MailEncodedWords.decode(value, charset: charset), as: UTF8.self)
      }
    }
    func add(_ value: String, to field: DocumentField) {
      if !value.isEmpty { sink.add(value, to: field) }
    }
    if let subject = text(.subject) { add(subject, to: .title) }
    if !isWebPage {
      let from = header.value(of: .from, in: bytes) ?? header.value(of: .sender, in: bytes)
      for author in MailAddresses.parse(from ?? [], charset: charset) { add(author, to: .author) }
      for field in header.recipients {
        let recipients = MailAddresses.parse(MailHeader.unfold(bytes, field), charset: charset)
        for recipient in recipients { add(recipient, to: .recipient) }
        if !sink.wantsMore { return }
      }
    }
    if let date = header.value(of: .date, in: bytes).flatMap(MailDate.parse) {
      add(date, to: .created)
    }
    if let identifier = Self.identifier(header, of: bytes) { add(identifier, to: .identifier) }
    for keyword in text(.keywords)?.split(separator: ",").prefix(MailAddresses.limit) ?? [] {
      add(String(keyword.drop { $0 == " " }), to: .keyword)
    }
    if let language = text(.language) {
      let tag = language.prefix { $0 != "," && $0 != " " && $0 != ";" && $0 != "(" }
      add(String(tag), to: .language)
    }
    let attachments = isWebPage ? 0 : structure.parts.count(where: isAttached)
    if attachments > 0 { add("\(attachments)", to: .attachments) }
  }

  /// Whether a person attached a part as a file; false for a picture inside the HTML.
  private func isAttached(_ part: MailPart) -> Bool {
    guard [.file, .transportNeutral].contains(part.kind) else { return false }
    let isRelated = part.parent >= 0 && structure.parts[part.parent].type == "multipart/related"
    return part.isAttachment || !isRelated || !part.type.hasPrefix("image/")
  }

  /// Returns the Message-ID without angle brackets.
  static func identifier(_ header: MailHeader, of bytes: Span<UInt8>) -> String? {
    guard let field = header.value(of: .identifier, in: bytes) else { return nil }
    // 998 bytes are the longest line of a mail.
    var value = field.filter { $0 > 0x20 && $0 < 0x7f }.prefix(998)
    if let start = value.firstIndex(of: 0x3c) { value = value[(start + 1)...] }
    if let end = value.firstIndex(of: 0x3e) { value = value[..<end] }
    return value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
  }

  // MARK: Parts

  /// Gives the text, then the members, to a sink.
  mutating func readParts(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    if structure.header.isEmpty, Self.isBinary(bytes) { throw .damaged("There is no header.") }
    for (index, part) in structure.parts.enumerated() where choice[index] {
      if !sink.wantsMore { return }
      switch part.kind {
      case .plain: readPlain(part, bytes, into: &sink)
      case .html: readHTML(part, bytes, into: &sink)
      case .transportNeutral: readTransportNeutral(part, bytes, into: &sink)
      case .multipart, .file, .skipped, .closed, .signed: break
      }
    }
    for (index, part) in structure.parts.enumerated() where !choice[index] {
      if !sink.wantsMore { return }
      readAlternative(part, bytes, into: &sink)
    }
    text.flush(to: &sink)
    var failure: ReadingFailure?
    for part in structure.parts where part.kind == .signed && sink.wantsMore {
      do throws(ReadingFailure) {
        try readSigned(part, bytes, into: &sink)
      } catch {
        failure = error
      }
    }
    for part in structure.parts where !isWebPage {
      if !sink.wantsMore { return }
      switch part.kind {
      case .file: readMember(part, bytes, into: &sink)
      case .transportNeutral:
        let content = body(of: part, bytes, for: sink)
        if TransportNeutralFile.isFile(content.span) {
          TransportNeutralFile(content.span).giveAttachments(content.span, to: &sink)
        } else {
          readMember(part, bytes, into: &sink)
        }
      case .plain: if text.hasFiles { readFiles(in: part, bytes, into: &sink) }
      default: break
      }
    }
    if !sink.wantsMore { return }
    if text.hasEncrypted || structure.parts.contains(where: { $0.kind == .closed }) {
      throw .encrypted
    }
    if let failure { throw failure }
    if let excess = structure.excess { throw excess }
    if isCut { throw .unsupported("More than \(Self.wholeLimit >> 20) MiB of text in one piece.") }
  }

  /// Whether the first 1,024 bytes contain a NUL.
  private static func isBinary(_ bytes: Span<UInt8>) -> Bool {
    let start = bytes.extracting(first: min(bytes.count, 1_024))
    return start.indices.contains { start[$0] == 0 }
  }

  private mutating func begin(_ part: MailPart, into sink: inout some DocumentSink) {
    text.flush(to: &sink)
    sink.begin(DocumentPart(.body, label: part.section))
    text.begin(isFlowed: part.isFlowed, deletesSpace: part.deletesSpace)
  }

  /// Reports the encoding of a text to the sink, if it is the first text that is not UTF-8.
  private mutating func add(charset: String?, into sink: inout some DocumentSink) {
    guard let charset, charset != "UTF-8", !hasCharset else { return }
    hasCharset = true
    sink.add(charset, to: .charset)
  }

  private mutating func readPlain(
    _ part: MailPart, _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) {
    begin(part, into: &sink)
    let encoding = MailCharset.encoding(part.charset)
    add(charset: encoding?.name, into: &sink)
    let isLineSafe = MailCharset.isLineSafe(encoding)
    var decoder = part.decoder(of: bytes)
    var pending: [UInt8] = []
    var lastLine: Int?
    while sink.wantsMore, decoder.next(bytes, into: &buffer) {
      let start = pending.count
      pending.append(contentsOf: buffer[..<decoder.count])
      if isLineSafe, let end = pending[start...].lastIndex(of: 0x0a) { lastLine = end + 1 }
      if let cut = lastLine, pending.count >= Self.textPieceSize {
        let lines = Array(pending[..<cut])
        pending.removeSubrange(..<cut)
        lastLine = nil
        add(MailCharset.decode(lines, label: part.charset), to: &sink)
      } else if pending.count >= Self.wholeLimit {
        isCut = true
        break
      }
    }
    add(MailCharset.decode(pending, label: part.charset), to: &sink)
  }

  private mutating func readHTML(
    _ part: MailPart, _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) {
    begin(part, into: &sink)
    let page = page(of: part, bytes, for: sink)
    add(charset: page.charset, into: &sink)
    add(page.text, to: &sink)
  }

  private mutating func add(_ text: [UInt8], to sink: inout some DocumentSink) {
    alternative?.add(text.span)
    self.text.add(text.span, to: &sink)
  }

  /// Reads the lines of a part that contain words which the earlier parts lack.
  private mutating func readAlternative(
    _ part: MailPart, _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) {
    guard let (content, charset) = form(part, bytes, for: sink) else { return }
    let lines = alternative?.newLines(of: content.span) ?? content
    if lines.isEmpty { return }
    begin(part, into: &sink)
    add(charset: charset, into: &sink)
    text.add(lines.span, to: &sink)
    alternative?.add(content.span)
  }

  /// Returns the text and the encoding of a part; nil if the part is not text.
  private mutating func form(
    _ part: MailPart, _ bytes: Span<UInt8>, for sink: some DocumentSink
  ) -> (content: [UInt8], charset: String?)? {
    switch part.kind {
    case .plain:
      let content = MailCharset.decode(body(of: part, bytes, for: sink), label: part.charset)
      return (content, MailCharset.encoding(part.charset)?.name)
    case .html:
      let page = page(of: part, bytes, for: sink)
      return (page.text, page.charset)
    case .multipart, .file, .skipped, .closed, .signed, .transportNeutral: return nil
    }
  }

  /// Returns the text and the encoding of an HTML part.
  private mutating func page(
    of part: MailPart, _ bytes: Span<UInt8>, for sink: some DocumentSink
  ) -> MailTextSink {
    var page = MailTextSink()
    if part.encoding == .identity {
      let count = min(part.body.count, Self.wholeLimit)
      isCut = isCut || count < part.body.count
      let body = bytes.extracting(part.body.lowerBound..<part.body.lowerBound + count)
      HTMLReader.read(body, charset: MailCharset.label(part.charset), into: &page)
    } else {
      let content = body(of: part, bytes, for: sink)
      HTMLReader.read(content.span, charset: MailCharset.label(part.charset), into: &page)
    }
    isCut = isCut || !page.wantsMore
    return page
  }

  /// Returns the decoded content of a part, cut at ``wholeLimit``.
  private mutating func body(
    of part: MailPart, _ bytes: Span<UInt8>, for sink: some DocumentSink
  ) -> [UInt8] {
    var decoder = part.decoder(of: bytes)
    var content: [UInt8] = []
    while sink.wantsMore, decoder.next(bytes, into: &buffer) {
      content.append(contentsOf: buffer[..<decoder.count])
      guard content.count < Self.wholeLimit else {
        isCut = true
        break
      }
    }
    return content
  }

  /// Reads the body in a part of the format of Outlook: the lines with words that other bodies lack.
  private mutating func readTransportNeutral(
    _ part: MailPart, _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) {
    let content = body(of: part, bytes, for: sink)
    let file = TransportNeutralFile(content.span)
    for form in [file.body, file.formattedBody(content.span)] where !form.isEmpty {
      let words = alternative ?? AlternativeText()
      let lines = words.newLines(of: form.span)
      if lines.isEmpty { continue }
      begin(part, into: &sink)
      add(lines, to: &sink)
    }
  }

  /// Reads the content of a signed part as a mail, or gives it to the sink as a member.
  private mutating func readSigned(
    _ part: MailPart, _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    switch SignedData.content(of: body(of: part, bytes, for: sink).span) {
    case .signed(let content):
      guard depth < Self.signedDepth, SignedDataReader.isMail(content) else {
        return SignedDataReader.give(content, name: part.name, to: &sink)
      }
      var walk = Self(content.span, depth: depth + 1, for: sink)
      try walk.readParts(content.span, into: &sink)
    case .nothing: return
    case .encrypted: throw .encrypted
    case .damaged: throw .damaged("The signed data cannot be read.")
    }
  }

  /// Gives the uuencoded files in a text to the sink.
  private mutating func readFiles(
    in part: MailPart, _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) {
    let content = body(of: part, bytes, for: sink)
    var start = 0
    while start < content.count, sink.wantsMore {
      let line = MailLines.end(of: start, before: content.count, in: content.span)
      if let name = MailUU.name(content.span, start..<line.content) {
        let end = MailUU.end(ofDataAt: line.next, in: content.span)
        // A sentence may begin like a file, too.
        if end > line.next { readFile(name, content.span, start..<end, into: &sink) }
        start = max(end, line.next)
      } else {
        start = line.next
      }
    }
  }

  private mutating func readFile(
    _ name: [UInt8], _ bytes: Span<UInt8>, _ range: Range<Int>, into sink: inout some DocumentSink
  ) {
    let path = MailCharset.decode(name, label: nil)
    guard sink.begin(DocumentMember(path: path, type: nil, size: nil)) else {
      return sink.endMember()
    }
    var decoder = MailTransferDecoder(.uuencode, range)
    while sink.wantsMore, sink.wantsContent, decoder.next(bytes, into: &buffer) {
      if decoder.count > 0 { sink.add(content: buffer.span.extracting(0..<decoder.count)) }
    }
    sink.endMember()
  }

  private mutating func readMember(
    _ part: MailPart, _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) {
    let size = part.encoding == .identity ? Int64(part.body.count) : nil
    guard sink.begin(DocumentMember(path: part.path, type: part.type, size: size)) else {
      return sink.endMember()
    }
    var decoder = part.decoder(of: bytes)
    while sink.wantsMore, sink.wantsContent, decoder.next(bytes, into: &buffer) {
      let count = decoder.count
      if count > 0 { sink.add(content: buffer.span.extracting(0..<count)) }
    }
    sink.endMember()
  }
}
