import CLinux
import Glibc
import Synchronization

/// A path below a folder that is opened without following a symbolic link below that folder.
///
/// `O_NOFOLLOW` looks at the last component only: where a folder on the way is replaced by a link, the
/// path leads somewhere else. The corresponding C function is `openat2` with `RESOLVE_NO_SYMLINKS` and
/// `RESOLVE_BENEATH`. Where the kernel or a filter of system calls does not allow it, the components
/// are opened one after another with `openat` and `O_NOFOLLOW`; see openat2(2).
struct LinkFreePath {
  /// How a path is opened.
  enum Method: CaseIterable {
    /// By one system call.
    case call
    /// Folder by folder, which works for paths of any length, too.
    case steps
  }

  /// Whether the kernel has said that it does not know openat2(2), as before Linux 5.6.
  private static let isCallMissing = Atomic<Bool>(false)

  /// The path.
  let path: FilePath
  /// The folder; symbolic links above it are followed, it must not be one itself.
  let top: FilePath

  /// Opens the path.
  ///
  /// - Parameters:
  ///   - flags: flags of open(2).
  ///   - isPlace: whether to open it with `O_PATH`, only to look at it; then it may be a link itself.
  ///   - method: the way to open it that is tried first.
  /// - Returns: an open descriptor.
  /// - Throws: ELOOP where a symbolic link is on the way, EXDEV where the path is not below the folder,
  ///   and what open(2) fails with.
  func open(
    flags: Int32, isPlace: Bool = false, by method: Method = .call
  ) throws(SystemError) -> FileDescriptor {
    guard let rest = path.bytes(below: top), !Self.climbs(rest) else { throw failure(EXDEV) }
    if rest.isEmpty { return try openTop(flags: flags, isPlace: isPlace) }
    if method == .call, !Self.isCallMissing.load(ordering: .relaxed) {
      do {
        return try openByCall(rest, flags: flags, isPlace: isPlace)
      } catch  where error.code == ENOSYS {
        Self.isCallMissing.store(true, ordering: .relaxed)
      } catch  where [EPERM, EAGAIN, ENAMETOOLONG].contains(error.code) {
        // A filter of system calls, a rename under way, or a path longer than a call takes.
      }
    }
    return try openBySteps(rest, flags: flags, isPlace: isPlace)
  }

  private func openTop(flags: Int32, isPlace: Bool) throws(SystemError) -> FileDescriptor {
    let number = try retrying("Cannot open", path) {
      unsafe top.withCString { top in
        isPlace
          ? unsafe clinux_open_place(AT_FDCWD, top, O_NOFOLLOW)
          : unsafe Glibc.open(top, flags | O_NOFOLLOW | O_CLOEXEC)
      }
    }
    return FileDescriptor(owning: number)
  }

  private func openByCall(
    _ rest: ArraySlice<UInt8>, flags: Int32, isPlace: Bool
  ) throws(SystemError) -> FileDescriptor {
    let flags = isPlace ? clinux_place_flags : flags | O_CLOEXEC
    do {
      // A path with no link at all, as nearly all are, has none below the folder either.
      let number = try retrying("Cannot open", path) {
        unsafe path.withCString { unsafe clinux_open_without_links(AT_FDCWD, $0, flags, 0) }
      }
      return FileDescriptor(owning: number)
    } catch  where error.code == ELOOP {
      let folder = try openPlace(AT_FDCWD, top.bytes[...])
      let parent = folder.number
      let number = try retrying("Cannot open", path) {
        unsafe rest.withCString { unsafe clinux_open_without_links(parent, $0, flags, 1) }
      }
      return FileDescriptor(owning: number)
    }
  }

  private func openBySteps(
    _ rest: ArraySlice<UInt8>, flags: Int32, isPlace: Bool
  ) throws(SystemError) -> FileDescriptor {
    var folder = try openPlace(AT_FDCWD, top.bytes[...])
    let names = rest.split(separator: 0x2f)
    for name in names.dropLast() { folder = try openFolder(name, in: folder) }
    guard let last = names.last else { throw failure(EXDEV) }
    let parent = folder.number
    do {
      let number = try retrying("Cannot open", path) {
        unsafe last.withCString { name in
          isPlace
            ? unsafe clinux_open_place(parent, name, O_NOFOLLOW)
            : unsafe openat(parent, name, flags | O_NOFOLLOW | O_CLOEXEC)
        }
      }
      return FileDescriptor(owning: number)
    } catch {
      throw explained(error, last, in: folder)
    }
  }

  /// Opens a folder on the way.
  private func openFolder(
    _ name: ArraySlice<UInt8>, in parent: borrowing FileDescriptor
  ) throws(SystemError) -> FileDescriptor {
    do {
      return try openPlace(parent.number, name)
    } catch {
      throw explained(error, name, in: parent)
    }
  }

  /// Opens a folder with `O_PATH`, only to open what is in it.
  private func openPlace(
    _ parent: Int32, _ name: ArraySlice<UInt8>
  ) throws(SystemError) -> FileDescriptor {
    let number = try retrying("Cannot open", path) {
      unsafe name.withCString { unsafe clinux_open_place(parent, $0, O_DIRECTORY | O_NOFOLLOW) }
    }
    return FileDescriptor(owning: number)
  }

  /// The error ELOOP for a symbolic link, of which `O_DIRECTORY` says only that it is no directory.
  private func explained(
    _ error: SystemError, _ name: ArraySlice<UInt8>, in folder: borrowing FileDescriptor
  ) -> SystemError {
    guard error.code == ENOTDIR, let status = try? FileStatus(of: Array(name), in: folder) else {
      return error
    }
    return status.kind == .symbolicLink ? failure(ELOOP) : error
  }

  private func failure(_ code: Int32) -> SystemError {
    SystemError(code: code, attempt: "Cannot open", path: path)
  }

  /// Whether a component is `..`, which leads up, or `.`, which no name is.
  private static func climbs(_ path: ArraySlice<UInt8>) -> Bool {
    guard path.contains(0x2e) else { return false }
    return path.split(separator: 0x2f).contains { name in
      name.first == 0x2e && (name.count == 1 || name.count == 2 && name.last == 0x2e)
    }
  }
}

extension FilePath {
  /// The part of the path below a directory, without a slash at its beginning; nil where the path is
  /// not inside it.
  fileprivate func bytes(below directory: FilePath) -> ArraySlice<UInt8>? {
    guard isInside(directory) else { return nil }
    return bytes.dropFirst(directory.isRoot ? 1 : directory.bytes.count + 1)
  }
}

extension FileDescriptor {
  /// Opens a directory for listing, through no symbolic link below the directory `top`.
  ///
  /// Links above `top` are followed. See openat2(2).
  ///
  /// - Parameters:
  ///   - path: the directory: `top` or one below it.
  ///   - top: a directory, and no link to one.
  /// - Throws: ELOOP or ENOTDIR where a symbolic link is on the way, and what open(2) fails with.
  public init(openingDirectory path: FilePath, below top: FilePath) throws(SystemError) {
    self = try LinkFreePath(path: path, top: top)
      .open(flags: O_RDONLY | O_DIRECTORY | O_NONBLOCK)
  }

  /// Opens somebody's file for reading, through no symbolic link below the directory `top`; see
  /// ``init(openingForeign:)``.
  public init(openingForeign path: FilePath, below top: FilePath) throws(SystemError) {
    self = try LinkFreePath(path: path, top: top)
      .open(flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
  }
}

extension FileStatus {
  /// Looks at the path itself, through no symbolic link below the directory `top`.
  ///
  /// - Throws: ELOOP or ENOTDIR where a symbolic link is on the way, and what lstat(2) fails with.
  public init(of path: FilePath, below top: FilePath) throws(SystemError) {
    self = try LinkFreePath(path: path, top: top).open(flags: 0, isPlace: true).status()
  }
}
