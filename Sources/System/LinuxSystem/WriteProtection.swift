import CLandlock
import Glibc

/// Keeps a process from changing files, except below some paths; see landlock(7).
///
/// Landlock forbids to create, write, rename, link and remove files, and since ABI 3 (Linux 6.2) to truncate
/// them. It does not govern permissions, owners, times and extended attributes. Reading is not restricted.
public enum WriteProtection {
  /// The changes that stay allowed below a path.
  public enum Allowance: Equatable, Sendable {
    /// All changes.
    case allChanges
    /// To write to files that exist.
    case writingToFiles
  }

  /// A path below which changes stay allowed.
  public struct Exemption: Equatable, Sendable {
    /// A folder or a file; the links in its path are followed.
    public let path: FilePath
    /// The changes that stay allowed.
    public let allowance: Allowance

    /// Creates an exemption.
    ///
    /// - Parameters:
    ///   - path: a folder or a file; a path that does not exist exempts nothing, even if it is created later.
    ///   - allowance: the changes that stay allowed.
    public init(_ path: FilePath, _ allowance: Allowance) {
      (self.path, self.allowance) = (path, allowance)
    }
  }

  /// The ABI of Landlock in the running kernel; 0 if there is none.
  public static var kernelABI: Int { Int(clandlock_abi(-1)) }

  /// Protects all files from the calling thread, and from all threads and processes that it starts later.
  ///
  /// Nothing ends the protection. It also keeps programs that this process starts from getting the rights
  /// of another user; see `PR_SET_NO_NEW_PRIVS` in prctl(2).
  ///
  /// - Parameters:
  ///   - exemptions: the paths below which changes stay allowed.
  ///   - limit: the highest ABI to use, for tests; nil for the kernel's.
  /// - Returns: the ABI in effect; 0 if the kernel has no Landlock or refuses it.
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

  /// Sets an environment variable; call it before threads are started.
  ///
  /// The C function is `setenv`.
  public static func setVariable(_ name: String, to path: FilePath) {
    _ = unsafe path.withCString { unsafe setenv(name, $0, 1) }
  }
}
