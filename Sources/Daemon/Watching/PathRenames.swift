public import LinuxSystem

/// Renames and exchanges, one after another, as one step: the path that an entry has after all of them.
///
/// A path takes O(depth), for any number of moves.
public struct PathRenames: Sendable {
  private struct Node {
    /// The path that replaces the path of this node; nil if only paths below it are replaced.
    var target: FilePath?
    var children: [[UInt8]: Node] = [:]
  }

  private var top = Node()
  /// The innermost folder with all paths that are replaced; nil if there are none.
  private var common: FilePath?

  /// Creates a step that renames nothing.
  public init() {}

  /// Creates the step that the moves are together.
  public init(_ moves: some BidirectionalCollection<ChangeBatch.Move>) {
    for move in moves.reversed() { prepend(move) }
  }

  /// Adds a move that comes before all others.
  public mutating func prepend(_ move: ChangeBatch.Move) {
    // An entry moved to a path follows the later moves of that path.
    let (origin, target) = (node(at: move.origin), node(at: move.target))
    // As in `Move.newPath`, the origin decides if one path is inside the other.
    if move.isExchange { replace(move.target, by: origin) }
    replace(move.origin, by: target)
  }

  /// The path of an entry after all moves; nil if none of them is about it.
  public func newPath(of path: FilePath) -> FilePath? {
    guard let common, path.isInside(common) else { return nil }
    return walk(path.components).renamed
  }

  /// Follows a path through the known nodes.
  ///
  /// - Returns: the node of the path, and the path after all moves, nil if it is not replaced.
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

  /// The node of a path, with the path after all moves.
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
  /// The innermost folder that this path and another one are inside of.
  fileprivate func innermostFolder(with other: FilePath) -> FilePath {
    var folder = self
    while !other.isInside(folder) { folder = folder.parent }
    return folder
  }
}
