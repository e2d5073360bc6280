/// The deepest folder that contains all folders of one or several indexes; ranking ignores its name.
public struct CommonFolder: Equatable, Sendable {
  /// The names in its path, from the root of the file system on.
  public let names: [String]
  /// Whether two or more folders are directly in it; otherwise none is.
  public let branches: Bool

  /// The number of names in the path.
  public var depth: Int { names.count }

  /// Describes a folder.
  public init(names: [String] = [], branches: Bool = false) {
    (self.names, self.branches) = (names, branches)
  }
}
