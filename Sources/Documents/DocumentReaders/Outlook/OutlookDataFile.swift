/// Reads a data file of Outlook: a tree of nodes whose content is in blocks, and a tree that finds the blocks.
///
/// The file's bytes are passed to each call. In a hostile file, nodes may share blocks, and lists of blocks may
/// contain each other; so all reading together gives at most ``readingFactor`` times the size of the file.
///
/// Source: MS-PST, section 2.2.
struct OutlookDataFile {
  /// How many times the size of the file may be read; undamaged nodes share no blocks.
  private static let readingFactor = 4
  /// The bytes that reading a block counts at least, so that empty blocks are not free.
  private static let leastCost = 64
  /// The first bytes of a data file.
  static let signature = Array("!BDN".utf8)
  /// The encoding of files that only an organization can read.
  private static let protected = 0x10

  /// Why the file is incomplete; nil if no damage was found since ``takeDamage()``.
  private(set) var damage: String?

  let form: DataFileForm
  let cipher: BlockCipher
  /// The properties with names; nil until they are read.
  var propertyNames: OutlookNames?
  private let roots: (nodes: Int, blocks: Int)
  private var remaining: Int
  private var unpacking: UnpackingBudget

  /// Reads the header.
  init(_ bytes: Span<UInt8>) throws(ReadingFailure) {
    guard bytes.starts(with: Self.signature), let version = bytes.word(at: 10) else {
      throw .damaged("no header of a data file")
    }
    guard let form = DataFileForm(version: version) else {
      throw .unsupported("data file of version \(version)")
    }
    let number = bytes.little(form.cipherOffset, 1) ?? 0
    if number == Self.protected { throw .encrypted }
    guard let cipher = BlockCipher(rawValue: UInt8(number)) else {
      throw .unsupported("encoding \(number) of a data file")
    }
    guard let nodes = bytes.little(form.rootOffset(of: .nodes), form.width),
      let blocks = bytes.little(form.rootOffset(of: .blocks), form.width)
    else { throw .damaged("The data file ends in its header.") }
    (self.form, self.cipher, roots) = (form, cipher, (nodes, blocks))
    remaining = bytes.count * Self.readingFactor
    unpacking = UnpackingBudget(packedSize: bytes.count)
  }

  /// The offset of the first page of a tree.
  func root(of tree: DataFileTree) -> Int {
    switch tree {
    case .nodes: roots.nodes
    case .blocks: roots.blocks
    }
  }

  /// Records why a part of the file cannot be read.
  mutating func report(_ reason: String) { damage = damage ?? reason }

  /// Returns ``damage``, and forgets it.
  mutating func takeDamage() -> String? {
    defer { damage = nil }
    return damage
  }

  /// Counts the bytes of a block.
  ///
  /// - Returns: false if the file was read too often.
  mutating func take(_ count: Int) -> Bool {
    let count = max(count, Self.leastCost)
    guard count <= remaining else {
      report("The blocks of the data file contain each other.")
      return false
    }
    remaining -= count
    return true
  }

  /// Counts the bytes to which a compressed block is unpacked.
  ///
  /// - Returns: false if the file unpacks to too many bytes.
  mutating func take(unpacked count: Int) -> Bool {
    if unpacking.take(count) == count { return true }
    report("The blocks of the data file unpack to too many bytes.")
    return false
  }

  /// Returns a page of a tree; nil if there is none at the offset.
  func page(at offset: Int, of tree: DataFileTree, in bytes: Span<UInt8>) -> DataFilePage? {
    guard offset > 0, offset <= bytes.count - form.pageSize,
      bytes.little(offset + form.kindOffset, 1) == tree.rawValue
    else { return nil }
    let count = bytes.little(offset + form.countOffset, form.countSize) ?? 0
    let size = bytes.little(offset + form.countOffset + 2 * form.countSize, 1) ?? 0
    let level = bytes.little(offset + form.countOffset + 2 * form.countSize + 1, 1) ?? 0
    let least = level > 0 || tree == .blocks ? 3 * form.width : form.nodeSize
    guard size >= least, level <= DataFilePage.mostLevels else { return nil }
    return DataFilePage(
      offset: offset, count: min(count, form.countOffset / size), entrySize: size, level: level,
      width: form.width)
  }

  /// Returns the offset of the entry with a key in a leaf of a tree; nil if there is none.
  func entry(
    of key: UInt64, in tree: DataFileTree, _ bytes: Span<UInt8>
  ) -> Int? {
    // The lowest bit of the number of a block has no meaning.
    let last = tree == .blocks ? key | 1 : key
    var offset = root(of: tree)
    var level = DataFilePage.mostLevels + 1
    while let page = page(at: offset, of: tree, in: bytes), page.level < level {
      level = page.level
      guard let index = page.lastIndex(upTo: last, in: bytes) else { return nil }
      if level == 0 {
        let found = page.key(at: index, in: bytes)
        return found == key || found == last ? page.entry(at: index) : nil
      }
      guard let child = page.child(at: index, in: bytes) else { return nil }
      offset = child
    }
    return nil
  }
}

/// A page of a tree in a data file: keys in order, with the offsets of pages below it or with values.
struct DataFilePage {
  /// The highest level of a page.
  static let mostLevels = 16

  let offset: Int
  let count: Int
  let entrySize: Int
  /// The number of levels below the page.
  let level: Int
  /// The size of a key in bytes.
  let width: Int

  /// The offset of an entry.
  func entry(at index: Int) -> Int { offset + index * entrySize }

  /// The key of an entry.
  func key(at index: Int, in bytes: Span<UInt8>) -> UInt64? {
    bytes.number(at: entry(at: index), size: width, isBigEndian: false)
  }

  /// The offset of the page below an entry.
  func child(at index: Int, in bytes: Span<UInt8>) -> Int? {
    bytes.little(entry(at: index) + 2 * width, width)
  }

  /// The index of the last entry whose key is not greater than a key; nil if there is none.
  func lastIndex(upTo key: UInt64, in bytes: Span<UInt8>) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self.key(at: middle, in: bytes).map({ $0 <= key }) == true {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low > 0 ? low - 1 : nil
  }
}
