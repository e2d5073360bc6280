import CharacterEncodings

/// The properties of an item of Outlook: of a message, a recipient or an attachment.
struct OutlookProperties<Store: OutlookStore> {
  /// The most bytes of a short text.
  private static var textLimit: Int { 4_096 }

  /// The encodings that the message declares for texts that are not in UTF-16.
  let declared: [CharacterEncoding]
  /// The recipients and the attachments of a message, in order.
  let recipients: [Store.Item]
  let attachments: [Store.Item]

  /// The values, by the number and type of their property, such as 0x0037001f.
  private let values: [Int: Store.Value]
  private let lists: [Int: [Store.Value]]
  private let numbers: [Int: UInt64]

  /// Collects the properties of an item.
  ///
  /// - Parameters:
  ///   - numbers: the values of fixed size, by the number and type of their property.
  ///   - values: the other values, by the number and type of their property.
  ///   - lists: the properties with several values, by their number and the type of a value.
  ///   - recipients: the recipients of a message.
  ///   - attachments: the attachments of a message.
  ///   - declared: the encodings that the item inherits.
  init(
    numbers: [Int: UInt64], values: [Int: Store.Value], lists: [Int: [Store.Value]] = [:],
    recipients: [Store.Item] = [], attachments: [Store.Item] = [], declared: [CharacterEncoding]
  ) {
    (self.numbers, self.values, self.lists) = (numbers, values, lists)
    (self.recipients, self.attachments) = (recipients, attachments)
    func number(_ name: OutlookProperty) -> Int? {
      numbers[name.rawValue << 16 | OutlookType.integer].map { Int($0 & 0xffff) }
    }
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
  func number(_ name: OutlookProperty) -> Int? {
    numbers[name.rawValue << 16 | OutlookType.integer].map { Int($0 & 0xffff_ffff) }
  }

  /// Returns a time as a Windows FILETIME; nil if there is none.
  func time(_ name: OutlookProperty) -> UInt64? { time(numbered: name.rawValue) }

  /// Returns a time as a Windows FILETIME; nil if there is none.
  func time(numbered number: Int) -> UInt64? { numbers[number << 16 | OutlookType.time] }

  /// Returns the value of a property that is an object, such as an attached message; nil if there is none.
  func object(_ name: OutlookProperty) -> Store.Value? {
    values[name.rawValue << 16 | OutlookType.object]
  }

  /// Returns the value of a binary property; nil if there is none.
  func binary(_ name: OutlookProperty) -> Store.Value? {
    values[name.rawValue << 16 | OutlookType.binary]
  }

  /// Returns the values of a binary property with several values.
  func binaries(numbered number: Int) -> [Store.Value] {
    lists[number << 16 | OutlookType.binary] ?? []
  }

  /// Returns the numbers of the properties with a text, in order.
  func textNumbers(in range: ClosedRange<Int>) -> [Int] {
    let tags = Set(values.keys).union(lists.keys)
    let texts = tags.filter {
      let type = $0 & 0xffff
      return range.contains($0 >> 16) && (type == OutlookType.text || type == OutlookType.wideText)
    }
    return Set(texts.map { $0 >> 16 }).sorted()
  }

  /// Returns the bytes of a binary property; nil if there is none.
  func bytes(
    _ name: OutlookProperty, _ store: inout Store, of bytes: Span<UInt8>
  ) -> [UInt8]? {
    binary(name).map { store.content(of: $0, in: bytes) }
  }

  /// Returns the whole text of a property in UTF-8; nil if there is none.
  func content(
    _ name: OutlookProperty, _ store: inout Store, of bytes: Span<UInt8>
  ) -> [UInt8]? {
    if let value = values[name.rawValue << 16 | OutlookType.wideText] {
      return text(value, isWide: true, &store, of: bytes)
    }
    return values[name.rawValue << 16 | OutlookType.text].map { value in
      text(value, isWide: false, &store, of: bytes)
    }
  }

  /// Returns a short text, cut after 4,096 bytes; empty if there is none.
  func text(_ name: OutlookProperty, _ store: inout Store, of bytes: Span<UInt8>) -> String {
    texts(numbered: name.rawValue, &store, of: bytes).first ?? ""
  }

  /// Returns the text of a property, or its texts if it has several values; each is cut after 4,096 bytes.
  func texts(numbered number: Int, _ store: inout Store, of bytes: Span<UInt8>) -> [String] {
    var texts: [String] = []
    for type in [OutlookType.wideText, OutlookType.text] {
      let tag = number << 16 | type
      for value in (values[tag].map { [$0] } ?? lists[tag] ?? []).prefix(Self.textLimit) {
        let content = text(value, isWide: type == OutlookType.wideText, &store, of: bytes)
        let short = content.prefix(Self.textLimit).prefix { $0 != 0 }
        texts.append(String(decoding: short, as: UTF8.self))
      }
      if !texts.isEmpty { break }
    }
    return texts
  }

  private func text(
    _ value: Store.Value, isWide: Bool, _ store: inout Store, of bytes: Span<UInt8>
  ) -> [UInt8] {
    var content = store.content(of: value, in: bytes)
    if isWide { return CodePage.utf16.decode(content.span) }
    while content.last == 0 { content.removeLast() }
    return SourceText.decoded(content.span, declared: declared) ?? content
  }
}
