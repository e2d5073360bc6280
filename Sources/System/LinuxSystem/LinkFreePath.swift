import CLinux
import Glibc
import Synchronization

/// Opens a path below a folder without following symbolic links below this folder.
///
/// `O_NOFOLLOW` checks only the last component: if a link has replaced a folder in the path, another file
/// would be opened. The corresponding C function is `openat2` with `RESOLVE_NO_SYMLINKS` and
/// `RESOLVE_BENEATH`. If the kernel lacks it or a filter of system calls refuses it, each component is opened
/// with `openat` and `O_NOFOLLOW`; see openat2(2).
struct LinkFreePath {
  /// How to open a path.
  enum Method: CaseIterable {
    /// With one call of openat2(2).
    case call
    /// Component by component, which also works for long paths.
    case steps
  }

  /// Whether the kernel has no openat2(2), as before Linux 5.6.
  private static let isCallMissing = Atomic<Bool>(false)

  /// The path to open.
  let path: FilePath
  /// The folder; links in the path to it are followed, but the folder itself must not be a link.
  let top: FilePath

  /// Opens the path without following links below the folder.
  ///
  /// - Parameters:
  ///   - flags: the flags of open(2).
  ///   - isPathOnly: whether to open it with `O_PATH`, only to read its status; the path may then be a link.
  ///   - method: the method to try first.
  /// - Returns: an open descriptor.
  /// - Throws: ELOOP if the path contains a symbolic link, EXDEV if the path is not below the folder, and the
  ///   errors of open(2).
  func open(
    flags: Int32, isPathOnly: Bool = false, by method: Method = .call
  ) throws(SystemError) -> FileDescriptor {
    guard let rest = path.bytes(below: top), !Self.hasDotComponent(rest) else {
      throw failure(EXDEV)
    }
    if rest.isEmpty { return try openTop(flags: flags, isPathOnly: isPathOnly) }
    if method == .call, !Self.isCallMissing.load(ordering: .relaxed) {
      do {
        return try openByCall(rest, flags: flags, isPathOnly: isPathOnly)
      } catch  where error.code == ENOSYS {
        Self.isCallMissing.store(true, ordering: .relaxed)
      } catch  where [EPERM, EAGAIN, ENAMETOOLONG].contains(error.code) {
        // A filter refused the call, a rename disturbed it, or the path is too long: use steps instead.
      }
    }
    return try openBySteps(rest, flags: flags, isPathOnly: isPathOnly)
  }

  private func openTop(flags: Int32, isPathOnly: Bool) throws(SystemError) -> FileDescriptor {
    try FileDescriptor("Cannot open", path) {
      unsafe top.withCString { top in
        isPathOnly
          ? unsafe clinux_open_path(AT_FDCWD, top, O_NOFOLLOW)
          : unsafe Glibc.open(top, flags | O_NOFOLLOW | O_CLOEXEC)
      }
    }
  }

  private func openByCall(
    _ rest: ArraySlice<UInt8>, flags: Int32, isPathOnly: Bool
  ) throws(SystemError) -> FileDescriptor {
    let flags = isPathOnly ? clinux_path_flags : flags | O_CLOEXEC
    do {
      // Try the whole path first: nearly all paths contain no links, so none below the folder.
      return try FileDescriptor("Cannot open", path) {
        unsafe path.withCString { unsafe clinux_open_without_links(AT_FDCWD, $0, flags, 0) }
      }
    } catch  where error.code == ELOOP {
      let folder = try openPathOnly(AT_FDCWD, top.bytes[...])
      let parent = folder.number
      return try FileDescriptor("Cannot open", path) {
        unsafe rest.withCString { unsafe clinux_open_without_links(parent, $0, flags, 1) }
      }
    }
  }

  private func openBySteps(
    _ rest: ArraySlice<UInt8>, flags: Int32, isPathOnly: Bool
  ) throws(SystemError) -> FileDescriptor {
    var folder = try openPathOnly(AT_FDCWD, top.bytes[...])
    let names = rest.split(separator: 0x2f)
    for name in names.dropLast() { folder = try openFolder(name, in: folder) }
    guard let last = names.last else { throw failure(EXDEV) }
    let parent = folder.number
    do {
      return try FileDescriptor("Cannot open", path) {
        unsafe last.withCString { name in
          isPathOnly
            ? unsafe clinux_open_path(parent, name, O_NOFOLLOW)
            : unsafe openat(parent, name, flags | O_NOFOLLOW | O_CLOEXEC)
        }
      }
    } catch {
      throw linkError(for: error, last, in: folder)
    }
  }

  /// Opens a folder that is a component of the path.
  private func openFolder(
    _ name: ArraySlice<UInt8>, in parent: borrowing FileDescriptor
  ) throws(SystemError) -> FileDescriptor {
    do {
      return try openPathOnly(parent.number, name)
    } catch {
      throw linkError(for: error, name, in: parent)
    }
  }

  /// Opens a folder with `O_PATH`, which is enough to open its entries.
  private func openPathOnly(
    _ parent: Int32, _ name: ArraySlice<UInt8>
  ) throws(SystemError) -> FileDescriptor {
    try FileDescriptor("Cannot open", path) {
      unsafe name.withCString { unsafe clinux_open_path(parent, $0, O_DIRECTORY | O_NOFOLLOW) }
    }
  }

  /// Returns ELOOP instead of the ENOTDIR of `O_DIRECTORY` if the entry is a symbolic link.
  private func linkError(
    for error: SystemError, _ name: ArraySlice<UInt8>, in folder: borrowing FileDescriptor
  ) -> SystemError {
    guard error.code == ENOTDIR, let status = try? FileStatus(of: Array(name), in: folder) else {
      return error
    }
    return status.kind == .symbolicLink ? failure(ELOOP) : error
  }

  private func failure(_ code: Int32) -> SystemError {
    SystemError(code: code, attempt: "Cannot open", path: path)
  }

  /// Whether a component of the path is `.` or `..`.
  private static func hasDotComponent(_ path: ArraySlice<UInt8>) -> Bool {
    guard path.contains(0x2e) else { return false }
    return path.split(separator: 0x2f).contains { name in
      name.first == 0x2e && (name.count == 1 || name.count == 2 && name.last == 0x2e)
    }
  }
}

extension FilePath {
  /// Returns the part of the path below a directory, without leading slash; nil if the path is not inside.
  fileprivate func bytes(below directory: FilePath) -> ArraySlice<UInt8>? {
    guard isInside(directory) else { return nil }
    return bytes.dropFirst(directory.isRoot ? 1 : directory.bytes.count + 1)
  }
}

extension FileDescriptor {
  /// Opens a directory for listing, without following symbolic links below the directory `top`.
  ///
  /// Links in the path to `top` are followed. See openat2(2).
  ///
  /// - Parameters:
  ///   - path: `top`, or a directory below it.
  ///   - top: a directory, but not a link to a directory.
  /// - Throws: ELOOP or ENOTDIR if the path contains a symbolic link, and the errors of open(2).
  public init(openingDirectory path: FilePath, below top: FilePath) throws(SystemError) {
    self = try LinkFreePath(path: path, top: top)
      .open(flags: O_RDONLY | O_DIRECTORY | O_NONBLOCK)
  }

  /// Opens an untrusted file for reading, without following symbolic links below the directory `top`; see
  /// ``init(openingForeign:)``.
  public init(openingForeign path: FilePath, below top: FilePath) throws(SystemError) {
    self = try LinkFreePath(path: path, top: top)
      .open(flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
  }
}

extension FileStatus {
  /// Reads the status of a path, without following symbolic links below the directory `top`.
  ///
  /// - Throws: ELOOP or ENOTDIR if the path contains a symbolic link, and the errors of lstat(2).
  public init(of path: FilePath, below top: FilePath) throws(SystemError) {
    self = try LinkFreePath(path: path, top: top).open(flags: 0, isPathOnly: true).status()
  }
}
