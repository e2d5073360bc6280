public import LinuxSystem

/// Opens files in a root without following a symbolic link below the root.
///
/// A link would lead to a file with another path.
extension SelectionRules {
  /// Opens a folder for listing.
  ///
  /// - Parameter folder: the folder; one in no root is opened by its path.
  /// - Returns: the open folder.
  /// - Throws: ELOOP or ENOTDIR if a link is in the path, and the errors of open(2).
  public func open(folder: FilePath) throws(SystemError) -> FileDescriptor {
    guard let root = innermostRoot(of: folder) else {
      return try FileDescriptor(openingDirectory: folder)
    }
    return try FileDescriptor(openingDirectory: folder, below: root)
  }

  /// Opens a file for reading; check its status before the first read.
  ///
  /// - Parameter file: the file; one in no root is opened by its path.
  /// - Returns: the open file.
  /// - Throws: ELOOP or ENOTDIR if a link is in the path, and the errors of open(2).
  public func open(file: FilePath) throws(SystemError) -> FileDescriptor {
    guard let root = innermostRoot(of: file) else {
      return try FileDescriptor(openingForeign: file)
    }
    return try FileDescriptor(openingForeign: file, below: root)
  }

  /// Reads the status of a path without following links.
  ///
  /// - Parameter path: the path; outside of the roots, links above the last component are followed.
  /// - Returns: the status.
  /// - Throws: ELOOP or ENOTDIR if a link is in the path, and the errors of lstat(2).
  public func status(of path: FilePath) throws(SystemError) -> FileStatus {
    guard let root = innermostRoot(of: path) else { return try FileStatus(of: path) }
    do {
      return try FileStatus(of: path, below: root)
    } catch  where error.isShortage {
      // Without a free descriptor only a link in the last component can be avoided.
      return try FileStatus(of: path)
    }
  }
}
