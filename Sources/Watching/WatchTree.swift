public import LinuxSystem

/// Maps watch descriptors to folders and back.
///
/// Folders form a tree, so that a rename changes only one node. The kernel gives one descriptor to
/// an inode, so a descriptor can have several paths (bind mounts).
public struct WatchTree: Sendable {
  private typealias Node = Int

  private struct Folder {
    var parent: Node
    var name: [UInt8]
    var watch: Int32?
    var children: [[UInt8]: Node] = [:]
  }

  private static let top = 0
  private var folders: [Node: Folder] = [top: Folder(parent: top, name: [])]
  private var nodes: [Int32: [Node]] = [:]
  private var lastNode = top

  /// Creates an empty tree.
  public init() {}

  /// The number of watch descriptors.
  public var watchCount: Int { nodes.count }

  /// The paths of a descriptor; empty if the descriptor is unknown.
  ///
  /// O(depth) a path.
  public func paths(of watch: Int32) -> [FilePath] {
    nodes[watch, default: []].compactMap(path)
  }

  /// The descriptor of a folder.
  ///
  /// O(depth).
  public func watch(at path: FilePath) -> Int32? {
    node(at: path).flatMap { folders[$0]?.watch }
  }

  /// Whether a folder, or a folder below it, is in the tree.
  ///
  /// O(depth).
  public func contains(_ path: FilePath) -> Bool {
    node(at: path) != nil
  }

  /// The number of watched folders at a path and below it.
  ///
  /// O(folders below).
  public func watchCount(below path: FilePath) -> Int {
    guard let node = node(at: path) else { return 0 }
    var count = 0
    var rest = [node]
    while let folder = rest.popLast().flatMap({ folders[$0] }) {
      if folder.watch != nil { count += 1 }
      rest += folder.children.values
    }
    return count
  }

  /// Sets the descriptor of a folder.
  ///
  /// - Returns: the former descriptor of the path, if it is another one and has no other path.
  @discardableResult
  public mutating func insert(_ path: FilePath, watch: Int32) -> Int32? {
    var node = Self.top
    for name in path.components { node = child(name, of: node) }
    let old = folders[node]?.watch
    if old == watch { return nil }
    folders[node]?.watch = watch
    nodes[watch, default: []].append(node)
    return old.flatMap { detach(node, from: $0) }
  }

  /// Removes a folder and all folders below it.
  ///
  /// O(folders below).
  ///
  /// - Returns: the descriptors that no longer have a path.
  public mutating func remove(_ path: FilePath) -> [Int32] {
    guard let node = node(at: path), node != Self.top else { return [] }
    if let folder = folders[node] { folders[folder.parent]?.children[folder.name] = nil }
    var unused: [Int32] = []
    var rest = [node]
    while let node = rest.popLast() {
      guard let folder = folders.removeValue(forKey: node) else { continue }
      rest += folder.children.values
      if let watch = folder.watch, let ended = detach(node, from: watch) { unused.append(ended) }
    }
    return unused
  }

  /// Removes a folder and all folders below it, except some folders that keep their watches.
  ///
  /// O(folders below).
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - kept: the folders that keep their watches.
  /// - Returns: the descriptors that no longer have a path.
  public mutating func remove(_ path: FilePath, keeping kept: Set<FilePath>) -> [Int32] {
    let watches = kept.filter { $0.isInside(path) }
      .compactMap { folder in watch(at: folder).map { (folder, $0) } }
    let unused = remove(path)
    for (folder, watch) in watches { insert(folder, watch: watch) }
    return unused.filter { paths(of: $0).isEmpty }
  }

  /// Removes the watch of one folder and keeps the folders below it.
  ///
  /// - Returns: the descriptor, if it no longer has a path.
  public mutating func unwatch(_ path: FilePath) -> Int32? {
    guard let node = node(at: path), let watch = folders[node]?.watch else { return nil }
    folders[node]?.watch = nil
    return detach(node, from: watch)
  }

  /// Exchanges the folders at two paths, with all folders below them.
  ///
  /// If one path is not in the tree, the other folder is renamed.
  ///
  /// - Returns: false, and changes nothing, if one path lies inside the other: no file system
  ///   exchanges or renames such folders.
  public mutating func exchange(_ one: FilePath, with other: FilePath) -> Bool {
    guard !one.isInside(other), !other.isInside(one) else { return false }
    let (first, second) = (node(at: one), node(at: other))
    for node in [first, second].compactMap(\.self) {
      if let folder = folders[node] { folders[folder.parent]?.children[folder.name] = nil }
    }
    if let first { attach(first, at: other) }
    if let second { attach(second, at: one) }
    return true
  }

  /// Removes a watch that the kernel has ended.
  ///
  /// - Returns: the paths that it had.
  public mutating func end(watch: Int32) -> [FilePath] {
    let ended = paths(of: watch)
    for node in nodes.removeValue(forKey: watch) ?? [] { folders[node]?.watch = nil }
    return ended
  }

  /// The path of a node; nil if the node is not connected to the top.
  private func path(of node: Node) -> FilePath? {
    var names: [[UInt8]] = []
    var node = node
    while node != Self.top {
      guard let folder = folders[node] else { return nil }
      names.append(folder.name)
      node = folder.parent
    }
    return names.reversed().reduce(.root) { $0.appending($1) }
  }

  private func node(at path: FilePath) -> Node? {
    var node = Self.top
    for name in path.components {
      guard let next = folders[node]?.children[name] else { return nil }
      node = next
    }
    return node
  }

  private mutating func child(_ name: [UInt8], of parent: Node) -> Node {
    if let node = folders[parent]?.children[name] { return node }
    lastNode += 1
    folders[lastNode] = Folder(parent: parent, name: name)
    folders[parent]?.children[name] = lastNode
    return lastNode
  }

  private mutating func attach(_ node: Node, at path: FilePath) {
    var parent = Self.top
    for name in path.parent.components { parent = child(name, of: parent) }
    folders[node]?.parent = parent
    folders[node]?.name = path.name
    folders[parent]?.children[path.name] = node
  }

  private mutating func detach(_ node: Node, from watch: Int32) -> Int32? {
    nodes[watch]?.removeAll { $0 == node }
    guard nodes[watch]?.isEmpty == true else { return nil }
    nodes[watch] = nil
    return watch
  }
}
