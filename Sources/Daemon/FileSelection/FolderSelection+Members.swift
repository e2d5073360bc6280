extension FolderSelection {
  /// Decides about a member of a file in the folder, such as a file in an archive.
  ///
  /// The rules for names and paths apply as if the file were a folder; rule files inside it are ignored.
  /// Backslashes also separate folders, because archives from Windows use them. O(depth × patterns).
  ///
  /// - Parameters:
  ///   - names: the path of the member in the file, one name for each folder and one for the member.
  ///   - file: the name of the file.
  ///   - size: the size of the member in bytes.
  /// - Returns: the verdict.
  public func verdict(onMember names: [[UInt8]], of file: [UInt8], size: Int64) -> Verdict {
    let names = Self.parts(names)
    var folder = FolderSelection(in: self, name: file, device: nil, isFile: true) { FolderRules() }
    for name in names.dropLast() {
      folder = FolderSelection(in: folder, name: name, device: nil) { FolderRules() }
    }
    guard let name = names.last else { return verdict(onFile: file, size: size) }
    return folder.verdict(onFile: name, size: size)
  }

  /// Splits names at slashes and backslashes.
  static func parts(_ names: [[UInt8]]) -> [[UInt8]] {
    names.flatMap {
      $0.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.map(Array.init)
    }
  }
}
