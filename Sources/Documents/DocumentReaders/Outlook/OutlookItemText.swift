/// The texts of people, events, tasks and reports that are not in their body.
enum OutlookItemText {
  /// The properties of people with numbers of their own.
  private static let personNumbers = 0x3a00...0x3aff
  /// The birthday and the wedding anniversary of a person.
  private static let personTimes = [0x3a42, 0x3a41]
  /// The number of people in a distribution list that are read.
  private static let mostMembers = 10_000

  /// Returns the texts and dates of an item, each once.
  static func lines<Store: OutlookStore>(
    of item: OutlookProperties<Store>, _ kind: OutlookItemKind, _ store: inout Store,
    of bytes: Span<UInt8>
  ) -> [String] {
    if kind == .note { return [] }
    if kind == .message {
      return item.texts(numbered: OutlookProperty.reportText.rawValue, &store, of: bytes)
    }
    let names = store.names(in: bytes)
    var lines: [String] = []
    var times: [Int] = []
    if kind == .contact {
      var numbers = item.textNumbers(in: personNumbers)
      numbers += OutlookName.personTexts.compactMap { names[$0] }
      for number in numbers { lines += item.texts(numbered: number, &store, of: bytes) }
      if let number = names[OutlookName.listMembers] {
        for value in item.binaries(numbered: number).prefix(mostMembers) {
          lines += person(store.content(of: value, in: bytes).span)
        }
      }
      times = personTimes
    } else {
      for number in OutlookName.entryTexts.compactMap({ names[$0] }) {
        lines += item.texts(numbered: number, &store, of: bytes)
      }
      times = OutlookName.entryTimes.compactMap { names[$0] }
    }
    lines += times.compactMap {
      item.time(numbered: $0).flatMap { CivilDate.rfc3339(fileTime: $0) }
    }
    var seen: Set<String> = []
    return lines.filter { line in
      line.contains { !$0.isWhitespace } && seen.insert(line).inserted
    }
  }

  /// The bytes before the texts in the identifier of an address that is in no address book.
  private static let identifierSize = 24

  /// Returns the name and the address in the identifier of an address; none for other identifiers.
  ///
  /// Source: MS-OXCDATA, section 2.2.5.1.
  private static func person(_ identifier: Span<UInt8>) -> [String] {
    let isWide = identifier.word(at: 22).map { $0 & 0x8000 != 0 }
    guard let isWide, identifier.hasBytes([0x81, 0x2b, 0x1f, 0xa4].span, at: 4) else { return [] }
    var text: [UInt8] = []
    let rest = identifier.extracting(identifierSize..<identifier.count)
    CodePage.decode(rest, isWide: isWide, into: &text)
    let parts = text.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false)
    // The second text is the kind of the address, such as SMTP.
    return [0, 2].filter { $0 < parts.count }.map { String(decoding: parts[$0], as: UTF8.self) }
  }
}
