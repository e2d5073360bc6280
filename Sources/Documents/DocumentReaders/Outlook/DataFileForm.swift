/// One of the forms of data files, which differ in the sizes of numbers and pages.
///
/// Sources: MS-PST, sections 2.2.2.6 and 2.2.2.7.7; for large pages, the documentation of libpff.
enum DataFileForm {
  /// Outlook 97 to 2002.
  case narrow
  /// Outlook 2003 and later.
  case wide
  /// Caches of Outlook 2013 and later, whose pages have 4 KiB, and whose blocks may be compressed.
  case large

  /// Recognizes the form by the version in the header; nil if the version is unknown.
  init?(version: Int) {
    switch version {
    case 14, 15: self = .narrow
    case 21..<36: self = .wide
    case 36...40: self = .large
    default: return nil
    }
  }

  /// The size of offsets and of the numbers of blocks and nodes, in bytes.
  var width: Int { self == .narrow ? 4 : 8 }

  /// The size of the nodes of both trees, in bytes.
  var pageSize: Int { self == .large ? 4_096 : 512 }

  /// The offset of the number of entries in a page, which follows the entries.
  var countOffset: Int {
    switch self {
    case .narrow: 496
    case .wide: 488
    case .large: 4_056
    }
  }

  /// The size of the number of entries; the same number, the size of an entry and the level follow.
  var countSize: Int { self == .large ? 2 : 1 }

  /// The offset of the kind of a page.
  var kindOffset: Int {
    switch self {
    case .narrow: 500
    case .wide: 496
    case .large: 4_072
    }
  }

  /// The offset of the offset of a tree's root in the header.
  func rootOffset(of tree: DataFileTree) -> Int {
    switch (self, tree) {
    case (.narrow, .nodes): 188
    case (.narrow, .blocks): 196
    case (_, .nodes): 224
    case (_, .blocks): 240
    }
  }

  /// The offset of the number of the encoding in the header.
  var cipherOffset: Int { self == .narrow ? 461 : 513 }

  /// The size of the entry of a node in a leaf.
  var nodeSize: Int { 4 * width }

  /// The number of bits of the index in the number of a value in a heap.
  var heapIndexBits: Int { self == .large ? 14 : 11 }

  /// The offset of the entries in a leaf of a tree of subnodes.
  var subnodeOffset: Int { self == .narrow ? 4 : 8 }
}

/// A tree of a data file; the raw value is the kind of its pages.
enum DataFileTree: Int {
  case blocks = 0x80
  case nodes = 0x81
}
