/// Reads a section of a notebook as OneDrive and OneNote for the web save it: a stream of elements, which name the
/// current revision of each cell and the groups of its objects.
///
/// Sources: MS-ONESTORE, section 2.8; MS-FSSHTTPB, section 2.2.
struct OneNotePackage {
  /// The GUID of this form in the header of a file.
  static let form: [UInt8] = [
    0x2f, 0xe9, 0x8d, 0x63, 0xd4, 0xa6, 0xc1, 0x4b, 0x9a, 0x36, 0xb3, 0xfc, 0x25, 0x11, 0xa5, 0xb7,
  ]
  /// The kinds of objects of the stream that are read.
  private enum Kind {
    static let element = 0x01
    static let rootCell = 0x07
    static let root = 0x0a
    static let currentRevision = 0x0b
    static let revisionElement = 0x0d
    static let cell = 0x0e
    static let objectData = 0x16
    static let object = 0x18
    static let group = 0x19
    static let revision = 0x1a
  }

  private struct Revision {
    var parent = OneNoteID.none
    var roots: [Int: OneNoteID] = [:]
    var groups: [OneNoteID] = []
  }

  private static let headerSize = 68
  /// The partition of an object with its properties.
  private static let propertiesPartition: UInt64 = 1

  private(set) var content = OneNoteContent()
  /// The cells, each with a space in a context; the contexts other than the current one are earlier versions.
  private var cells: [(context: OneNoteID, space: OneNoteID, element: OneNoteID)] = []
  private var context: OneNoteID?
  /// The current revisions, by the elements of the cells.
  private var current: [OneNoteID: OneNoteID] = [:]
  /// The elements of revisions, by the revisions.
  private var elements: [OneNoteID: OneNoteID] = [:]
  private var revisions: [OneNoteID: Revision] = [:]
  private var groups: [OneNoteID: [OneNoteID: OneNoteObject]] = [:]
  /// The objects that the current element has declared, and how many of them had their data.
  private var declared: [(name: OneNoteID, partition: UInt64)] = []
  private var dataCount = 0

  /// Reads the current objects of a file.
  init(_ bytes: Span<UInt8>) {
    var reader = PackageReader(offset: Self.headerSize)
    var element = OneNoteID.none
    while let object = reader.next(bytes) {
      if object.kind == Kind.element {
        element = reader.identifier(bytes) ?? .none
        (declared, dataCount) = ([], 0)
      } else {
        add(object.kind, of: element, &reader, bytes)
      }
      // The objects inside of an element follow it.
      reader.offset = object.data.upperBound
    }
    if reader.isDamaged { content.report("An object of the section is damaged.") }
    for cell in cells where cell.context == context ?? cell.context {
      addSpace(cell.space, cell.element)
    }
  }

  private mutating func add(
    _ kind: Int, of element: OneNoteID, _ reader: inout PackageReader, _ bytes: Span<UInt8>
  ) {
    switch kind {
    case Kind.rootCell:
      // Another root is the header of the file.
      guard let root = reader.identifier(bytes), let context = reader.identifier(bytes),
        root.high == context.high, root.low == context.low
      else { return }
      (self.context, content.root) = (context, reader.identifier(bytes))
    case Kind.cell:
      guard let context = reader.identifier(bytes), let space = reader.identifier(bytes),
        let element = reader.identifier(bytes)
      else { return }
      cells.append((context, space, element))
    case Kind.revisionElement:
      guard let revision = reader.identifier(bytes), let element = reader.identifier(bytes) else {
        return
      }
      elements[revision] = element
    case Kind.currentRevision: current[element] = reader.identifier(bytes)
    case Kind.revision:
      guard reader.identifier(bytes) != nil else { return }
      revisions[element, default: Revision()].parent = reader.identifier(bytes) ?? .none
    case Kind.root:
      guard let role = reader.identifier(bytes), let object = reader.identifier(bytes) else {
        return
      }
      revisions[element, default: Revision()].roots[role.number] = object
    case Kind.group:
      if let group = reader.identifier(bytes) {
        revisions[element, default: Revision()].groups.append(group)
      }
    case Kind.object:
      guard let name = reader.identifier(bytes), let partition = reader.number(bytes) else {
        return
      }
      declared.append((name, partition))
    case Kind.objectData: addObject(of: element, &reader, bytes)
    default: return
    }
  }

  /// Adds the data of the next object that was declared.
  private mutating func addObject(
    of group: OneNoteID, _ reader: inout PackageReader, _ bytes: Span<UInt8>
  ) {
    guard dataCount < declared.count else { return }
    let (name, partition) = declared[dataCount]
    dataCount += 1
    guard partition == Self.propertiesPartition, let objects = reader.identifiers(bytes),
      let spaces = reader.cells(bytes), let size = reader.number(bytes)
    else { return }
    let data = bytes.clamped(reader.offset, Int(clamping: size))
    groups[group, default: [:]][name] = OneNoteObject(
      properties: data, names: .lists(objects: objects, spaces: spaces))
  }

  /// Adds the objects of the current revision of a cell, and those that it has from earlier ones.
  private mutating func addSpace(_ name: OneNoteID, _ element: OneNoteID) {
    guard content.spaces[name] == nil else { return }
    var space = OneNoteContent.Space()
    var (next, seen): (OneNoteID?, Set<OneNoteID>) = (current[element], [])
    while let revision = next.flatMap({ elements[$0] }).flatMap({ revisions[$0] }),
      let own = next, seen.insert(own).inserted
    {
      space.roots.merge(revision.roots) { newer, _ in newer }
      for group in revision.groups {
        space.objects.merge(groups[group] ?? [:]) { newer, _ in newer }
      }
      next = revision.parent
    }
    if !space.objects.isEmpty { content.spaces[name] = space }
  }
}
