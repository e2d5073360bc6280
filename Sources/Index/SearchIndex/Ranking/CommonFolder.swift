/// The folder below which all folders of one index or several are; its name says nothing of a document.
public struct CommonFolder: Equatable, Sendable {
  /// The names from the root of the file system on.
  public let names: [String]
  /// Whether two or more folders are in it; otherwise none is.
  public let branches: Bool

  /// The number of names.
  public var depth: Int { names.count }

  /// Describes a folder.
  public init(names: [String] = [], branches: Bool = false) {
    (self.names, self.branches) = (names, branches)
  }
}
