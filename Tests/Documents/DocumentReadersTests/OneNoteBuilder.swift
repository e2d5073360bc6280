@testable import DocumentReaders

/// Builds sections of notebooks of OneNote in both forms.
struct OneNoteBuilder {
  /// An object: the texts and the references of its properties.
  struct Object {
    let number: Int
    var texts: [(property: Int, text: [UInt8])] = []
    var children: [(property: Int, numbers: [Int])] = []
    /// The numbers of the spaces that it refers to.
    var spaces: [Int] = []
  }

  /// A revision of a space: its own number, the one that it is built upon, and its objects.
  struct Revision {
    let number: Int
    var parent = 0
    var objects: [Object] = []
    /// The number of the context; 0 is the current version.
    var context = 0
  }

  /// The properties of objects with names that a test needs.
  enum Property {
    static let children = 0x2400_1c20
    static let title = 0x2400_1d5f
    static let spaces = 0x2c00_1d63
    static let text = 0x1c00_1c22
    static let narrowText = 0x1c00_3498
    static let cachedTitle = 0x1c00_1cf3
    static let author = 0x1c00_1d75
  }

  /// The spaces with their revisions; the first one is the section.
  var spaces: [(number: Int, revisions: [Revision])] = []
  var hasKey = false

  static func guid(_ number: Int) -> [UInt8] {
    OfficeBytes.bytes(number, 4) + [UInt8](repeating: 7, count: 12)
  }
  static func identifier(_ number: Int) -> [UInt8] { guid(number) + [1, 0, 0, 0] }
  private static let nothing = [UInt8](repeating: 0, count: 20)

  /// The properties of an object; short identifiers are indices of tables with the number 1.
  static func properties(_ object: Object) -> [UInt8] {
    var (names, data): ([UInt8], [UInt8]) = ([], [])
    for (property, text) in object.texts {
      names += OfficeBytes.bytes(property, 4)
      data += OfficeBytes.bytes(text.count, 4) + text
    }
    // A value of each size, a value without data, and a set of properties inside of the properties.
    for (name, size) in [
      (0x0800_0001, 0), (0x0c00_0001, 1), (0x1000_0001, 2), (0x1400_0001, 4), (0x1800_0001, 8),
    ] {
      names += OfficeBytes.bytes(name, 4)
      data += [UInt8](repeating: 1, count: size)
    }
    names += OfficeBytes.bytes(0x4000_0001, 4) + OfficeBytes.bytes(0x4400_0001, 4)
    data +=
      [1, 0, 0, 0] + OfficeBytes.bytes(0x4400_0001, 4) + [1, 0] + OfficeBytes.bytes(0x0800_0002, 4)
    data += [0, 0]
    for (property, numbers) in object.children {
      names += OfficeBytes.bytes(property, 4)
      data += OfficeBytes.bytes(numbers.count, 4)
    }
    if !object.spaces.isEmpty {
      names += OfficeBytes.bytes(Property.spaces, 4)
      data += OfficeBytes.bytes(object.spaces.count, 4)
    }
    func list(_ numbers: [Int], _ flags: Int) -> [UInt8] {
      OfficeBytes.bytes(numbers.count | flags, 4)
        + numbers.flatMap { OfficeBytes.bytes($0 << 8 | 1, 4) }
    }
    let hasSpaces = !object.spaces.isEmpty
    return list(object.children.flatMap(\.numbers), hasSpaces ? 0 : 0x8000_0000)
      + (hasSpaces ? list(object.spaces, 0) : []) + OfficeBytes.bytes(names.count / 4, 2) + names
      + data
  }

  // MARK: Lists of nodes

  /// Returns the file as OneNote for Windows writes it.
  func store() -> [UInt8] {
    var file = OneNoteReader.signature + [UInt8](repeating: 0, count: 1_008)
    let form: [UInt8] = [
      0x3f, 0xdd, 0x9a, 0x10, 0x1b, 0x91, 0xf5, 0x49, 0xa5, 0xd0, 0x17, 0x91, 0xed, 0xc8, 0xae,
      0xd8,
    ]
    file.replaceSubrange(48..<64, with: form)
    var root = [Self.node(0x004, Self.identifier(spaces.first?.number ?? 0))]
    for (number, revisions) in spaces {
      let list = Self.addList(revisions.flatMap { nodes(of: $0, &file) }, to: &file)
      let lists = Self.addList(
        [Self.node(0x00c, Self.identifier(number)), Self.node(0x010, [], list)], to: &file)
      root.append(Self.node(0x008, Self.identifier(number), lists))
    }
    let list = Self.addList(root, to: &file)
    file.replaceSubrange(
      172..<184, with: OfficeBytes.bytes(UInt64(list.lowerBound)) + OfficeBytes.bytes(list.count, 4)
    )
    return file
  }

  private func nodes(of revision: Revision, _ file: inout [UInt8]) -> [[UInt8]] {
    var group: [[UInt8]] = [Self.node(0x0b4, Self.identifier(900))]
    for number in Set(revision.objects.map(\.number)).union(
      revision.objects.flatMap { $0.children.flatMap(\.numbers) + $0.spaces })
    {
      group.append(Self.node(0x024, OfficeBytes.bytes(number, 4) + Self.guid(number)))
    }
    for object in revision.objects {
      let range = Self.add(Self.properties(object), to: &file)
      group.append(
        Self.node(0x0a4, OfficeBytes.bytes(object.number << 8 | 1, 4) + [0, 0, 0, 0, 0, 1], range))
    }
    let list = Self.addList(group, to: &file)
    let parent = revision.parent == 0 ? Self.nothing : Self.identifier(revision.parent)
    let start = Self.identifier(revision.number) + parent + [1, 0, 0, 0, 0, 0]
    let context = revision.context == 0 ? [] : Self.identifier(revision.context)
    var nodes = [Self.node(context.isEmpty ? 0x01e : 0x01f, start + context)]
    if hasKey { nodes.append(Self.node(0x07c, [], 0..<8)) }
    nodes.append(Self.node(0x0b0, Self.identifier(901), list))
    for (role, object) in zip([1, 2], revision.objects.filter { $0.number >= 1_000 }) {
      nodes.append(Self.node(0x05a, Self.identifier(object.number) + OfficeBytes.bytes(role, 4)))
    }
    return nodes + [Self.node(0x01c, [])]
  }

  /// A node, and the range that it refers to: as numbers of 4 bytes, or divided by 8.
  static func node(_ kind: Int, _ data: [UInt8], _ reference: Range<Int>? = nil) -> [UInt8] {
    var (header, numbers): (Int, [UInt8]) = (kind, [])
    if let reference {
      let isShort =
        reference.lowerBound % 8 == 0 && reference.count % 8 == 0 && reference.count < 0x7f8
      header |= 1 << 27 | (isShort ? 2 << 23 | 2 << 25 : 1 << 23)
      numbers =
        isShort
        ? OfficeBytes.bytes(reference.lowerBound / 8, 2) + OfficeBytes.bytes(reference.count / 8, 1)
        : OfficeBytes.bytes(reference.lowerBound, 4) + OfficeBytes.bytes(reference.count, 4)
    }
    header |= (4 + numbers.count + data.count) << 10
    return OfficeBytes.bytes(header, 4) + numbers + data
  }

  private static func add(_ content: [UInt8], to file: inout [UInt8]) -> Range<Int> {
    file += [UInt8](repeating: 0, count: -file.count & 7)
    file += content
    return file.count - content.count..<file.count
  }

  /// Adds a list in two fragments.
  private static func addList(_ nodes: [[UInt8]], to file: inout [UInt8]) -> Range<Int> {
    func fragment(_ nodes: ArraySlice<[UInt8]>, next: Range<Int>?) -> [UInt8] {
      let header = [UInt8](repeating: 0xa4, count: 16)
      let reference = next.map {
        OfficeBytes.bytes(UInt64($0.lowerBound)) + OfficeBytes.bytes($0.count, 4)
      }
      return header + nodes.joined() + [0, 0, 0, 0]
        + (reference ?? [UInt8](repeating: 0xff, count: 8) + [0, 0, 0, 0])
        + [UInt8](repeating: 0x8b, count: 8)
    }
    let rest = add(fragment(nodes.dropFirst(2), next: nil), to: &file)
    return add(fragment(nodes.prefix(2), next: rest), to: &file)
  }

  // MARK: Elements of a stream

  /// Returns the file as OneDrive writes it.
  func package() -> [UInt8] {
    var file = OneNoteReader.signature + [UInt8](repeating: 0, count: 52)
    file.replaceSubrange(48..<64, with: OneNotePackage.form)
    func cell(_ context: Int, _ space: Int) -> [UInt8] { Self.short(context) + Self.short(space) }
    let section = spaces.first?.number ?? 0
    file += Self.object(0x7a, Self.short(1) + Self.guid(2)) + [0x55]
    // The first root is the header of the file.
    file += Self.element(
      3,
      Self.object(0x07, Self.short(8) + cell(0x33, 99))
        + Self.object(0x07, Self.short(0x33, 2) + cell(0x33, section)))
    for (number, revisions) in spaces {
      for revision in revisions {
        let base = 10_000 + number * 100 + revision.number * 10
        let context = revision.context == 0 ? 0x33 : revision.context
        // A cell has its last revision.
        if revisions.last(where: { $0.context == revision.context })?.number == revision.number {
          file += Self.element(4, Self.object(0x0e, cell(context, number) + Self.short(base)))
        }
        file += Self.element(base, Self.object(0x0b, Self.short(revision.number)))
        file += Self.element(
          4, Self.object(0x0d, Self.short(revision.number) + Self.short(base + 1)))
        let parent = revision.parent == 0 ? [0] : Self.short(revision.parent)
        var manifest = Self.object(0x1a, Self.short(revision.number) + parent)
        for (role, object) in zip([1, 2], revision.objects.filter { $0.number >= 1_000 }) {
          manifest += Self.object(0x0a, Self.short(44, role) + Self.short(object.number))
        }
        manifest += Self.object(0x19, Self.short(base + 2))
        file += Self.element(base + 1, manifest)
        file += Self.element(base + 2, Self.group(revision.objects))
      }
    }
    return file + [0x55, 0, 0, 0]
  }

  private static func group(_ objects: [Object]) -> [UInt8] {
    var (declarations, data): ([UInt8], [UInt8]) = ([], [])
    for object in objects {
      // The kind of the object is in another partition.
      for partition in [4, 1] {
        let bytes = partition == 1 ? properties(object) : [1, 0, 6, 0]
        let references = partition == 1 ? object.children.flatMap(\.numbers) : []
        let spaces = partition == 1 ? object.spaces : []
        declarations += Self.object(
          0x18,
          short(object.number) + number(partition) + number(bytes.count)
            + number(references.count) + number(spaces.count))
        let lists =
          number(references.count) + references.flatMap { short($0) } + number(spaces.count)
          + spaces.flatMap { short(0x33) + short($0) }
        data += Self.object(0x16, lists + number(bytes.count) + bytes)
      }
    }
    return declarations + data
  }

  private static func element(_ number: Int, _ content: [UInt8]) -> [UInt8] {
    object(0x01, short(number) + [0x80] + guid(5) + [0, 0, 0, 0, 0, 0, 0, 1] + Self.number(5))
      + content
      + [0x05]
  }

  /// An object with a header of two, four or more bytes; the end of a compound object follows a large one.
  private static func object(_ kind: Int, _ data: [UInt8]) -> [UInt8] {
    if data.count < 0x40, kind < 0x40 {
      return OfficeBytes.bytes(kind << 3 | data.count << 9, 2) + data
    }
    let header = OfficeBytes.bytes(2 | kind << 3 | min(data.count, 0x7fff) << 17, 4)
    let size = data.count < 0x7fff ? [] : number(data.count)
    return header + size + data + [0x03, 0]
  }

  /// A number in as few bytes as possible.
  static func number(_ value: Int) -> [UInt8] {
    if value == 0 { return [0] }
    for size in 1...7 where value < 1 << (7 * size) {
      return OfficeBytes.bytes(value << size | 1 << (size - 1), size)
    }
    return [0x80] + OfficeBytes.bytes(UInt64(value))
  }

  /// An identifier with a short number.
  static func short(_ guid: Int, _ number: Int = 1) -> [UInt8] {
    if number == 0 { return [0] }
    let head: [UInt8]
    switch number {
    case ..<32: head = [UInt8(number << 3 | 4)]
    case ..<1_024: head = OfficeBytes.bytes(number << 6 | 0x20, 2)
    default: head = [0x80] + OfficeBytes.bytes(number, 4)
    }
    return head + Self.guid(guid)
  }
}
