public import LinuxSystem

/// The files of this package, for tests that read them or run what lies among them.
public enum SourceTree {
  /// The folder with `Package.swift`.
  public static let root = FilePath(absolute: #filePath).map(\.parent.parent.parent) ?? .root
}
