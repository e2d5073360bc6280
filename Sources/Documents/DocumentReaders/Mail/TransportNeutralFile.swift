import ExtractionProtocol

/// Finds the body and the attachments in a file of Outlook and Exchange, such as winmail.dat.
///
/// Source: MS-OXTNEF, MS-OXCMSG.
struct TransportNeutralFile {
  /// A file that is attached.
  struct Attachment {
    var name: [UInt8] = []
    /// The range of its content.
    var content: Range<Int>?
    /// Whether the content is a message in the same format.
    var isMessage = false
  }

  /// The number of attributes and of properties that are read.
  private static let mostItems = 10_000

  /// The subject in UTF-8; empty if there is none.
  private(set) var subject: [UInt8] = []
  /// The plain body in UTF-8; empty if there is none.
  private(set) var body: [UInt8] = []
  private var html: [UInt8] = []
  private var compressedRTF: Range<Int>?
  private(set) var attachments: [Attachment] = []
  private var codePage = CodePage.windows1252

  /// Whether bytes are such a file.
  static func isFile(_ bytes: Span<UInt8>) -> Bool { bytes.starts(with: [0x78, 0x9f, 0x3e, 0x22]) }

  /// Reads the attributes of a file.
  ///
  /// O(bytes).
  init(_ bytes: Span<UInt8>) {
    guard Self.isFile(bytes) else { return }
    var offset = 6
    for _ in 0..<Self.mostItems {
      guard let name = bytes.little(offset + 1, 4), let size = bytes.little(offset + 5, 4) else {
        return
      }
      let content = bytes.clamped(offset + 9, size)
      read(name, content, bytes)
      offset = content.upperBound + 2
      if content.count < size { return }
    }
  }

  private mutating func read(_ name: Int, _ content: Range<Int>, _ bytes: Span<UInt8>) {
    let last = attachments.count - 1
    switch name {
    case 0x0006_9007:
      codePage = bytes.little(content.lowerBound, 4).map { CodePage($0) } ?? codePage
    case 0x0001_8004:
      if subject.isEmpty { subject = text(bytes.extracting(content), isWide: false) }
    case 0x0002_800c: if body.isEmpty { body = text(bytes.extracting(content), isWide: false) }
    case 0x0006_9003: readProperties(content, bytes, of: nil)
    case 0x0006_9002: if last < Self.mostItems { attachments.append(Attachment()) }
    case 0x0001_8010 where last >= 0:
      if attachments[last].name.isEmpty {
        attachments[last].name = text(bytes.extracting(content), isWide: false)
      }
    case 0x0006_800f where last >= 0:
      attachments[last].content = attachments[last].content ?? content
    case 0x0006_9005 where last >= 0: readProperties(content, bytes, of: last)
    default: break
    }
  }

  /// Reads the properties of the message, or of an attachment.
  private mutating func readProperties(
    _ list: Range<Int>, _ bytes: Span<UInt8>, of attachment: Int?
  ) {
    let count = bytes.little(list.lowerBound, 4) ?? 0
    var offset = list.lowerBound + 4
    for _ in 0..<min(count, Self.mostItems) {
      guard let tag = bytes.little(offset, 4), offset < list.upperBound else { return }
      let (type, name) = (tag & 0xffff, tag >> 16)
      offset += 4
      if name >= 0x8000 {
        guard let next = Self.skipName(at: offset, bytes) else { return }
        offset = next
      }
      guard let value = Self.value(of: type, at: offset, bytes), value.next <= list.upperBound
      else { return }
      offset = value.next
      guard let content = value.content else { continue }
      if let attachment {
        readAttachment(name, content, type, bytes, attachment)
      } else {
        readMessage(name, content, type, bytes)
      }
    }
  }

  private mutating func readMessage(
    _ name: Int, _ content: Range<Int>, _ type: Int, _ bytes: Span<UInt8>
  ) {
    switch name {
    case 0x0037: subject = text(bytes.extracting(content), isWide: type == 0x1f)
    case 0x1000: body = text(bytes.extracting(content), isWide: type == 0x1f)
    case 0x1009: compressedRTF = content
    case 0x1013:
      html =
        type == 0x1f
        ? text(bytes.extracting(content), isWide: true) : bytes.extracting(content).copied()
    default: break
    }
  }

  private mutating func readAttachment(
    _ name: Int, _ content: Range<Int>, _ type: Int, _ bytes: Span<UInt8>, _ index: Int
  ) {
    switch name {
    case 0x3707: attachments[index].name = text(bytes.extracting(content), isWide: type == 0x1f)
    // A message begins with the 16 bytes of the identifier of its interface.
    case 0x3701 where type == 0x0d:
      let message = content.dropFirst(16)
      let isMessage = Self.isFile(bytes.extracting(message))
      (attachments[index].content, attachments[index].isMessage) = (
        isMessage ? message : content, isMessage
      )
    case 0x3701: attachments[index].content = attachments[index].content ?? content
    default: break
    }
  }

  private func text(_ bytes: Span<UInt8>, isWide: Bool) -> [UInt8] {
    var text: [UInt8] = []
    if isWide {
      CodePage.decodeUTF16(bytes, into: &text)
    } else {
      codePage.decode(bytes, into: &text)
    }
    while text.last == 0 { text.removeLast() }
    return text
  }

  /// Returns the offset after the name of a named property.
  private static func skipName(at offset: Int, _ bytes: Span<UInt8>) -> Int? {
    guard let kind = bytes.little(offset + 16, 4), let size = bytes.little(offset + 20, 4) else {
      return nil
    }
    return kind == 0 ? offset + 24 : bytes.clamped(offset + 24, padded(size)).upperBound
  }

  /// Returns the first value of a property if its size varies, and the offset after all values; nil for an
  /// unknown type.
  private static func value(
    of type: Int, at offset: Int, _ bytes: Span<UInt8>
  ) -> (content: Range<Int>?, next: Int)? {
    let isList = type & 0x1000 != 0
    let size: Int
    switch type & 0xfff {
    case 0x02, 0x03, 0x04, 0x0a, 0x0b: size = 4
    case 0x05, 0x06, 0x07, 0x14, 0x40: size = 8
    case 0x48: size = 16
    case 0x0d, 0x1e, 0x1f, 0x102: size = 0
    default: return nil
    }
    if size > 0, !isList { return (nil, offset + size) }
    guard let count = bytes.little(offset, 4), count <= mostItems else { return nil }
    if size > 0 { return (nil, offset + 4 + count * size) }
    var (first, next): (Range<Int>?, Int) = (nil, offset + 4)
    for _ in 0..<count {
      guard let size = bytes.little(next, 4) else { return nil }
      let content = bytes.clamped(next + 4, size)
      first = first ?? content
      next = bytes.clamped(next + 4, padded(size)).upperBound
    }
    return (first, next)
  }

  private static func padded(_ size: Int) -> Int { (size + 3) & ~3 }

  /// Returns the formatted body as text; empty if there is none.
  func formattedBody(_ bytes: Span<UInt8>) -> [UInt8] {
    var markup = MailTextSink()
    if !html.isEmpty {
      HTMLReader.read(html.span, charset: codePage.name, into: &markup)
    } else if let compressedRTF,
      let rtf = CompressedRTF.decompress(bytes.extracting(compressedRTF))
    {
      // If the body is damaged, the attachments are read all the same.
      try? RTFReader.read(rtf.span, into: &markup)
    }
    return markup.text
  }

  /// Gives the attachments to a sink as members.
  func giveAttachments(_ bytes: Span<UInt8>, to sink: inout some DocumentSink) {
    for (index, attachment) in attachments.enumerated() where sink.wantsMore {
      guard let range = attachment.content else { continue }
      let usual = attachment.isMessage ? "message \(index + 1).tnef" : "part \(index + 1).bin"
      let name = attachment.name.prefix(MIMEHeaderValue.nameLimit)
      let member = DocumentMember(
        path: name.isEmpty ? Array(usual.utf8) : Array(name),
        type: attachment.isMessage ? Self.type : nil, size: Int64(range.count))
      if sink.begin(member) { sink.add(pieces: bytes.extracting(range)) }
      sink.endMember()
    }
  }

  /// The media type of such files.
  static let type = "application/ms-tnef"
}

/// Reads a file such as winmail.dat that a person has saved.
public enum TransportNeutralReader {
  /// Reads a file.
  ///
  /// - Throws: `damaged` if it is another file.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard TransportNeutralFile.isFile(bytes) else {
      throw .damaged("It does not begin as such a file.")
    }
    let file = TransportNeutralFile(bytes)
    PropertySet.add(String(decoding: file.subject, as: UTF8.self), to: .title, of: &sink)
    var words = AlternativeText()
    words.add(file.body.span)
    let text = file.body + [0x0a, 0x0a] + words.newLines(of: file.formattedBody(bytes).span)
    var buffer = TextBuffer()
    buffer.append(lines: text.span, to: &sink)
    buffer.flush(to: &sink)
    file.giveAttachments(bytes, to: &sink)
  }
}
