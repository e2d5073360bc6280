public import LinuxSystem

/// What lies in a root is opened without following a symbolic link below the root: it is somewhere
/// else, whatever its path says.
extension SelectionRules {
  /// Opens a folder for listing.
  ///
  /// - Parameter folder: the folder; one in no root is opened by its path.
  /// - Returns: the open folder.
  /// - Throws: ELOOP or ENOTDIR where a link is on the way, and what open(2) fails with.
  public func open(folder: FilePath) throws(SystemError) -> FileDescriptor {
    guard let root = innermostRoot(of: folder) else {
      return try FileDescriptor(openingDirectory: folder)
    }
    return try FileDescriptor(openingDirectory: folder, below: root)
  }

  /// Opens a file for reading; look at its status before the first read.
  ///
  /// - Parameter file: the file; one in no root is opened by its path.
  /// - Returns: the open file.
  /// - Throws: ELOOP or ENOTDIR where a link is on the way, and what open(2) fails with.
  public func open(file: FilePath) throws(SystemError) -> FileDescriptor {
    guard let root = innermostRoot(of: file) else {
      return try FileDescriptor(openingForeign: file)
    }
    return try FileDescriptor(openingForeign: file, below: root)
  }

  /// Looks at a path itself.
  ///
  /// - Parameter path: the path; of one in no root only the last component is no link.
  /// - Returns: what the kernel says of it.
  /// - Throws: ELOOP or ENOTDIR where a link is on the way, and what lstat(2) fails with.
  public func status(of path: FilePath) throws(SystemError) -> FileStatus {
    guard let root = innermostRoot(of: path) else { return try FileStatus(of: path) }
    do {
      return try FileStatus(of: path, below: root)
    } catch  where error.isShortage {
      // Without a descriptor to spare only the last component can be kept from being a link.
      return try FileStatus(of: path)
    }
  }
}
