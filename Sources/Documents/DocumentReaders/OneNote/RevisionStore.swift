/// Reads a section of a notebook as OneNote for Windows saves it: lists of nodes declare the objects of each
/// revision, and only the current one is read.
///
/// Source: MS-ONESTORE, sections 2.3 to 2.5.
struct RevisionStore {
  /// The nodes of lists that are read.
  private enum Node {
    static let rootSpace = 0x004
    static let space = 0x008
    static let revisions = 0x010
    static let revisionStarts = 0x01b...0x01f
    static let revisionStart4 = 0x01b
    static let revisionEnd = 0x01c
    static let revisionStart7 = 0x01f
    static let tableEntry = 0x024
    static let root3 = 0x05a
    static let role = 0x05c
    static let roleInContext = 0x05d
    static let key = 0x07c
    static let object = [0x0a4, 0x0a5, 0x0c4, 0x0c5]
    static let group = 0x0b0
    static let end = 0x0ff
  }

  /// A node of a list.
  private struct ListNode {
    let kind: Int
    /// The data or the list that the node refers to.
    let reference: Range<Int>
    /// The offset of the other data.
    let data: Int
  }

  private struct Revision {
    var parent = OneNoteID.none
    var roots: [Int: OneNoteID] = [:]
    var groups: [Range<Int>] = []
  }

  /// The offset of the reference to the first list in the header.
  private static let rootOffset = 172
  private static let fragmentHeader = 16
  /// The size of the reference to the next fragment, and of the mark at the end.
  private static let fragmentFooter = 20
  /// How many times the lists in the file may be read; undamaged nodes refer to each list once.
  private static let readingFactor = 4
  private static let currentRole = 1

  private(set) var content = OneNoteContent()
  private var remaining: Int

  /// Reads the current objects of a file.
  init(_ bytes: Span<UInt8>) {
    remaining = bytes.count * Self.readingFactor
    let first = Self.rootOffset
    let range = bytes.clamped(bytes.little(first, 8) ?? 0, bytes.doubleWord(at: first + 8) ?? 0)
    for node in nodes(in: range, bytes) {
      switch node.kind {
      case Node.rootSpace: content.root = OneNoteID(bytes, at: node.data)
      case Node.space:
        if let name = OneNoteID(bytes, at: node.data) { readSpace(name, node.reference, bytes) }
      default: break
      }
    }
  }

  /// Returns the nodes of a list, which is in fragments.
  private mutating func nodes(in list: Range<Int>, _ bytes: Span<UInt8>) -> [ListNode] {
    var nodes: [ListNode] = []
    var fragment = list
    while fragment.count > Self.fragmentHeader + Self.fragmentFooter {
      guard fragment.count <= remaining else {
        content.report("The lists of the notebook contain each other.")
        return nodes
      }
      remaining -= fragment.count
      let end = fragment.upperBound - Self.fragmentFooter
      var offset = fragment.lowerBound + Self.fragmentHeader
      while offset <= end - 4, let header = bytes.doubleWord(at: offset) {
        let (kind, size) = (header & 0x3ff, header >> 10 & 0x1fff)
        // Zeros fill the rest of a fragment.
        guard kind != 0, kind != Node.end, size >= 4, offset + size <= end else { break }
        nodes.append(Self.node(header, at: offset, bytes))
        offset += size
      }
      fragment = bytes.clamped(bytes.little(end, 8) ?? 0, bytes.doubleWord(at: end + 8) ?? 0)
    }
    return nodes
  }

  /// Reads the header of a node, and its reference, whose numbers may be short, and divided by 8.
  private static func node(_ header: Int, at offset: Int, _ bytes: Span<UInt8>) -> ListNode {
    guard header >> 27 & 0xf > 0 else {
      return ListNode(kind: header & 0x3ff, reference: 0..<0, data: offset + 4)
    }
    let (positionSize, positionUnit) = [(8, 1), (4, 1), (2, 8), (4, 8)][header >> 23 & 3]
    let (countSize, countUnit) = [(4, 1), (8, 1), (1, 8), (2, 8)][header >> 25 & 3]
    let position = bytes.little(offset + 4, positionSize) ?? 0
    let count = bytes.little(offset + 4 + positionSize, countSize) ?? 0
    return ListNode(
      kind: header & 0x3ff,
      reference: bytes.clamped(position &* positionUnit, count &* countUnit),
      data: offset + 4 + positionSize + countSize)
  }

  private mutating func readSpace(
    _ name: OneNoteID, _ list: Range<Int>, _ bytes: Span<UInt8>
  ) {
    // The last list counts.
    let lists = nodes(in: list, bytes).filter { $0.kind == Node.revisions }
    guard let reference = lists.last?.reference else { return }
    var revisions: [OneNoteID: Revision] = [:]
    var (open, current): (OneNoteID?, OneNoteID?) = (nil, nil)
    for node in nodes(in: reference, bytes) {
      switch node.kind {
      case Node.revisionEnd: open = nil
      case Node.revisionStarts:
        guard let name = OneNoteID(bytes, at: node.data) else { break }
        open = name
        revisions[name] = Revision(parent: OneNoteID(bytes, at: node.data + 20) ?? .none)
        let role = node.data + (node.kind == Node.revisionStart4 ? 48 : 40)
        let isOther =
          node.kind == Node.revisionStart7 && !Self.isDefault(contextAt: role + 6, bytes)
        if !isOther, bytes.doubleWord(at: role) == Self.currentRole { current = name }
      case Node.role, Node.roleInContext:
        let isOther =
          node.kind == Node.roleInContext && !Self.isDefault(contextAt: node.data + 24, bytes)
        if !isOther, bytes.doubleWord(at: node.data + 20) == Self.currentRole {
          current = OneNoteID(bytes, at: node.data) ?? current
        }
      case Node.group: if let open { revisions[open]?.groups.append(node.reference) }
      case Node.root3:
        if let open, let role = bytes.doubleWord(at: node.data + 20) {
          revisions[open]?.roots[role] = OneNoteID(bytes, at: node.data)
        }
      case Node.key: content.isEncrypted = true
      default: break
      }
    }
    readObjects(of: current, revisions, in: name, bytes)
  }

  private static func isDefault(contextAt offset: Int, _ bytes: Span<UInt8>) -> Bool {
    OneNoteID(bytes, at: offset) == OneNoteID.none
  }

  /// Reads the objects of a revision, and those that it has from earlier ones.
  private mutating func readObjects(
    of current: OneNoteID?, _ revisions: [OneNoteID: Revision], in name: OneNoteID,
    _ bytes: Span<UInt8>
  ) {
    var space = OneNoteContent.Space()
    var (next, seen): (OneNoteID?, Set<OneNoteID>) = (current, [])
    while let name = next, let revision = revisions[name], seen.insert(name).inserted {
      space.roots.merge(revision.roots) { newer, _ in newer }
      var objects: [OneNoteID: OneNoteObject] = [:]
      for group in revision.groups { readGroup(group, bytes, into: &objects) }
      space.objects.merge(objects) { newer, _ in newer }
      next = revision.parent
    }
    content.spaces[name] = space
  }

  private mutating func readGroup(
    _ group: Range<Int>, _ bytes: Span<UInt8>, into objects: inout [OneNoteID: OneNoteObject]
  ) {
    let nodes = nodes(in: group, bytes)
    var table: [Int: OneNoteID] = [:]
    for node in nodes where node.kind == Node.tableEntry {
      if let index = bytes.doubleWord(at: node.data) {
        table[index] = OneNoteID(bytes, guidAt: node.data + 4, number: 0)
      }
    }
    for node in nodes where Node.object.contains(node.kind) {
      guard let short = bytes.doubleWord(at: node.data), var name = table[short >> 8] else {
        continue
      }
      name.number = short & 0xff
      objects[name] = OneNoteObject(properties: node.reference, names: .table(table))
    }
  }
}
