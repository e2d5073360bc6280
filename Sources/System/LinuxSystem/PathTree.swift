/// A tree of paths with small numbers as nodes; finds, removes and renames a path with all paths below it.
///
/// A node keeps its number if it, or a folder above it, is renamed. A node and its name take about 50 bytes.
/// ``PathMap`` adds a value to each path.
public struct PathTree: Sendable {
  /// The number of a path; the number of a removed path is used again.
  public typealias Node = Int32

  /// The node of the path `/`; it always exists.
  public static let root: Node = 0

  private static let none: Node = -1

  private struct Entry {
    var parent = PathTree.root
    /// The first child; then the next and the previous node with the same parent.
    var first = PathTree.none
    var next = PathTree.none
    var previous = PathTree.none
    /// The start of the node's name in ``names``.
    var start: UInt32 = 0
    var length: UInt32 = 0
    /// The hash of the parent's number and the name.
    var hash: UInt32 = 0
  }

  private var entries: ContiguousArray<Entry> = [Entry()]
  /// The names of all nodes, and unused names of removed nodes until there are too many.
  private var names: [UInt8] = []
  private var wasted = 0
  /// A hash table with linear probing, which finds nodes by ``Entry/hash``.
  private var slots: ContiguousArray<Node> = ContiguousArray(repeating: PathTree.none, count: 8)
  /// The first unused entry; ``Entry/next`` links unused entries, and their ``Entry/parent`` is `none`.
  private var free = PathTree.none
  /// The number of nodes, without the root.
  public private(set) var count = 0

  /// Creates a tree with only the path `/`.
  public init() {}

  /// An upper bound: all node numbers are smaller.
  public var capacity: Int { entries.count }

  // MARK: Looking

  /// Returns the node of a path; nil if the path is not in the tree.
  ///
  /// O(depth).
  public func node(at path: FilePath) -> Node? {
    var node = Self.root
    let found = path.forEachComponent { name in
      guard let child = child(name, of: node) else { return false }
      node = child
      return true
    }
    return found ? node : nil
  }

  /// Returns the path of a node.
  ///
  /// O(depth).
  public func path(of node: Node) -> FilePath {
    var chain: [Node] = []
    var (node, length) = (node, 0)
    while node != Self.root {
      chain.append(node)
      length += Int(entries[Int(node)].length) + 1
      node = entries[Int(node)].parent
    }
    if chain.isEmpty { return .root }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length)
    for node in chain.reversed() {
      bytes.append(0x2f)
      bytes += names[range(of: entries[Int(node)])]
    }
    return FilePath(trusted: bytes)
  }

  /// Returns the parent of a node; for the root, the root itself.
  public func parent(of node: Node) -> Node { entries[Int(node)].parent }

  /// Whether there are nodes below a node.
  public func hasChildren(_ node: Node) -> Bool { entries[Int(node)].first != Self.none }

  /// Returns a node and all nodes below it; each parent comes before its children.
  ///
  /// O(nodes below).
  public func nodes(below node: Node) -> [Node] {
    var found: [Node] = []
    var rest = [node]
    while let node = rest.popLast() {
      found.append(node)
      var child = entries[Int(node)].first
      while child != Self.none {
        rest.append(child)
        child = entries[Int(child)].next
      }
    }
    return found
  }

  private func child(_ name: borrowing Span<UInt8>, of parent: Node) -> Node? {
    let hash = Self.hash(name, in: parent)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != Self.none {
      let entry = entries[Int(slots[slot])]
      if entry.hash == hash, entry.parent == parent, hasName(entry, name) { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func hasName(_ entry: Entry, _ name: borrowing Span<UInt8>) -> Bool {
    if Int(entry.length) != name.count { return false }
    let start = Int(entry.start)
    for index in name.indices where names[start + index] != name[index] { return false }
    return true
  }

  private func range(of entry: Entry) -> Range<Int> {
    Int(entry.start)..<Int(entry.start) + Int(entry.length)
  }

  private static func hash(_ name: borrowing Span<UInt8>, in parent: Node) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(parent)
    for index in name.indices { hasher.combine(name[index]) }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  // MARK: Changing

  /// Adds a path and the folders above it.
  ///
  /// O(depth).
  ///
  /// - Returns: the node of the path.
  @discardableResult
  public mutating func insert(_ path: FilePath) -> Node {
    var node = Self.root
    _ = path.forEachComponent { name in
      node = child(name, of: node) ?? add(name, to: node)
      return true
    }
    return node
  }

  /// Removes a node and all nodes below it; the root itself is kept.
  ///
  /// O(nodes below).
  ///
  /// - Returns: the removed nodes.
  @discardableResult
  public mutating func remove(_ node: Node) -> [Node] {
    var removed = nodes(below: node)
    if node == Self.root {
      removed.removeFirst()
      self = PathTree()
      return removed
    }
    unlink(node)
    for node in removed {
      removeSlot(of: node)
      wasted += Int(entries[Int(node)].length)
      entries[Int(node)] = Entry(parent: Self.none, next: free)
      free = node
    }
    count -= removed.count
    if wasted > 4_096, wasted > names.count / 2 { dropUnusedNames() }
    return removed
  }

  /// Moves a node, with all nodes below it, to another path.
  ///
  /// O(depth).
  ///
  /// - Parameters:
  ///   - node: the node.
  ///   - path: the new path; it must not be in the tree, and not below the node.
  public mutating func move(_ node: Node, to path: FilePath) {
    // Insert the parent first: if the hash table grows, it collects only nodes that the root leads to.
    let parent = insert(path.parent)
    unlink(node)
    removeSlot(of: node)
    wasted += Int(entries[Int(node)].length)
    setName(path.name.span, in: parent, of: node)
    link(node)
    if wasted > 4_096, wasted > names.count / 2 { dropUnusedNames() }
  }

  /// Exchanges the paths of two nodes; neither may be below the other.
  ///
  /// O(length of the names).
  public mutating func exchange(_ one: Node, with other: Node) {
    for node in [one, other] {
      unlink(node)
      removeSlot(of: node)
    }
    let (first, second) = (entries[Int(one)], entries[Int(other)])
    for (node, entry) in [(one, second), (other, first)] {
      (entries[Int(node)].parent, entries[Int(node)].hash) = (entry.parent, entry.hash)
      (entries[Int(node)].start, entries[Int(node)].length) = (entry.start, entry.length)
      addSlot(of: node)
      link(node)
    }
  }

  private mutating func add(_ name: borrowing Span<UInt8>, to parent: Node) -> Node {
    var node = free
    if node == Self.none {
      node = Node(entries.count)
      entries.append(Entry())
    } else {
      free = entries[Int(node)].next
      entries[Int(node)] = Entry()
    }
    count += 1
    if count * 4 > slots.count * 3 { grow() }
    setName(name, in: parent, of: node)
    link(node)
    return node
  }

  private mutating func setName(_ name: borrowing Span<UInt8>, in parent: Node, of node: Node) {
    entries[Int(node)].parent = parent
    entries[Int(node)].start = UInt32(names.count)
    entries[Int(node)].length = UInt32(name.count)
    entries[Int(node)].hash = Self.hash(name, in: parent)
    for index in name.indices { names.append(name[index]) }
    addSlot(of: node)
  }

  private mutating func link(_ node: Node) {
    let parent = Int(entries[Int(node)].parent)
    let next = entries[parent].first
    (entries[Int(node)].next, entries[Int(node)].previous) = (next, Self.none)
    if next != Self.none { entries[Int(next)].previous = node }
    entries[parent].first = node
  }

  private mutating func unlink(_ node: Node) {
    let entry = entries[Int(node)]
    if entry.previous == Self.none {
      entries[Int(entry.parent)].first = entry.next
    } else {
      entries[Int(entry.previous)].next = entry.next
    }
    if entry.next != Self.none { entries[Int(entry.next)].previous = entry.previous }
  }

  private mutating func addSlot(of node: Node) {
    var slot = Int(entries[Int(node)].hash) & (slots.count - 1)
    while slots[slot] != Self.none { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = node
  }

  /// Empties the slot of a node, and moves later nodes so that probing still finds them.
  private mutating func removeSlot(of node: Node) {
    let mask = slots.count - 1
    var hole = Int(entries[Int(node)].hash) & mask
    while slots[hole] != node { hole = (hole + 1) & mask }
    var slot = (hole + 1) & mask
    while slots[slot] != Self.none {
      let home = Int(entries[Int(slots[slot])].hash) & mask
      if (slot - home) & mask >= (slot - hole) & mask {
        slots[hole] = slots[slot]
        hole = slot
      }
      slot = (slot + 1) & mask
    }
    slots[hole] = Self.none
  }

  private mutating func grow() {
    slots = ContiguousArray(repeating: Self.none, count: slots.count * 2)
    for node in nodes(below: Self.root).dropFirst() { addSlot(of: node) }
  }

  private mutating func dropUnusedNames() {
    var kept: [UInt8] = []
    kept.reserveCapacity(names.count - wasted)
    for node in entries.indices where entries[node].parent != Self.none {
      let range = range(of: entries[node])
      entries[node].start = UInt32(kept.count)
      kept += names[range]
    }
    (names, wasted) = (kept, 0)
  }
}

extension FilePath {
  /// Calls `body` with each component, beginning below the root, until it returns false.
  ///
  /// - Returns: false if `body` returned false.
  fileprivate func forEachComponent(_ body: (borrowing Span<UInt8>) -> Bool) -> Bool {
    let bytes = self.bytes.span
    var start = 1
    for index in 1..<max(1, bytes.count) where bytes[index] == 0x2f {
      if !body(bytes.extracting(start..<index)) { return false }
      start = index + 1
    }
    return start >= bytes.count || body(bytes.extracting(start..<bytes.count))
  }
}
