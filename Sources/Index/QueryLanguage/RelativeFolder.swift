/// A path of a folder that begins at another folder: `.`, `./notes`, `../notes`.
struct RelativeFolder {
  private let names: [Substring]

  /// Reads a path; nil if it does not begin with `.` or `..`.
  init?(_ text: String) {
    let names = text.split(separator: "/")
    guard let first = names.first, first == "." || first == "..", !text.hasPrefix("/") else {
      return nil
    }
    self.names = names
  }

  /// Resolves the path.
  ///
  /// - Parameter folder: where the path begins, as an absolute path without symbolic links; nil if unknown.
  /// - Returns: the absolute path; nil if `folder` is nil.
  func path(in folder: String?) -> String? {
    guard let folder else { return nil }
    var path = folder.split(separator: "/")
    for name in names where name != "." {
      if name == ".." { _ = path.popLast() } else { path.append(name) }
    }
    return "/" + path.joined(separator: "/")
  }
}
