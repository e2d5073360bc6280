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
    /// It is another name of a file in such a folder.
    case ownFile(FilePath)
    /// Somebody had the index forget this folder or file, of which the path can be a copy.
    case forgotten(FilePath)
    /// This folder or file is on the list of what may hold secrets: the pattern, and what it holds.
    case secret(pattern: String, content: String, FilePath)
    /// This file begins with this line, as a private key does.
    case privateKey(header: String, FilePath)
    /// It lies in git's own folder.
    case repository(FilePath)
    /// A line of a file such as `.gitignore` matches this folder or file.
    case ignored(IgnoreFile.Rule, FilePath)
    /// This file marks the folder it lies in as one to be left out.
    case marker(FilePath)
    /// This folder lies on another file system than its root.
    case otherFileSystem(FilePath)
    /// This file is larger than the limit; both in bytes.
    case tooLarge(FilePath, size: Int64, limit: Int64)
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
    case .ownFile(let path): "'\(path)' is another name of a file of the index"
    case .forgotten(let path): "'\(path)' was forgotten (sitta forget)"
    case .secret(let pattern, let content, let path):
      "'\(path)' matches '\(pattern)' and may hold \(content) (Secrets=no)"
    case .privateKey(let header, let path):
      "'\(path)' begins with '\(header.escapingControls())' and so holds a private key (Secrets=no)"
    case .repository(let path): "'\(path)' is git's own"
    case .ignored(let rule, let path): "'\(path)' matches \(rule)"
    case .marker(let path): "'\(path)' says that its folder is left out"
    case .otherFileSystem(let path):
      "'\(path)' lies on another file system than its root (OneFileSystem=yes)"
    case .tooLarge(let path, let size, let limit):
      "'\(path)' has \(size) bytes, more than MaxFileSize=\(limit)"
    }
  }
}

extension IgnoreFile.Rule: CustomStringConvertible {
  /// The rule and where it stands: "'*.log' in line 3 of '/home/a/.gitignore'".
  public var description: String {
    "'\(pattern)' in line \(line) of '\(file)'"
  }
}

extension IgnorePattern: CustomStringConvertible {
  /// The pattern for people: what is not UTF-8 is replaced, control characters are escaped.
  public var description: String {
    String(decoding: text, as: UTF8.self).escapingControls()
  }
}
