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

  /// Returns the absolute path; nil if `folder` is nil.
  ///
  /// The path begins at `folder`, which is an absolute path without symbolic links.
  func path(in folder: String?) -> String? {
    guard let folder else { return nil }
    var path = folder.split(separator: "/")
    for name in names where name != "." {
      if name == ".." { _ = path.popLast() } else { path.append(name) }
    }
    return "/" + path.joined(separator: "/")
  }
}
