import LinuxSystem

/// The folder below which all folders of one index or several are; its name says nothing of a document.
public struct CommonFolder: Equatable, Sendable {
  /// The names from the root of the file system on.
  public private(set) var names: [String]
  /// Whether two or more folders are in it; otherwise none is.
  public private(set) var branches: Bool

  /// The number of names.
  public var depth: Int { names.count }

  /// Describes a folder.
  public init(names: [String] = [], branches: Bool = false) {
    (self.names, self.branches) = (names, branches)
  }

  /// Makes it the one of a tree that also has the folders of another index.
  public mutating func add(_ other: CommonFolder) {
    let shared = zip(names, other.names).prefix { $0 == $1 }.count
    if shared < min(names.count, other.names.count) {
      (names, branches) = (Array(names.prefix(shared)), true)
    } else if names.count == other.names.count {
      branches = branches || other.branches
    } else if shared == names.count {
      // The other one goes on below this folder, which ends the common part if it has other folders.
      if !branches { self = other }
    } else if other.branches {
      self = other
    }
  }
}
