@testable import DocumentReaders

/// Builds data files of Outlook.
struct DataFileBuilder {
  /// The value of a property.
  enum Value {
    case number(Int)
    case time(UInt64)
    case text(String)
    /// A text in the encoding that the message declares.
    case narrowText([UInt8])
    case bytes([UInt8])
    case texts([String])
    case binaries([[UInt8]])
    /// A text in a subnode.
    case longText(subnode: Int)
    /// Bytes in a subnode.
    case longBytes(subnode: Int)
    /// A message in a subnode.
    case message(subnode: Int)

    fileprivate var type: Int {
      switch self {
      case .number: 0x03
      case .time: 0x40
      case .text, .longText: 0x1f
      case .narrowText: 0x1e
      case .bytes, .longBytes: 0x102
      case .texts: 0x101f
      case .binaries: 0x1102
      case .message: 0x0d
      }
    }
  }

  let form: DataFileForm
  let cipher: BlockCipher
  /// The most bytes of a block; small, so that samples have several blocks.
  var blockSize = 400
  /// The most entries of a page.
  var pageEntries = 3
  private var bytes: [UInt8]
  private var blocks: [(key: UInt64, entry: [UInt8])] = []
  private var nodes: [(key: UInt64, entry: [UInt8])] = []

  init(_ form: DataFileForm, _ cipher: BlockCipher = .none) {
    (self.form, self.cipher) = (form, cipher)
    bytes = Array("!BDN".utf8) + [UInt8](repeating: 0, count: 1_020)
    let version = form == .narrow ? 14 : form == .wide ? 23 : 36
    (bytes[10], bytes[form.cipherOffset]) = (UInt8(version), cipher.rawValue)
  }

  private func number(_ value: UInt64) -> [UInt8] { Array(OfficeBytes.bytes(value)[..<form.width]) }

  // MARK: Blocks

  /// Adds a block, which is encoded unless it is a list of blocks or subnodes, and returns its number.
  mutating func add(block content: [UInt8], isList: Bool = false) -> UInt64 {
    let key = UInt64(blocks.count + 1) * 0x1004 + (isList ? 2 : 0)
    var stored = content
    if form == .large, content.count > 100 {
      stored = OfficeBytes.zlib(content)
    } else if !isList {
      stored = encoded(content, key)
    }
    bytes += [UInt8](repeating: 0, count: -bytes.count & 511)
    let entry = number(key) + number(UInt64(bytes.count)) + OfficeBytes.bytes(stored.count, 2)
    blocks.append((key, entry + [1, 0] + (form == .narrow ? [] : [0, 0, 0, 0])))
    bytes += stored
    if form == .large {
      bytes += [UInt8](repeating: 0, count: -(bytes.count + 24) & 511)
      bytes +=
        [UInt8](repeating: 0, count: 18) + OfficeBytes.bytes(content.count, 2) + [0, 0, 0, 0]
    }
    return key
  }

  private func encoded(_ content: [UInt8], _ key: UInt64) -> [UInt8] {
    var content = content
    if cipher == .permute {
      var table = (0...255).map { UInt8($0) }
      cipher.decode(&table, of: 0)
      content = content.map { UInt8(table.firstIndex(of: $0) ?? 0) }
    } else {
      // This encoding is its own reverse.
      cipher.decode(&content, of: key)
    }
    return content
  }

  /// Adds a content of any size, in blocks, and lists of blocks.
  mutating func add(content: [UInt8]) -> UInt64 {
    var level: UInt8 = 0
    var parts = stride(from: 0, to: max(content.count, 1), by: blockSize).map { start in
      add(block: Array(content[start..<min(start + blockSize, content.count)]))
    }
    while parts.count > 1 {
      level += 1
      parts = stride(from: 0, to: parts.count, by: level == 1 ? 3 : 1_000).map { start in
        let list = parts[start..<min(start + (level == 1 ? 3 : 1_000), parts.count)]
        return add(list: Array(list), level: level, size: content.count)
      }
    }
    return parts[0]
  }

  /// Adds a list of blocks.
  mutating func add(list: [UInt64], level: UInt8, size: Int) -> UInt64 {
    let header = [1, level] + OfficeBytes.bytes(list.count, 2) + OfficeBytes.bytes(size, 4)
    return add(block: header + list.flatMap { number($0) }, isList: true)
  }

  /// Adds a list of subnodes, and a list of this list.
  mutating func add(subnodes: [Int: DataFileNode]) -> UInt64 {
    if subnodes.isEmpty { return 0 }
    let padding: [UInt8] = form == .narrow ? [] : [0, 0, 0, 0]
    let entries = subnodes.sorted { $0.key < $1.key }.flatMap { key, node in
      number(UInt64(key)) + number(node.content) + number(node.subnodes)
    }
    let count = OfficeBytes.bytes(subnodes.count, 2)
    let list = add(block: [2, 0] + count + padding + entries, isList: true)
    return add(block: [2, 1, 1, 0] + padding + number(0) + number(list), isList: true)
  }

  // MARK: Heaps

  /// Returns a heap with values, which are numbered from 1 on; its description is the first value.
  static func heap(_ values: [[UInt8]], kind: UInt8) -> [UInt8] {
    let content = Array(values.joined())
    var offsets = [12]
    for value in values { offsets.append((offsets.last ?? 0) + value.count) }
    return OfficeBytes.bytes(12 + content.count, 2) + [0xec, kind] + OfficeBytes.bytes(0x20, 4)
      + [0, 0, 0, 0] + content + OfficeBytes.bytes(values.count, 2) + [0, 0]
      + offsets.flatMap { OfficeBytes.bytes($0, 2) }
  }

  /// Returns the heap of an item with properties, by their numbers.
  static func properties(_ properties: [Int: Value]) -> [UInt8] {
    var (records, values): ([UInt8], [[UInt8]]) = ([], [])
    for (number, value) in properties.sorted(by: { $0.key < $1.key }) {
      var data = OfficeBytes.bytes((values.count + 3) << 5, 4)
      switch value {
      case .number(let number): data = OfficeBytes.bytes(number, 4)
      case .longText(let subnode), .longBytes(let subnode): data = OfficeBytes.bytes(subnode, 4)
      case .time(let time): values.append(OfficeBytes.bytes(time))
      case .text(let text): values.append(OfficeBytes.utf16(text))
      case .narrowText(let bytes), .bytes(let bytes): values.append(bytes)
      case .texts(let texts): values.append(list(texts.map(OfficeBytes.utf16)))
      case .binaries(let binaries): values.append(list(binaries))
      case .message(let subnode):
        values.append(OfficeBytes.bytes(subnode, 4) + [0, 0, 0, 0])
      }
      records += OfficeBytes.bytes(number, 2) + OfficeBytes.bytes(value.type, 2) + data
    }
    let header: [UInt8] = [0xb5, 2, 6, 0] + OfficeBytes.bytes(0x40, 4)
    return heap([header, records] + values, kind: 0xbc)
  }

  private static func list(_ parts: [[UInt8]]) -> [UInt8] {
    var offset = 4 + 4 * parts.count
    var offsets: [UInt8] = []
    for part in parts {
      offsets += OfficeBytes.bytes(offset, 4)
      offset += part.count
    }
    return OfficeBytes.bytes(parts.count, 4) + offsets + parts.joined()
  }

  /// Returns the heap of a table whose rows have a number and texts; an empty text is no value.
  ///
  /// The last row is not in the index.
  func table(_ tags: [Int], rows: [[String]]) -> [UInt8] {
    let (bits, size) = (4 + tags.count * 4, 5 + tags.count * 4)
    var columns = OfficeBytes.bytes(0x6702_0003, 4) + [0, 0, 4, 0]
    for (index, tag) in tags.enumerated() {
      columns += OfficeBytes.bytes(tag, 4) + [UInt8(4 + index * 4), 0, 4, UInt8(index + 1)]
    }
    let sizes = [bits, bits, bits, size].flatMap { OfficeBytes.bytes($0, 2) }
    let description =
      [0x7c, UInt8(tags.count + 1)] + sizes + OfficeBytes.bytes(0x40, 4)
      + OfficeBytes.bytes(0x80, 4) + [0, 0, 0, 0] + columns
    let width: UInt8 = form == .narrow ? 2 : 4
    var (index, matrix, values): ([UInt8], [UInt8], [[UInt8]]) = ([], [], [])
    for (number, row) in rows.enumerated() {
      if number + 1 < rows.count {
        index += OfficeBytes.bytes(number, 4) + OfficeBytes.bytes(number, Int(width))
      }
      var mask: UInt8 = 0x80
      matrix += OfficeBytes.bytes(number, 4)
      for (column, text) in row.enumerated() {
        matrix += text.isEmpty ? [9, 9, 9, 9] : OfficeBytes.bytes((values.count + 5) << 5, 4)
        if text.isEmpty { continue }
        mask |= 0x40 >> UInt8(column)
        values.append(OfficeBytes.utf16(text))
      }
      matrix.append(mask)
    }
    let header = [0xb5, 4, width, 0] + OfficeBytes.bytes(0x60, 4)
    return Self.heap([description, header, index, matrix] + values, kind: 0x7c)
  }

  // MARK: Nodes

  /// Adds a node.
  mutating func add(node number: Int, _ node: DataFileNode) {
    let entry =
      self.number(UInt64(number)) + self.number(node.content) + self.number(node.subnodes)
      + [0, 0, 0, 0] + (form == .narrow ? [] : [0, 0, 0, 0])
    nodes.append((UInt64(number), entry))
  }

  /// Adds an item with properties and subnodes.
  mutating func item(
    _ properties: [Int: Value], subnodes: [Int: DataFileNode] = [:]
  ) -> DataFileNode {
    DataFileNode(
      content: add(block: Self.properties(properties)), subnodes: add(subnodes: subnodes))
  }

  /// Returns the file.
  mutating func build() -> [UInt8] {
    for (tree, entries) in [(DataFileTree.nodes, nodes), (.blocks, blocks)] {
      let root = addTree(entries.sorted { $0.key < $1.key }, tree)
      bytes.replaceSubrange(
        form.rootOffset(of: tree)..<form.rootOffset(of: tree) + form.width,
        with: number(UInt64(root)))
    }
    return bytes
  }

  private mutating func addTree(_ entries: [(key: UInt64, entry: [UInt8])], _ tree: DataFileTree)
    -> Int
  {
    var (entries, level) = (entries, UInt8(0))
    while true {
      var pages: [(key: UInt64, entry: [UInt8])] = []
      var offset = 0
      for start in stride(from: 0, to: max(entries.count, 1), by: pageEntries) {
        let part = entries[start..<min(start + pageEntries, entries.count)]
        bytes += [UInt8](repeating: 0, count: -bytes.count & (form.pageSize - 1))
        offset = bytes.count
        var page = part.flatMap(\.entry)
        let size = UInt8(part.first?.entry.count ?? form.nodeSize)
        page += [UInt8](repeating: 0, count: form.countOffset - page.count)
        let count = OfficeBytes.bytes(part.count, form.countSize)
        page += count + count + [size, level]
        page += [UInt8](repeating: 0, count: form.kindOffset - page.count)
        page += [UInt8(tree.rawValue), UInt8(tree.rawValue)]
        bytes += page + [UInt8](repeating: 0, count: form.pageSize - page.count)
        let key = part.first?.key ?? 0
        pages.append((key, number(key) + number(0) + number(UInt64(offset))))
      }
      if pages.count == 1 { return offset }
      (entries, level) = (pages, level + 1)
    }
  }
}
