import Glibc

extension FilePath {
  /// Makes this directory and those above it that are missing, each with the given permissions.
  ///
  /// A directory that is there already keeps its permissions.
  public func makeDirectory(permissions: UInt32 = 0o700) throws(SystemError) {
    var path = FilePath.root
    for component in components {
      path = path.appending(component)
      let result = unsafe path.withCString { unsafe mkdir($0, permissions) }
      if result == 0 { continue }
      // mkdir(2) says EEXIST of a file as well, and on a read-only file system EROFS of a directory.
      let failure = SystemError.last("Cannot make the folder", path)
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

  /// Renames a file, taking the place of what has the new name; the C function is `rename`.
  public func rename(to new: FilePath) throws(SystemError) {
    try retrying("Cannot rename", self) {
      unsafe withCString { old in unsafe new.withCString { unsafe Glibc.rename(old, $0) } }
    }
  }

  /// Removes a file; one that is not there is no error.
  ///
  /// The C function is `unlink`.
  public func removeFile() throws(SystemError) {
    do {
      try retrying("Cannot remove", self) { unsafe withCString { unsafe unlink($0) } }
    } catch  where error.code == ENOENT {}
  }

  /// The path with every symbolic link followed; the C function is `realpath`.
  public func resolvingSymbolicLinks() throws(SystemError) -> FilePath {
    let resolved = unsafe withCString { path -> [UInt8]? in
      guard let resolved = unsafe realpath(path, nil) else { return nil }
      defer { unsafe free(resolved) }
      return unsafe Array(
        UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    }
    guard let path = resolved.flatMap({ FilePath(absolute: $0) }) else {
      throw .last("Cannot follow", self)
    }
    return path
  }

  /// The process's working directory.
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
  /// Makes an empty file that only its owner may read, or leaves the one that is there.
  public static func makeFile(at path: FilePath) throws(SystemError) {
    _ = try FileDescriptor(opening: path, flags: O_WRONLY | O_CREAT | O_NOFOLLOW)
  }
}
