/// Goes through the tree of nodes of a data file in the order of their numbers.
struct DataFileNodes {
  /// A node, and what its number says.
  struct Entry {
    let number: Int
    let node: DataFileNode

    /// Whether it is a message or another item of a person; not one that describes a folder.
    var isItem: Bool { number & 0x1f == 0x04 }
  }

  /// The pages from the root to the leaf, each with the index of its next entry.
  private var path: [(page: DataFilePage, index: Int)] = []
  /// How many pages may still be read, because a hostile tree may have the same page many times.
  private var remainingPages: Int
  private let form: DataFileForm
  /// The size of the entries of all nodes so far, in bytes: an offset that grows with each node.
  private(set) var position = 0

  /// Begins at the first node.
  ///
  /// - Throws: `damaged` if the tree has no root.
  init(of file: OutlookDataFile, in bytes: Span<UInt8>) throws(ReadingFailure) {
    form = file.form
    remainingPages = bytes.count / form.pageSize
    guard let root = file.page(at: file.root(of: .nodes), of: .nodes, in: bytes) else {
      throw .damaged("The data file has no tree of nodes.")
    }
    path = [(root, 0)]
  }

  /// Returns the next node; nil after the last one.
  mutating func next(in file: inout OutlookDataFile, _ bytes: Span<UInt8>) -> Entry? {
    while let (page, index) = path.last {
      guard index < page.count else {
        path.removeLast()
        continue
      }
      path[path.count - 1].index += 1
      if page.level == 0 {
        position += form.nodeSize
        if let entry = entry(at: page.entry(at: index), in: bytes) { return entry }
        continue
      }
      guard remainingPages > 0, let child = page.child(at: index, in: bytes),
        let next = file.page(at: child, of: .nodes, in: bytes), next.level < page.level
      else {
        file.report("A page of the tree of nodes is damaged.")
        if remainingPages == 0 { path = [] }
        continue
      }
      remainingPages -= 1
      path.append((next, 0))
    }
    return nil
  }

  private func entry(at offset: Int, in bytes: Span<UInt8>) -> Entry? {
    let width = form.width
    guard let number = bytes.doubleWord(at: offset),
      let content = bytes.number(at: offset + width, size: width, isBigEndian: false),
      let subnodes = bytes.number(at: offset + 2 * width, size: width, isBigEndian: false)
    else { return nil }
    return Entry(number: number, node: DataFileNode(content: content, subnodes: subnodes))
  }
}
