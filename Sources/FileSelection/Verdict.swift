public import LinuxSystem

/// Whether a path is indexed, and which rule said so.
public enum Verdict: Equatable, Sendable {
  /// The path is indexed; the root it lies in is named.
  case included(root: FilePath)
  /// The path is left out.
  case excluded(Reason)

  /// The rule that leaves a path out.
  public enum Reason: Equatable, Sendable {
    /// It lies in none of the roots.
    case outsideRoots
    /// A name on the way begins with a dot.
    case hidden(FilePath)
    /// A configured pattern matches this folder or file.
    case pattern(String, FilePath)
    /// It lies in a folder that belongs to the index itself.
    case ownFolder(FilePath)
  }

  /// Whether the path is indexed.
  public var isIncluded: Bool {
    if case .included = self { true } else { false }
  }
}

extension Verdict.Reason: CustomStringConvertible {
  /// The rule in words.
  public var description: String {
    switch self {
    case .outsideRoots: "it lies in none of the indexed folders"
    case .hidden(let path): "'\(path)' is hidden (Hidden=no)"
    case .pattern(let pattern, let path): "'\(path)' matches Exclude=\(pattern)"
    case .ownFolder(let path): "'\(path)' is the index's own folder"
    }
  }
}
