import LinuxSystem

/// Maps watch descriptors to folders and back.
///
/// The folders are stored as a tree, so that a rename changes only one node. The kernel gives one descriptor
/// per inode, so a descriptor can have several paths (bind mounts). A folder takes about 70 bytes.
struct WatchTree: Sendable {
  /// Stands for no descriptor, for folders that are not watched.
  private static let none: Int32 = -1

  private var tree = PathTree()
  /// The descriptor of each node.
  private var watches: ContiguousArray<Int32> = [none]
  private var nodes: [Int32: PathTree.Node] = [:]
  /// All nodes but the first, for descriptors with several nodes.
  private var others: [Int32: [PathTree.Node]] = [:]

  /// The number of watch descriptors.
  var watchCount: Int { nodes.count }

  /// The paths of a descriptor; empty if it is unknown.
  ///
  /// O(depth) for each path.
  func paths(of watch: Int32) -> [FilePath] {
    allNodes(of: watch).map { tree.path(of: $0) }
  }

  /// The descriptor of a folder; nil if it is not watched.
  ///
  /// O(depth).
  func watch(at path: FilePath) -> Int32? {
    tree.node(at: path).flatMap { watch(of: $0) }
  }

  /// Whether the tree contains a folder, or one below it.
  ///
  /// O(depth).
  func contains(_ path: FilePath) -> Bool {
    tree.node(at: path) != nil
  }

  /// The number of watched folders at and below a path.
  ///
  /// O(folders below).
  func watchCount(below path: FilePath) -> Int {
    tree.node(at: path).map { tree.nodes(below: $0).count { watch(of: $0) != nil } } ?? 0
  }

  /// Sets the descriptor of a folder.
  ///
  /// - Returns: the previous descriptor of the folder if it was another one and now has no path; otherwise nil.
  @discardableResult
  mutating func insert(_ path: FilePath, watch: Int32) -> Int32? {
    let node = tree.insert(path)
    coverNodes()
    let old = self.watch(of: node)
    if old == watch { return nil }
    watches[Int(node)] = watch
    if nodes[watch] == nil { nodes[watch] = node } else { others[watch, default: []].append(node) }
    return old.flatMap { detach(node, from: $0) }
  }

  /// Removes a folder and all folders below it.
  ///
  /// O(folders below).
  ///
  /// - Returns: the descriptors that no longer have a path.
  mutating func remove(_ path: FilePath) -> [Int32] {
    guard let node = tree.node(at: path), node != PathTree.root else { return [] }
    return tree.remove(node).compactMap { node in
      guard let watch = watch(of: node) else { return nil }
      watches[Int(node)] = Self.none
      return detach(node, from: watch)
    }
  }

  /// Removes a folder and all folders below it, except some folders that keep their watches.
  ///
  /// - Returns: the descriptors that no longer have a path.
  mutating func remove(_ path: FilePath, keeping kept: Set<FilePath>) -> [Int32] {
    let watches = kept.filter { $0.isInside(path) }
      .compactMap { folder in watch(at: folder).map { (folder, $0) } }
    let unused = remove(path)
    for (folder, watch) in watches { insert(folder, watch: watch) }
    return unused.filter { nodes[$0] == nil }
  }

  /// Removes the watch of one folder and keeps the folders below it.
  ///
  /// - Returns: the descriptor, if it no longer has a path.
  mutating func unwatch(_ path: FilePath) -> Int32? {
    guard let node = tree.node(at: path), let watch = watch(of: node) else { return nil }
    watches[Int(node)] = Self.none
    return detach(node, from: watch)
  }

  /// Exchanges the folders at two paths, with all folders below them.
  ///
  /// If one path is not in the tree, the other folder is renamed.
  ///
  /// - Returns: false if one path is inside the other; then nothing changes, because no file system
  ///   exchanges or renames such folders.
  mutating func exchange(_ one: FilePath, with other: FilePath) -> Bool {
    guard !one.isInside(other), !other.isInside(one) else { return false }
    switch (tree.node(at: one), tree.node(at: other)) {
    case (let first?, let second?): tree.exchange(first, with: second)
    case (let first?, nil): tree.move(first, to: other)
    case (nil, let second?): tree.move(second, to: one)
    case (nil, nil): break
    }
    coverNodes()
    return true
  }

  /// Removes a watch that the kernel has ended.
  ///
  /// - Returns: the paths of its folders.
  mutating func end(watch: Int32) -> [FilePath] {
    let ended = allNodes(of: watch)
    (nodes[watch], others[watch]) = (nil, nil)
    for node in ended { watches[Int(node)] = Self.none }
    return ended.map { tree.path(of: $0) }
  }

  private func allNodes(of watch: Int32) -> [PathTree.Node] {
    nodes[watch].map { [$0] + (others[watch] ?? []) } ?? []
  }

  private func watch(of node: PathTree.Node) -> Int32? {
    watches[Int(node)] == Self.none ? nil : watches[Int(node)]
  }

  /// Makes ``watches`` large enough for all nodes.
  private mutating func coverNodes() {
    let missing = tree.capacity - watches.count
    if missing > 0 { watches += repeatElement(Self.none, count: missing) }
  }

  private mutating func detach(_ node: PathTree.Node, from watch: Int32) -> Int32? {
    let left = allNodes(of: watch).filter { $0 != node }
    nodes[watch] = left.first
    others[watch] = left.count > 1 ? Array(left.dropFirst()) : nil
    return left.isEmpty ? watch : nil
  }
}
