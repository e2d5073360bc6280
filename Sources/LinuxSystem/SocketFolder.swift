import Glibc

/// The folder of a Unix socket: a user who may change the folder can replace the service's socket.
public enum SocketFolder {
  /// Why a folder is not to be trusted, and what to do.
  public struct Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// A sentence for people.
    public let description: String
  }

  /// Refuses a folder that belongs to somebody else than this user or root, or that others may change.
  ///
  /// What is looked at is the open folder, not its name; see fstat(2). A folder that is missing or
  /// cannot be looked at is not refused: there is no socket in it that could be reached.
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

  /// What is wrong with a folder for a user; nil where nothing is.
  static func fault(
    of folder: FilePath, owner: UInt32, permissions: UInt32, for user: UInt32
  ) -> Refusal? {
    if owner != user, owner != 0 {
      return Refusal(
        description: """
          The folder '\(folder)' belongs to user \(owner), who could answer there in sittad's \
          place; this is user \(user). Give another with --socket PATH.
          """)
    }
    let mode = permissions & 0o7777
    if mode & 0o022 == 0 { return nil }
    return Refusal(
      description: """
        The folder '\(folder)' is open to others (mode \(String(mode, radix: 8))), who could answer \
        there in sittad's place. Close it with: chmod 700 '\(folder)', or give another with \
        --socket PATH.
        """)
  }

  private static func status(of folder: FilePath) -> FileStatus? {
    do throws(SystemError) {
      let open = try FileDescriptor(
        opening: folder, flags: O_RDONLY | O_DIRECTORY | O_NONBLOCK)
      return try open.status()
    } catch {
      // Others may have a folder that can be entered but not be listed.
      guard error.code == EACCES, let path = try? folder.resolvingSymbolicLinks() else {
        return nil
      }
      return try? FileStatus(of: path)
    }
  }
}
