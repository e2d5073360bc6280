/// A map from paths to values; it finds, removes and renames all paths below a folder efficiently.
///
/// Each access is O(depth). The type is inlinable, so that values are not boxed.
public struct PathMap<Value> {
  @usableFromInline var tree = PathTree()
  /// The values, indexed by node.
  @usableFromInline var values: ContiguousArray<Value?> = [nil]

  @usableFromInline var valueCount = 0

  /// The number of paths.
  @inlinable public var count: Int { valueCount }

  /// Creates an empty map.
  @inlinable public init() {}

  /// Whether the map contains no paths.
  @inlinable public var isEmpty: Bool { valueCount == 0 }

  /// The value of a path; setting nil removes the path.
  @inlinable public subscript(path: FilePath) -> Value? {
    get { tree.node(at: path).flatMap { values[Int($0)] } }
    set {
      guard let newValue else { return removeValue(at: path) }
      let node = Int(tree.insert(path))
      coverNodes()
      if values[node] == nil { valueCount += 1 }
      values[node] = newValue
    }
  }

  /// Changes the value of a path in place; adds the path if it is missing.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - start: the value to start with if the path is missing.
  ///   - body: changes the value.
  @inlinable public mutating func update(
    _ path: FilePath, default start: @autoclosure () -> Value, _ body: (inout Value) -> Void
  ) {
    let node = Int(tree.insert(path))
    coverNodes()
    if values[node] == nil {
      valueCount += 1
      values[node] = start()
    }
    // Takes the value out of the array, so that an array or set in it is not copied.
    guard var value = values[node].take() else { return }
    body(&value)
    values[node] = value
  }

  /// Returns the paths in and below a folder, with their values, in byte order.
  ///
  /// O(n log n) for n paths below the folder.
  @inlinable public func elements(below folder: FilePath = .root) -> [(
    path: FilePath, value: Value
  )] {
    guard let top = tree.node(at: folder) else { return [] }
    let found = tree.nodes(below: top).compactMap { node in
      values[Int(node)].map { (path: tree.path(of: node), value: $0) }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// Removes and returns all paths in and below a folder, with their values.
  ///
  /// O(paths below).
  @discardableResult
  @inlinable public mutating func removeAll(below folder: FilePath) -> [(
    path: FilePath, value: Value
  )] {
    guard let top = tree.node(at: folder) else { return [] }
    var removed: [(path: FilePath, value: Value)] = []
    for node in tree.nodes(below: top) {
      guard let value = values[Int(node)] else { continue }
      removed.append((tree.path(of: node), value))
      values[Int(node)] = nil
    }
    valueCount -= removed.count
    let parent = tree.parent(of: top)
    tree.remove(top)
    if top == PathTree.root { values = [nil] } else { prune(from: parent) }
    return removed
  }

  /// Moves a path and all paths below it; first removes all paths at and below the target.
  ///
  /// Does nothing if one path is inside the other; file systems refuse such a rename.
  ///
  /// - Returns: the values that were at or below the target.
  @discardableResult
  @inlinable public mutating func rename(
    _ origin: FilePath, to target: FilePath
  ) -> [(path: FilePath, value: Value)] {
    if origin.isInside(target) || target.isInside(origin) { return [] }
    let removed = removeAll(below: target)
    guard let node = tree.node(at: origin) else { return removed }
    let parent = tree.parent(of: node)
    tree.move(node, to: target)
    coverNodes()
    prune(from: parent)
    return removed
  }

  /// Exchanges two paths, with all paths below them.
  ///
  /// Does nothing if one path is inside the other; file systems refuse such an exchange.
  @inlinable public mutating func exchange(_ one: FilePath, with other: FilePath) {
    if one.isInside(other) || other.isInside(one) { return }
    switch (tree.node(at: one), tree.node(at: other)) {
    case (let first?, let second?): tree.exchange(first, with: second)
    case (nil, nil): break
    case (_?, nil): rename(one, to: other)
    case (nil, _?): rename(other, to: one)
    }
  }

  /// Makes room for a value of each node.
  @inlinable mutating func coverNodes() {
    let missing = tree.capacity - values.count
    if missing > 0 { values += repeatElement(nil, count: missing) }
  }

  @inlinable mutating func removeValue(at path: FilePath) {
    guard let node = tree.node(at: path), values[Int(node)] != nil else { return }
    values[Int(node)] = nil
    valueCount -= 1
    prune(from: node)
  }

  /// Removes a node if it has no value and no children; then checks its parent in the same way.
  @inlinable mutating func prune(from node: PathTree.Node) {
    var node = node
    while node != PathTree.root, values[Int(node)] == nil, !tree.hasChildren(node) {
      let parent = tree.parent(of: node)
      tree.remove(node)
      node = parent
    }
  }
}

extension PathMap: Sendable where Value: Sendable {}
