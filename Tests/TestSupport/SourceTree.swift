public import LinuxSystem

/// The files of this package, for tests that read or run them.
public enum SourceTree {
  /// The folder with `Package.swift`.
  public static let root = FilePath(absolute: #filePath).map(\.parent.parent.parent) ?? .root
}
