import Glibc
public import LinuxSystem

/// A thread that acts as another user for the file system, as setfsuid(2) describes; only root may do that.
public enum ActingUser {
  private typealias SystemCall = @convention(c) (Int, Int, UnsafePointer<UInt32>?) -> Int
  private typealias SetUser = @convention(c) (UInt32) -> Int32

  /// The number of setgroups(2).
  #if arch(x86_64)
    private static let setGroups = 116
  #else
    private static let setGroups = 159
  #endif

  /// Tries to open files for reading, and to look for an entry in folders, which need not exist.
  ///
  /// - Parameters:
  ///   - names: paths below the folder, without a first slash; of an entry for those of folders.
  ///   - folder: the folder; what is above it does not matter.
  ///   - user: the user ID.
  ///   - groups: the group IDs, the primary one first.
  /// - Returns: for each name, whether the kernel allowed it.
  /// - Throws: the error of opening the folder, or of starting the thread.
  public static func tries(
    _ names: [(name: String, isInFolder: Bool)], in folder: FilePath, as user: UInt32,
    _ groups: [UInt32]
  ) async throws -> [Bool] {
    try await withCheckedThrowingContinuation { continuation in
      do {
        try DetachedThread.start("sitta-acting") {
          continuation.resume(
            with: Result {
              let top = try FileDescriptor(openingDirectory: folder)
              act(as: user, groups)
              return names.map { isAllowed($0.name, $0.isInFolder, in: top.number) }
            })
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  private static func isAllowed(_ name: String, _ isInFolder: Bool, in top: Int32) -> Bool {
    var buffer = stat()
    if isInFolder {
      return unsafe fstatat(top, name, &buffer, AT_SYMLINK_NOFOLLOW) == 0 || errno == ENOENT
    }
    let file = unsafe openat(top, name, O_RDONLY | O_CLOEXEC)
    if file >= 0 { close(file) }
    return file >= 0
  }

  /// Changes the rights of this thread, which then ends; `setgroups` of the C library changes those of all threads.
  private static func act(as user: UInt32, _ groups: [UInt32]) {
    guard let systemCall = unsafe dlsym(nil, "syscall"),
      let setGroup = unsafe dlsym(nil, "setfsgid"),
      let setUser = unsafe dlsym(nil, "setfsuid")
    else { return }
    unsafe groups.withUnsafeBufferPointer {
      _ = unsafe unsafeBitCast(systemCall, to: SystemCall.self)(
        setGroups, groups.count, $0.baseAddress)
    }
    _ = unsafe unsafeBitCast(setGroup, to: SetUser.self)(groups[0])
    _ = unsafe unsafeBitCast(setUser, to: SetUser.self)(user)
  }
}
