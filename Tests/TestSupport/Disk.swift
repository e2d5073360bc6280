public import LinuxSystem

/// The real content of the disk, to compare with the index.
public struct Disk {
  /// The regular files below a folder that are not hidden.
  public private(set) var files: Set<FilePath> = []
  /// Which files hold a word.
  public private(set) var filesByWord: [String: Set<FilePath>] = [:]

  /// Reads everything below a folder.
  public init(below folder: FilePath) throws {
    var rest = [folder]
    while let folder = rest.popLast() {
      let names = try DirectoryListing(of: FileDescriptor(openingDirectory: folder)).names
      for name in names where name.first != UInt8(ascii: ".") {
        let path = folder.appending(name)
        switch try FileStatus(of: path).kind {
        case .directory: rest.append(path)
        case .regular:
          files.insert(path)
          for word in try path.text().split(whereSeparator: \.isWhitespace) {
            filesByWord[String(word), default: []].insert(path)
          }
        case .symbolicLink, .other: break
        }
      }
    }
  }
}
