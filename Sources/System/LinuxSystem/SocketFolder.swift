import Glibc

/// Checks the folder of a Unix socket: a user who can change the folder can replace the socket.
public enum SocketFolder {
  /// The error for a folder that is not safe: the reason and the remedy.
  public struct Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// A sentence for people.
    public let description: String
  }

  /// Whether a user trusts the owner of a folder or a service with queries: the user, root, and accounts of services,
  /// which only root makes.
  ///
  /// Debian and systemd give numbers below 1000 to services; see login.defs(5), SYS_UID_MAX.
  public static func isTrusted(_ owner: UInt32, by user: UInt32) -> Bool {
    owner == user || owner < 1_000
  }

  /// Checks that a folder belongs to this user, root or a service, and that other users cannot change it.
  ///
  /// Checks the open folder, not its path; see fstat(2). A missing or inaccessible folder is accepted,
  /// because no socket in it can be reached.
  ///
  /// - Parameter folder: the folder; symbolic links are followed.
  /// - Throws: why the folder is not safe.
  public static func check(_ folder: FilePath) throws(Refusal) {
    guard let status = status(of: folder) else { return }
    let fault = fault(
      of: folder, owner: status.owner, permissions: status.permissions,
      for: ProcessEnvironment.user)
    if let fault { throw fault }
  }

  /// Returns why a folder is not safe for a user; nil if it is safe.
  static func fault(
    of folder: FilePath, owner: UInt32, permissions: UInt32, for user: UInt32
  ) -> Refusal? {
    if !isTrusted(owner, by: user) {
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
      // The folder of another user may be accessible without being readable.
      guard error.code == EACCES, let path = try? folder.resolvingSymbolicLinks() else {
        return nil
      }
      return try? FileStatus(of: path)
    }
  }
}
