public import LinuxSystem

/// Whether a path is indexed, and which rule decided it.
public enum Verdict: Equatable, Sendable {
  /// The path is indexed, because it is in this root.
  case included(root: FilePath)
  /// The path is excluded.
  case excluded(Reason)

  /// The rule that excludes a path.
  public enum Reason: Equatable, Sendable {
    /// The path is in no root.
    case outsideRoots
    /// A name in the path begins with a dot.
    case hidden(FilePath)
    /// This folder or file is in the folder of a source, but is no store of it.
    case noStore(PersonalSource, FilePath)
    /// A configured pattern matches this folder or file.
    case pattern(String, FilePath)
    /// The path is in a folder of the index itself.
    case ownFolder(FilePath)
    /// The file is a hard link to a file of the index.
    case ownFile(FilePath)
    /// This folder or file was forgotten; the path is in it or a copy of it.
    case forgotten(FilePath)
    /// This folder or file may hold secrets; with the pattern that matches and the kind of secret.
    case secret(pattern: String, content: String, FilePath)
    /// The file contains this line, which begins a private key.
    case privateKey(header: String, FilePath)
    /// The path is a `.git` folder, or inside one.
    case repository(FilePath)
    /// A line of a file such as `.gitignore` matches this folder or file.
    case ignored(IgnoreFile.Rule, FilePath)
    /// A tool fills this folder, with this kind of files.
    case toolFolder(content: String, FilePath)
    /// This marker file excludes its folder.
    case marker(FilePath)
    /// This folder is on another file system than its root.
    case otherFileSystem(FilePath)
    /// This file is larger than the limit; sizes in bytes.
    case tooLarge(FilePath, size: Int64, limit: Int64)
  }

  /// Whether the path is indexed.
  public var isIncluded: Bool {
    if case .included = self { true } else { false }
  }
}

extension Verdict.Reason {
  /// The kinds of rules that exclude paths, in the order in which they are shown.
  public enum Kind: String, CaseIterable, Sendable {
    case hidden, pattern, ignored, toolFolder, repository, secret, forgotten, marker, tooLarge,
      otherFileSystem, ownFolder, outsideRoots
  }

  /// The kind of the rule.
  public var kind: Kind {
    switch self {
    case .outsideRoots: .outsideRoots
    // The folders of sources are hidden, or in hidden folders.
    case .hidden, .noStore: .hidden
    case .pattern: .pattern
    case .ownFolder, .ownFile: .ownFolder
    case .forgotten: .forgotten
    case .secret, .privateKey: .secret
    case .repository: .repository
    case .ignored: .ignored
    case .toolFolder: .toolFolder
    case .marker: .marker
    case .otherFileSystem: .otherFileSystem
    case .tooLarge: .tooLarge
    }
  }
}

extension Verdict.Reason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .outsideRoots: "it is outside of the indexed folders"
    case .hidden(let path): "'\(path)' is hidden (Hidden=no)"
    case .noStore(let source, let path):
      "'\(path)' is none of the files that Sources=\(source.rawValue) names"
    case .pattern(let pattern, let path): "'\(path)' matches Exclude=\(pattern)"
    case .ownFolder(let path): "'\(path)' is the index's own folder"
    case .ownFile(let path): "'\(path)' is a hard link to a file of the index"
    case .forgotten(let path): "'\(path)' was forgotten (sitta forget)"
    case .secret(let pattern, let content, let path):
      "'\(path)' matches '\(pattern)' and may hold \(content) (Secrets=no)"
    case .privateKey(let header, let path):
      "'\(path)' begins with '\(header.escapingControls())', so it is a private key (Secrets=no)"
    case .repository(let path): "'\(path)' belongs to git"
    case .ignored(let rule, let path): "'\(path)' matches \(rule)"
    case .toolFolder(let content, let path): "'\(path)' holds \(content) (IgnoreFiles=yes)"
    case .marker(let path): "'\(path)' marks its folder as left out"
    case .otherFileSystem(let path):
      "'\(path)' is on another file system than its root (OneFileSystem=yes)"
    case .tooLarge(let path, let size, let limit):
      "'\(path)' has \(size) bytes, more than MaxFileSize=\(limit)"
    }
  }
}

extension IgnoreFile.Rule: CustomStringConvertible {
  /// The rule with its line and file, such as "'*.log' in line 3 of '/home/a/.gitignore'".
  public var description: String {
    "'\(pattern)' in line \(line) of '\(file)'"
  }
}

extension IgnorePattern: CustomStringConvertible {
  /// The pattern for display: invalid UTF-8 is replaced, control characters are escaped.
  public var description: String {
    String(decoding: text, as: UTF8.self).escapingControls()
  }
}
