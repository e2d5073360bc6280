/// A property that has a name: a set of properties, and a number in it.
struct OutlookName: Hashable {
  /// The first 32 bits of the identifier of the set; the other bits are the same for all sets.
  let set: Int
  let number: Int

  private static let sets = (
    appointment: 0x0006_2002, task: 0x0006_2003, address: 0x0006_2004, common: 0x0006_2008
  )

  /// The properties of an event or a task with a text.
  static let entryTexts =
    [0x8208, 0x8232, 0x8238].map { Self(set: sets.appointment, number: $0) }
    + [0x811f].map { Self(set: sets.task, number: $0) } + commonTexts

  /// The times of an event or a task, each at which it begins or ends.
  static let entryTimes =
    [0x820d, 0x820e].map { Self(set: sets.appointment, number: $0) }
    + [0x8104, 0x8105].map { Self(set: sets.task, number: $0) }

  /// The properties of a person with a text: addresses, web pages and additional names.
  static let personTexts =
    [
      0x8005, 0x801a, 0x801b, 0x801c, 0x802b, 0x802c, 0x802d, 0x802e, 0x8045, 0x8046,
      0x8047, 0x8048, 0x8049, 0x804a, 0x804f, 0x8050, 0x8051, 0x8052, 0x8053, 0x8062,
      0x8080, 0x8083, 0x8084, 0x8090, 0x8093, 0x8094, 0x80a0, 0x80a3, 0x80a4, 0x80b2,
      0x80c2, 0x80d2, 0x80d8,
    ].map { Self(set: sets.address, number: $0) } + commonTexts

  /// The people in a distribution list, each as the identifier of an address.
  static let listMembers = Self(set: sets.address, number: 0x8054)

  /// Companies, and people who belong to an item.
  private static let commonTexts = [0x8539, 0x853a, 0x8535].map {
    Self(set: sets.common, number: $0)
  }
}

/// The numbers that a file gives to properties with names.
///
/// Sources: MS-PST, section 2.4.7; MS-OXMSG, section 2.2.3; MS-OXPROPS for the names.
struct OutlookNames {
  /// The number of names that are read.
  private static let mostNames = 0x8000
  /// The first number of a property with a name.
  private static let firstNumber = 0x8000
  /// The end of the identifier of each known set.
  private static let setEnd: [UInt8] = [0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46]

  private var numbers: [OutlookName: Int] = [:]
  /// The property with the categories of an item; nil if no item has any.
  private(set) var keywords: Int?

  /// Creates an empty table.
  init() {}

  /// Reads the table of a file.
  ///
  /// - Parameters:
  ///   - entries: the names: a number, or the offset of a text; the set; the index of the property.
  ///   - sets: the identifiers of the sets.
  ///   - texts: the names that are texts.
  init(entries: Span<UInt8>, sets: Span<UInt8>, texts: Span<UInt8>) {
    for index in 0..<min(entries.count / 8, Self.mostNames) {
      guard let name = entries.doubleWord(at: index * 8),
        let kind = entries.word(at: index * 8 + 4),
        let property = entries.word(at: index * 8 + 6), property < Self.mostNames
      else { return }
      let number = Self.firstNumber + property
      if kind & 1 == 1 {
        let size = min(texts.doubleWord(at: name) ?? 0, 64)
        let text = CodePage.utf16.decode(texts.extracting(texts.clamped(name + 4, size)))
        if text == Array("Keywords".utf8) { keywords = number }
        continue
      }
      // The sets 0 to 2 are not in the list.
      let set = (kind >> 1 - 3) * 16
      guard set >= 0, let identifier = sets.doubleWord(at: set),
        sets.hasBytes(Self.setEnd.span, at: set + 4)
      else { continue }
      numbers[OutlookName(set: identifier, number: name)] = number
    }
  }

  /// Returns the number of a property; nil if no item has it.
  subscript(_ name: OutlookName) -> Int? { numbers[name] }
}
