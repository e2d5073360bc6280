import CLandlock
import Glibc

/// Prevents a process from changing files, except below some paths; see landlock(7).
///
/// Landlock prevents creating, writing, renaming, linking and removing files; since ABI 3 (Linux 6.2) also
/// truncating. It does not restrict reading, or changes of permissions, owners, times and attributes.
public enum WriteProtection {
  /// The changes that are still allowed below a path.
  public enum Allowance: Equatable, Sendable {
    /// All changes.
    case allChanges
    /// Only writing to existing files.
    case writingToFiles
  }

  /// A path below which some changes are still allowed.
  public struct Exemption: Equatable, Sendable {
    /// A folder or a file; symbolic links in the path are followed.
    public let path: FilePath
    /// The changes that are still allowed.
    public let allowance: Allowance

    /// Creates an exemption.
    ///
    /// - Parameters:
    ///   - path: a folder or a file; if it does not exist now, the exemption has no effect, even later.
    ///   - allowance: the changes that are still allowed.
    public init(_ path: FilePath, _ allowance: Allowance) {
      (self.path, self.allowance) = (path, allowance)
    }
  }

  /// Landlock's ABI version in the running kernel; 0 without Landlock.
  public static var kernelABI: Int { Int(clandlock_abi(-1)) }

  /// Protects all files from the calling thread, and from threads and processes that it starts later.
  ///
  /// The protection lasts until they end. It also prevents programs that they start from getting another
  /// user's rights; see `PR_SET_NO_NEW_PRIVS` in prctl(2).
  ///
  /// - Parameters:
  ///   - exemptions: the paths below which some changes are still allowed.
  ///   - limit: the highest ABI version to use, for tests; nil for the kernel's version.
  /// - Returns: the ABI version in effect; 0 if the kernel has no Landlock, or refuses it.
  public static func start(except exemptions: [Exemption], limit: Int? = nil) -> Int {
    let abi = clandlock_abi(Int32(clamping: limit ?? -1))
    guard abi > 0, clandlock_forbid_new_privileges() == 0 else { return 0 }
    let reading =
      clandlock_execute.rawValue | clandlock_read_file.rawValue | clandlock_read_folder.rawValue
    let changes = clandlock_file_rights(abi) & ~UInt64(reading)
    let ruleset = clandlock_create(abi, changes, 0)
    guard ruleset >= 0 else { return 0 }
    for exemption in exemptions {
      let rights =
        exemption.allowance == .allChanges ? changes : UInt64(clandlock_write_file.rawValue)
      _ = unsafe exemption.path.withCString { unsafe clandlock_allow(ruleset, $0, rights) }
    }
    return clandlock_enforce(ruleset) == 0 ? Int(abi) : 0
  }
}

extension ProcessEnvironment {
  /// Whether this process has only one thread; nil if `/proc` cannot be read.
  public static var hasOneThread: Bool? {
    FilePath(absolute: "/proc/self/task").flatMap { path in
      try? DirectoryListing(of: FileDescriptor(openingDirectory: path)).names.count == 1
    }
  }

  /// Sets an environment variable; call it before other threads start.
  ///
  /// The C function is `setenv`.
  public static func setVariable(_ name: String, to path: FilePath) {
    _ = unsafe path.withCString { unsafe setenv(name, $0, 1) }
  }
}
