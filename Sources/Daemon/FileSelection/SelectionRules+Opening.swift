public import LinuxSystem

/// Opens files in a root without following symbolic links below the root.
///
/// A followed link would give a file that is indexed under another path.
extension SelectionRules {
  /// Opens a folder for listing.
  ///
  /// - Parameter folder: the folder; outside the roots, links before the last component are followed.
  /// - Returns: the open folder.
  /// - Throws: ELOOP or ENOTDIR if a symbolic link is in the path, and the errors of open(2).
  public func open(folder: FilePath) throws(SystemError) -> FileDescriptor {
    guard let root = innermostRoot(of: folder) else {
      return try FileDescriptor(openingDirectory: folder)
    }
    return try FileDescriptor(openingDirectory: folder, below: root)
  }

  /// Opens a file for reading; check its status before the first read.
  ///
  /// - Parameter file: the file; outside the roots, links before the last component are followed.
  /// - Returns: the open file.
  /// - Throws: ELOOP or ENOTDIR if a symbolic link is in the path, and the errors of open(2).
  public func open(file: FilePath) throws(SystemError) -> FileDescriptor {
    guard let root = innermostRoot(of: file) else {
      return try FileDescriptor(openingForeign: file)
    }
    return try FileDescriptor(openingForeign: file, below: root)
  }

  /// Reads the status of a path without following symbolic links.
  ///
  /// - Parameter path: the path; outside the roots, links before the last component are followed.
  /// - Returns: the status.
  /// - Throws: ELOOP or ENOTDIR if a symbolic link is in the path, and the errors of lstat(2).
  public func status(of path: FilePath) throws(SystemError) -> FileStatus {
    guard let root = innermostRoot(of: path) else { return try FileStatus(of: path) }
    do {
      return try FileStatus(of: path, below: root)
    } catch  where error.isShortage {
      // Without a free descriptor, links before the last component cannot be detected.
      return try FileStatus(of: path)
    }
  }
}
