/// An identifier in a notebook: a GUID and a number.
struct OneNoteID: Hashable {
  var high: UInt64 = 0
  var low: UInt64 = 0
  var number = 0

  /// The identifier of nothing.
  static let none = Self()

  /// Reads a GUID at an offset; the number is given.
  init?(_ bytes: Span<UInt8>, guidAt offset: Int, number: Int) {
    guard let high = bytes.quadWord(at: offset), let low = bytes.quadWord(at: offset + 8) else {
      return nil
    }
    (self.high, self.low, self.number) = (high, low, number)
  }

  /// Reads a GUID and a number after it.
  init?(_ bytes: Span<UInt8>, at offset: Int) {
    guard let number = bytes.doubleWord(at: offset + 16) else { return nil }
    self.init(bytes, guidAt: offset, number: number)
  }

  private init() {}
}

/// An object of a notebook, such as a paragraph.
struct OneNoteObject {
  /// Finds the objects and spaces that an object refers to.
  enum Names {
    /// Short identifiers are an index in a table of GUIDs, and a number.
    case table([Int: OneNoteID])
    /// The references are lists in the order of the short identifiers.
    case lists(objects: [OneNoteID], spaces: [OneNoteID])
  }

  /// Where its properties are.
  let properties: Range<Int>
  let names: Names

  /// Returns the object or the space that a reference in its properties means; nil if there is none.
  func target(
    of reference: OneNoteProperties.Reference, in properties: OneNoteProperties
  ) -> OneNoteID? {
    let (isObject, index) =
      switch reference {
      case .object(let index): (true, index)
      case .space(let index): (false, index)
      }
    switch names {
    case .lists(let objects, let spaces):
      let list = isObject ? objects : spaces
      return list.indices.contains(index) ? list[index] : nil
    case .table(let table):
      let list = isObject ? properties.objects : properties.spaces
      guard list.indices.contains(index), var name = table[list[index] >> 8] else { return nil }
      name.number = list[index] & 0xff
      return name
    }
  }
}

/// The current objects of a section of a notebook, whatever the form of its file.
struct OneNoteContent {
  /// A space of objects: the section itself, or a page.
  struct Space {
    /// The objects that contain all others, by their roles.
    var roots: [Int: OneNoteID] = [:]
    var objects: [OneNoteID: OneNoteObject] = [:]
  }

  /// The roles of roots: of the content, and of the description.
  static let contentRole = 1
  static let descriptionRole = 2

  /// The space of the section; its objects refer to the pages.
  var root: OneNoteID?
  var spaces: [OneNoteID: Space] = [:]
  /// Whether a password is needed.
  var isEncrypted = false
  /// Why a part of the file cannot be read; nil if no damage was found.
  private(set) var damage: String?

  /// Records why a part of the file cannot be read.
  mutating func report(_ reason: String) { damage = damage ?? reason }
}
