import LinuxSystem
import Watching

extension ChangeBatch {
  /// The batch in one line, in its order: renames as `a>b`, exchanges as `a<>b`, paths as `a`,
  /// scans as `a/*` or `a/**`, barriers as `#1`, and `lost`.
  func text(below folder: FilePath = .root) -> String {
    func name(_ path: FilePath) -> String {
      "\(path.moving(from: folder, to: .root))".dropFirst().description
    }
    return
      (moves.map { "\(name($0.origin))\($0.isExchange ? "<>" : ">")\(name($0.target))" }
      + paths.map(name)
      + scans.map { name($0.folder) + ($0.isRecursive ? "/**" : "/*") }
      + barriers.map { "#\($0)" } + (hasLostEvents ? ["lost"] : []))
      .joined(separator: " ")
  }
}
