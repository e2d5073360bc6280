import CLinux
import Glibc

extension FilePath {
  /// Whether there is an entry at this path, even a broken symbolic link.
  public var exists: Bool { (try? FileStatus(of: self)) != nil }

  /// Creates this directory and its missing parents with the given permissions.
  ///
  /// Existing directories keep their permissions.
  public func makeDirectory(permissions: UInt32 = 0o700) throws(SystemError) {
    var path = FilePath.root
    for component in components {
      path = path.appending(component)
      let result = unsafe path.withCString { unsafe mkdir($0, permissions) }
      if result == 0 { continue }
      // mkdir(2) returns EEXIST also for a file, and EROFS also for an existing directory.
      let failure = SystemError.last("Cannot create the folder", path)
      guard let existing = try? path.resolvingSymbolicLinks(),
        (try? FileStatus(of: existing))?.kind == .directory
      else { throw failure }
    }
  }

  /// Sets the permission bits; the C function is `chmod`.
  public func setPermissions(_ permissions: UInt32) throws(SystemError) {
    try retrying("Cannot set the permissions of", self) {
      unsafe withCString { unsafe chmod($0, permissions) }
    }
  }

  /// Renames a file, and replaces the file at the new path if there is one; the C function is `rename`.
  public func rename(to new: FilePath) throws(SystemError) {
    try retrying("Cannot rename", self) {
      unsafe withCString { old in unsafe new.withCString { unsafe Glibc.rename(old, $0) } }
    }
  }

  /// Atomically exchanges this entry and another entry; both must exist.
  ///
  /// The C function is `renameat2` with `RENAME_EXCHANGE`.
  ///
  /// - Throws: EINVAL if the file system does not support it, as NFS.
  public func exchange(with other: FilePath) throws(SystemError) {
    try retrying("Cannot exchange", self) {
      unsafe withCString { one in unsafe other.withCString { unsafe clinux_exchange(one, $0) } }
    }
  }

  /// Waits until the content of this file, or the entries of this folder, are on the disk.
  ///
  /// Do not call it for a database that this process has open: closing any descriptor of the database drops
  /// SQLite's locks. The C function is `fsync`.
  public func synchronize() throws(SystemError) {
    let file = try FileDescriptor(opening: self, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try retrying("Cannot write", self) { fsync(file.number) }
  }

  /// Removes a file; does nothing if the file is missing.
  ///
  /// The C function is `unlink`.
  public func removeFile() throws(SystemError) {
    do {
      try retrying("Cannot remove", self) { unsafe withCString { unsafe unlink($0) } }
    } catch  where error.code == ENOENT {}
  }

  /// Returns the path with all symbolic links followed; the C function is `realpath`.
  public func resolvingSymbolicLinks() throws(SystemError) -> FilePath {
    let resolved = unsafe withCString { path -> [UInt8]? in
      guard let resolved = unsafe realpath(path, nil) else { return nil }
      defer { unsafe free(resolved) }
      return unsafe Array(
        UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    }
    guard let path = resolved.flatMap({ FilePath(absolute: $0) }) else {
      throw .last("Cannot resolve the links of", self)
    }
    return path
  }

  /// Returns the target of a symbolic link; the C function is `readlink`.
  func link() throws(SystemError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = try retrying("Cannot read the link", self) {
      unsafe withCString { path in
        unsafe buffer.withUnsafeMutableBytes { buffer in
          let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress
          return unsafe start.map { unsafe readlink(path, $0, buffer.count) } ?? -1
        }
      }
    }
    return Array(buffer[..<count])
  }

  /// Returns the working directory of the process.
  public static func workingDirectory() throws(SystemError) -> FilePath {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let found = unsafe buffer.withUnsafeMutableBytes { buffer -> Bool in
      let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress
      return unsafe getcwd(start, buffer.count) != nil
    }
    guard found, let path = FilePath(absolute: buffer.prefix { $0 != 0 }) else {
      throw .last("Cannot find the working directory")
    }
    return path
  }
}

extension FileDescriptor {
  /// Writes bytes over the beginning of a file that only its owner may read, and waits until they are on the
  /// disk; see fsync(2).
  ///
  /// Creates the file if it is missing. For bytes that the file already has, no free block is needed, except
  /// on file systems that never write in place.
  public static func overwriteFile(at path: FilePath, with bytes: [UInt8]) throws(SystemError) {
    let file = try FileDescriptor(opening: path, flags: O_WRONLY | O_CREAT | O_NOFOLLOW)
    try file.write(bytes)
    try retrying("Cannot write", path) { fsync(file.number) }
  }

  /// Creates a file; throws EEXIST if the file exists.
  ///
  /// - Parameters:
  ///   - path: the path of the new file; a symbolic link at the path counts as an existing file.
  ///   - permissions: the permissions, reduced by the umask of the process.
  ///   - bytes: the content.
  /// - Throws: an error in creating or writing the file; the file is removed then.
  public static func createFile(
    at path: FilePath, permissions: UInt32, with bytes: [UInt8]
  ) throws(SystemError) {
    let file = try FileDescriptor(
      opening: path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: permissions)
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      try? path.removeFile()
      throw error
    }
  }

  /// Creates an empty file that only its owner may read; does not change an existing file.
  public static func makeFile(at path: FilePath) throws(SystemError) {
    _ = try FileDescriptor(opening: path, flags: O_WRONLY | O_CREAT | O_NOFOLLOW)
  }
}
