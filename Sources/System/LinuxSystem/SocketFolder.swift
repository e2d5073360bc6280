import Glibc

/// The folder of a Unix socket: a user who may change the folder can replace the service's socket.
public enum SocketFolder {
  /// The reason why a folder is not safe, and the remedy.
  public struct Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// A sentence for people.
    public let description: String
  }

  /// Refuses a folder that does not belong to this user or root, or that other users can change.
  ///
  /// The open folder is checked, not its path; see fstat(2). A folder that is missing or cannot be
  /// read is not refused, because no socket in it can be reached.
  ///
  /// - Parameter folder: the folder; symbolic links are followed.
  /// - Throws: the reason.
  public static func check(_ folder: FilePath) throws(Refusal) {
    guard let status = status(of: folder) else { return }
    let fault = fault(
      of: folder, owner: status.owner, permissions: status.permissions,
      for: ProcessEnvironment.user)
    if let fault { throw fault }
  }

  /// The reason why a folder is not safe for a user; nil if it is safe.
  static func fault(
    of folder: FilePath, owner: UInt32, permissions: UInt32, for user: UInt32
  ) -> Refusal? {
    if owner != user, owner != 0 {
      return Refusal(
        description: """
          The folder '\(folder)' belongs to user \(owner), who could replace sittad's socket; this \
          is user \(user). Use a socket in another folder with --socket PATH.
          """)
    }
    let mode = permissions & 0o7777
    if mode & 0o022 == 0 { return nil }
    return Refusal(
      description: """
        The folder '\(folder)' is open to others (mode \(String(mode, radix: 8))), who could replace \
        sittad's socket. Run: chmod 700 '\(folder)', or use a socket in another folder with \
        --socket PATH.
        """)
  }

  private static func status(of folder: FilePath) -> FileStatus? {
    do throws(SystemError) {
      let open = try FileDescriptor(
        opening: folder, flags: O_RDONLY | O_DIRECTORY | O_NONBLOCK)
      return try open.status()
    } catch {
      // A folder of another user may be accessible but not readable.
      guard error.code == EACCES, let path = try? folder.resolvingSymbolicLinks() else {
        return nil
      }
      return try? FileStatus(of: path)
    }
  }
}
