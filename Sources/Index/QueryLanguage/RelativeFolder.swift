/// A folder that is named from another one: `.`, `./notes`, `../notes`.
struct RelativeFolder {
  private let names: [Substring]

  /// Reads a path; nil if it does not begin with a dot for a folder.
  init?(_ text: String) {
    let names = text.split(separator: "/")
    guard let first = names.first, first == "." || first == "..", !text.hasPrefix("/") else {
      return nil
    }
    self.names = names
  }

  /// Resolves the path.
  ///
  /// - Parameter folder: where it begins, as an absolute path without symbolic links; nil if unknown.
  /// - Returns: the absolute path; nil if the folder where it begins is unknown.
  func path(in folder: String?) -> String? {
    guard let folder else { return nil }
    var path = folder.split(separator: "/")
    for name in names where name != "." {
      if name == ".." { _ = path.popLast() } else { path.append(name) }
    }
    return "/" + path.joined(separator: "/")
  }
}
