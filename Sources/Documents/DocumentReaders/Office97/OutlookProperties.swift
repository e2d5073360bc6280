import CharacterEncodings

/// The properties of an Outlook message, recipient or attachment.
///
/// Sources: MS-OXMSG; MS-OXPROPS for the property numbers.
struct OutlookProperties {
  /// The properties that are read.
  enum Name: Int {
    case subject = 0x0037
    case submitTime = 0x0039
    /// The person for whom the sender has written.
    case authorName = 0x0042
    case authorAddress = 0x0065
    case senderName = 0x0c1a
    case senderAddress = 0x0c1f
    case displayCopies = 0x0e03
    case displayRecipients = 0x0e04
    case deliveryTime = 0x0e06
    case body = 0x1000
    case compressedRTF = 0x1009
    case html = 0x1013
    case messageIdentifier = 0x1035
    case displayName = 0x3001
    case address = 0x3003
    case changeTime = 0x3008
    case attachedData = 0x3701
    case attachedShortName = 0x3704
    case attachedMethod = 0x3705
    case attachedName = 0x3707
    case attachedType = 0x370e
    case smtpAddress = 0x39fe
    case bodyCodePage = 0x3fde
    case language = 0x3ff1
    case messageCodePage = 0x3ffd
    case senderSMTPAddress = 0x5d01
    case authorSMTPAddress = 0x5d02
  }

  private static let streamPrefix = "__substg1.0_"
  private static let textLimit = 4_096

  /// The encodings that the message declares for texts that are not in UTF-16.
  let declared: [CharacterEncoding]
  /// The storages of recipients, and of attachments, in order.
  private(set) var recipients: [Int] = []
  private(set) var attachments: [Int] = []

  /// The streams, by the number and type of their property, such as 0x0037001f.
  private var streams: [Int: Int] = [:]
  private var numbers: [Int: UInt64] = [:]

  /// Reads the properties of a storage.
  ///
  /// The header before the properties has 32 bytes in the main message, 24 in an attached message, 8 in
  /// recipients and attachments. Pass what the message has `declared` for its recipients and attachments.
  init(
    _ storage: Int, headerSize: Int, declared: [CharacterEncoding] = [], file: inout CompoundFile,
    of bytes: Span<UInt8>
  ) {
    var fixed: [UInt8] = []
    for entry in file.children(of: storage) {
      let name = file.name(of: entry)
      if name.hasPrefix(Self.streamPrefix) {
        guard let tag = Int(name.dropFirst(Self.streamPrefix.count), radix: 16) else { continue }
        streams[tag] = entry
      } else if name.hasPrefix("__recip_version") {
        recipients.append(entry)
      } else if name.hasPrefix("__attach_version") {
        attachments.append(entry)
      } else if name == "__properties_version1.0" {
        fixed = file.read(entry, of: bytes)
      }
    }
    for offset in stride(from: headerSize, to: fixed.count - 15, by: 16) {
      guard let tag = fixed.span.doubleWord(at: offset),
        let value = fixed.span.quadWord(at: offset + 8)
      else { break }
      numbers[tag] = value
    }
    let known = numbers
    func number(_ name: Name) -> Int? { known[name.rawValue << 16 | 3].map { Int($0 & 0xffff) } }
    // The code page of the body is that of HTML, which may be UTF-8 where other texts are not.
    let own = [
      number(.messageCodePage), number(.language).map(CodePage.number(ofLanguage:)),
      number(.bodyCodePage),
    ].compactMap { number in
      number.flatMap { CodePage($0).name }.flatMap { CharacterEncoding(label: $0) }
    }
    self.declared = own + declared
  }

  /// Returns a 32-bit property; nil if there is none.
  func number(_ name: Name) -> Int? {
    numbers[name.rawValue << 16 | 3].map { Int($0 & 0xffff_ffff) }
  }

  /// Returns a time as a Windows FILETIME; nil if there is none.
  func time(_ name: Name) -> UInt64? { numbers[name.rawValue << 16 | 0x40] }

  /// Returns the storage of an attached message; nil if there is none.
  func storage(_ name: Name) -> Int? { streams[name.rawValue << 16 | 0x0d] }

  /// Returns the bytes of a binary property; nil if there is none.
  func binary(
    _ name: Name, _ file: inout CompoundFile, of bytes: Span<UInt8>
  ) -> [UInt8]? {
    streams[name.rawValue << 16 | 0x102].map { file.read($0, of: bytes) }
  }

  /// Returns the whole text of a property in UTF-8; nil if there is none.
  func content(
    _ name: Name, _ file: inout CompoundFile, of bytes: Span<UInt8>
  ) -> [UInt8]? {
    if let entry = streams[name.rawValue << 16 | 0x1f] {
      return CodePage.utf16.decode(file.read(entry, of: bytes).span)
    }
    return streams[name.rawValue << 16 | 0x1e].map { entry in
      var content = file.read(entry, of: bytes)
      while content.last == 0 { content.removeLast() }
      return SourceText.decoded(content.span, declared: declared) ?? content
    }
  }

  /// Returns a short text, cut after 4,096 bytes; empty if there is none.
  func text(_ name: Name, _ file: inout CompoundFile, of bytes: Span<UInt8>) -> String {
    let content = content(name, &file, of: bytes) ?? []
    return String(decoding: content.prefix(Self.textLimit).prefix { $0 != 0 }, as: UTF8.self)
  }
}
