import CharacterEncodings

/// The items of a data file: nodes with properties, and rows of tables.
///
/// Source: MS-PST, sections 2.3.3, 2.4.5, 2.4.6 and 2.4.7.
extension OutlookDataFile: OutlookStore {
  /// Where the properties of an item are.
  enum Item {
    case node(DataFileNode)
    case row(PropertyTable, Int)
  }

  /// Where a value is.
  enum Value {
    case bytes([UInt8])
    case node(DataFileNode)

    /// Finds a value of a heap, or a subnode, by its number; nil if there is none.
    init?(_ number: Int, in heap: PropertyHeap, _ subnodes: [Int: DataFileNode]) {
      if let bytes = heap.value(number) {
        self = .bytes(bytes)
      } else if let node = subnodes[number] {
        self = .node(node)
      } else {
        return nil
      }
    }
  }

  /// The kind of a heap with properties.
  private static let propertiesKind = 0xbc
  /// The node with the names of properties.
  private static let namesNumber: UInt64 = 0x61
  /// The subnode of a message with the table of its recipients.
  private static let recipientsNumber = 0x692
  /// The low bits of the number of a subnode that is an attachment.
  private static let attachmentKind = 5
  /// The number of values of a property that are read.
  private static let mostValues = 10_000

  /// Returns the properties of a node, or of a row of a table.
  mutating func properties(
    of item: Item, declared: [CharacterEncoding], in bytes: Span<UInt8>
  ) -> OutlookProperties<Self> {
    var values = ItemValues()
    switch item {
    case .row(let table, let number):
      table.forEachValue(ofRow: number) { tag, value in
        values.add(value, tag: tag, long: { table.value($0) })
      }
      return values.properties(declared: declared)
    case .node(let node):
      guard let heap = PropertyHeap(of: node, &self, in: bytes), heap.kind == Self.propertiesKind
      else { return values.properties(declared: declared) }
      let subnodes = subnodes(in: node.subnodes, bytes)
      let (records, size) = heap.records(of: heap.root, atLeast: 8) ?? ([], 8)
      for offset in stride(from: 0, to: records.count, by: size) {
        guard let number = records.span.word(at: offset),
          let type = records.span.word(at: offset + 2)
        else { break }
        values.add(
          Array(records[(offset + 4)..<(offset + 8)]), tag: number << 16 | type,
          long: { Value($0, in: heap, subnodes) })
      }
      for (number, node) in subnodes.sorted(by: { $0.key < $1.key }) {
        if number & 0x1f == Self.attachmentKind { values.attachments.append(.node(node)) }
      }
      if let node = subnodes[Self.recipientsNumber],
        let table = PropertyTable(of: node, &self, in: bytes)
      {
        values.recipients = (0..<table.count).map { .row(table, $0) }
      }
      values.resolveObjects(in: subnodes)
      return values.properties(declared: declared)
    }
  }

  /// Returns the message in a subnode; nil for another value.
  func message(in value: Value) -> Item? {
    if case .node(let node) = value { .node(node) } else { nil }
  }

  /// Returns the content of a value.
  mutating func content(of value: Value, in bytes: Span<UInt8>) -> [UInt8] {
    switch value {
    case .bytes(let bytes): bytes
    case .node(let node): content(of: node.content, in: bytes)
    }
  }

  /// Returns the size of a value.
  mutating func size(of value: Value, in bytes: Span<UInt8>) -> Int {
    switch value {
    case .bytes(let bytes): bytes.count
    case .node(let node): size(of: node.content, in: bytes)
    }
  }

  /// Gives a value to a sink, block by block.
  mutating func give(_ value: Value, in bytes: Span<UInt8>, to sink: inout some DocumentSink) {
    switch value {
    case .bytes(let bytes): sink.add(pieces: bytes.span)
    case .node(let node):
      forEachBlock(of: node.content, in: bytes) { block in
        sink.add(pieces: block.span)
        return sink.wantsMore && sink.wantsContent
      }
    }
  }

  /// Returns the numbers of the properties with names.
  mutating func names(in bytes: Span<UInt8>) -> OutlookNames {
    if let propertyNames { return propertyNames }
    let names = readNames(in: bytes)
    propertyNames = names
    return names
  }

  private mutating func readNames(in bytes: Span<UInt8>) -> OutlookNames {
    guard let entry = entry(of: Self.namesNumber, in: .nodes, bytes),
      let content = bytes.number(at: entry + form.width, size: form.width, isBigEndian: false),
      let below = bytes.number(at: entry + 2 * form.width, size: form.width, isBigEndian: false)
    else { return OutlookNames() }
    let node = Item.node(DataFileNode(content: content, subnodes: below))
    let properties = properties(of: node, declared: [], in: bytes)
    let (entries, sets, texts) = (
      properties.bytes(.nameEntries, &self, of: bytes) ?? [],
      properties.bytes(.nameSets, &self, of: bytes) ?? [],
      properties.bytes(.nameTexts, &self, of: bytes) ?? []
    )
    return OutlookNames(entries: entries.span, sets: sets.span, texts: texts.span)
  }

  /// Collects the properties of an item.
  private struct ItemValues {
    private var numbers: [Int: UInt64] = [:]
    private var values: [Int: Value] = [:]
    private var lists: [Int: [Value]] = [:]
    var recipients: [Item] = []
    var attachments: [Item] = []

    /// Adds a property: a small value itself, or the number of a long one.
    mutating func add(_ value: [UInt8], tag: Int, long: (Int) -> Value?) {
      let (type, number) = (tag & 0xffff, value.span.doubleWord(at: 0) ?? 0)
      switch type {
      case 0x02, 0x03, 0x0a, 0x0b:
        numbers[tag] = UInt64(value.span.little(0, min(value.count, 4)) ?? 0)
      case 0x14, OutlookType.time:
        // A row of a table has such a value itself.
        if value.count == 8 {
          numbers[tag] = value.span.quadWord(at: 0)
        } else if case .bytes(let bytes) = long(number) {
          numbers[tag] = bytes.span.quadWord(at: 0)
        }
      case OutlookType.text, OutlookType.wideText, OutlookType.binary, OutlookType.object:
        values[tag] = long(number)
      case OutlookType.list | OutlookType.text, OutlookType.list | OutlookType.wideText,
        OutlookType.list | OutlookType.binary:
        guard case .bytes(let list) = long(number) else { return }
        lists[tag & ~OutlookType.list] = Self.parts(of: list.span)
      default: break
      }
    }

    /// Returns the values in a list, which begins with their number and their offsets.
    private static func parts(of list: Span<UInt8>) -> [Value] {
      let count = min(list.doubleWord(at: 0) ?? 0, list.count / 4, mostValues)
      return (0..<count).compactMap { index in
        guard let start = list.doubleWord(at: 4 + index * 4) else { return nil }
        let next = index + 1 < count ? list.doubleWord(at: 8 + index * 4) : nil
        let range = list.clamped(start, (next ?? list.count) - start)
        return .bytes(list.extracting(range).copied())
      }
    }

    /// Replaces each object, which is the number and the size of a subnode, by the subnode.
    mutating func resolveObjects(in subnodes: [Int: DataFileNode]) {
      for (tag, value) in values where tag & 0xffff == OutlookType.object {
        guard case .bytes(let bytes) = value, let number = bytes.span.doubleWord(at: 0) else {
          continue
        }
        values[tag] = subnodes[number].map { .node($0) }
      }
    }

    func properties(declared: [CharacterEncoding]) -> OutlookProperties<OutlookDataFile> {
      OutlookProperties(
        numbers: numbers, values: values, lists: lists, recipients: recipients,
        attachments: attachments, declared: declared)
    }
  }
}
