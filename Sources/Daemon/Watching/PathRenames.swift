public import LinuxSystem

/// Combines successive renames and exchanges: gives the path of an entry after all of them.
///
/// A lookup takes O(depth), whatever the number of moves.
public struct PathRenames: Sendable {
  private struct Node {
    /// The path that replaces this node's path; nil if only paths below it are replaced.
    var target: FilePath?
    var children: [[UInt8]: Node] = [:]
  }

  private var top = Node()
  /// The innermost folder that contains all replaced paths; nil if there are none.
  private var common: FilePath?

  /// Creates a combination without moves.
  public init() {}

  /// Combines the moves, which are in the order in which they happened.
  public init(_ moves: some BidirectionalCollection<ChangeBatch.Move>) {
    for move in moves.reversed() { prepend(move) }
  }

  /// Adds a move that happened before all others.
  public mutating func prepend(_ move: ChangeBatch.Move) {
    // An entry moved to the target is also affected by the later moves of the target.
    let (origin, target) = (node(at: move.origin), node(at: move.target))
    // As in `Move.newPath`, the origin takes precedence if one path is inside the other.
    if move.isExchange { replace(move.target, by: origin) }
    replace(move.origin, by: target)
  }

  /// The path of an entry after all moves; nil if no move changes it.
  public func newPath(of path: FilePath) -> FilePath? {
    guard let common, path.isInside(common) else { return nil }
    return walk(path.components).renamed
  }

  /// Follows a path through the nodes.
  ///
  /// - Returns: the node of the path, if there is one, and the path after all moves, nil if unchanged.
  private func walk(_ names: [[UInt8]]) -> (node: Node?, renamed: FilePath?) {
    var (node, depth, start) = (top as Node?, 0, 0)
    var target: FilePath?
    for name in names {
      node = node?.children[name]
      guard let node else { break }
      depth += 1
      if let replaced = node.target { (target, start) = (replaced, depth) }
    }
    return (node, target.map { names[start...].reduce($0) { $0.appending($1) } })
  }

  /// A node for a path, with the path after all moves as its target.
  private func node(at path: FilePath) -> Node {
    let (node, renamed) = walk(path.components)
    return Node(target: renamed ?? path, children: node?.children ?? [:])
  }

  private mutating func replace(_ path: FilePath, by node: Node) {
    Self.replace(path.components[...], in: &top, by: node)
    common = common.map { $0.innermostFolder(with: path) } ?? path
  }

  private static func replace(_ names: ArraySlice<[UInt8]>, in top: inout Node, by node: Node) {
    guard let name = names.first else { return top = node }
    replace(names.dropFirst(), in: &top.children[name, default: Node()], by: node)
  }
}

extension FilePath {
  /// The innermost folder that contains both this path and another one.
  fileprivate func innermostFolder(with other: FilePath) -> FilePath {
    var folder = self
    while !other.isInside(folder) { folder = folder.parent }
    return folder
  }
}
