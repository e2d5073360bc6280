public import LinuxSystem

/// Which watch descriptor reports for which folder, and back.
///
/// Folders form a tree, so that renaming one changes one node. The kernel gives one descriptor to
/// one inode, so a descriptor can stand for several paths (bind mounts).
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

  /// Makes a tree in which nothing is watched.
  public init() {}

  /// The number of watch descriptors.
  public var watchCount: Int { nodes.count }

  /// The paths that a descriptor reports for; none where it is unknown.
  ///
  /// O(depth) a path.
  public func paths(of watch: Int32) -> [FilePath] {
    nodes[watch, default: []].compactMap(path)
  }

  /// The descriptor that reports for a folder.
  ///
  /// O(depth).
  public func watch(at path: FilePath) -> Int32? {
    node(at: path).flatMap { folders[$0]?.watch }
  }

  /// Whether anything is known of a folder or of one below it.
  ///
  /// O(depth).
  public func contains(_ path: FilePath) -> Bool {
    node(at: path) != nil
  }

  /// How many watched folders there are at a path and below it.
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

  /// Notes that a folder is watched.
  ///
  /// - Returns: the descriptor that stood for the path before, where it was another one and stands
  ///   for no other path now.
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

  /// Forgets a folder and all below it.
  ///
  /// O(folders below).
  ///
  /// - Returns: the descriptors that stand for no path any more.
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

  /// Forgets the watch of one folder and keeps those below it.
  ///
  /// - Returns: the descriptor, where it stands for no path any more.
  public mutating func unwatch(_ path: FilePath) -> Int32? {
    guard let node = node(at: path), let watch = folders[node]?.watch else { return nil }
    folders[node]?.watch = nil
    return detach(node, from: watch)
  }

  /// Gives each of two paths what is known at the other, with all below it.
  ///
  /// Where nothing is known of one of them, this renames the other.
  ///
  /// - Returns: false where one path lies inside the other, which no file system exchanges or renames;
  ///   nothing is changed then.
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

  /// Notes that the kernel has ended a watch.
  ///
  /// - Returns: the paths it stood for.
  public mutating func end(watch: Int32) -> [FilePath] {
    let ended = paths(of: watch)
    for node in nodes.removeValue(forKey: watch) ?? [] { folders[node]?.watch = nil }
    return ended
  }

  /// The path of a node; nil for one that hangs on no other up to the top.
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
