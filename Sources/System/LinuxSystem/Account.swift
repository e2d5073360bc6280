import Glibc

/// A user of this machine, from the name service; see nsswitch.conf(5).
///
/// Its sources can be other machines, so a look-up may take long.
public struct Account: Equatable, Sendable {
  /// The name with which the user logs in.
  public let login: String
  /// The user ID.
  public let user: UInt32
  /// The home folder; nil if it is no absolute path.
  public let home: FilePath?
  /// The user's group, and the groups in which the user is a member.
  public let groups: Set<UInt32>

  /// The most bytes of an entry, and the most groups of a user.
  private static let (entryBytes, mostGroups) = (1 << 20, Int32(65_536))

  /// Looks up a user by the number; the C function is `getpwuid_r`.
  ///
  /// - Parameter user: the user ID.
  /// - Throws: the error of the name service; ENOENT if there is no such user.
  public init(user: UInt32) throws(SystemError) {
    try unsafe self.init("the user \(user)") { unsafe getpwuid_r(user, $0, $1, $2, $3) }
  }

  /// Looks up a user by the login; the C function is `getpwnam_r`.
  ///
  /// - Parameter login: the login.
  /// - Throws: the error of the name service; ENOENT if there is no such user.
  public init(login: String) throws(SystemError) {
    try unsafe self.init("the user '\(login)'") { unsafe getpwnam_r(login, $0, $1, $2, $3) }
  }

  private init(
    _ asked: String,
    _ lookUp: (
      UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
      UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
    ) -> Int32
  ) throws(SystemError) {
    var size = 4_096
    while true {
      var entry = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>? = nil
      let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
      defer { unsafe buffer.deallocate() }
      let code = unsafe lookUp(&entry, buffer, size, &found)
      if code == ERANGE, size < Self.entryBytes {
        size *= 4
        continue
      }
      if code == EINTR { continue }
      guard code == 0, unsafe found != nil, let name = unsafe entry.pw_name else {
        throw SystemError(code: code == 0 ? ENOENT : code, attempt: "Cannot look up \(asked)")
      }
      login = unsafe String(cString: name)
      user = unsafe entry.pw_uid
      home = unsafe entry.pw_dir.flatMap { unsafe FilePath(absolute: String(cString: $0)) }
      groups = unsafe Self.groups(of: name, with: entry.pw_gid)
      return
    }
  }

  private static func groups(of name: UnsafePointer<CChar>, with group: UInt32) -> Set<UInt32> {
    var count: Int32 = 64
    while true {
      var groups = [gid_t](repeating: 0, count: Int(count))
      var found = count
      if unsafe getgrouplist(name, group, &groups, &found) >= 0 {
        return Set(groups.prefix(Int(found)))
      }
      // Without all groups, fewer documents are found, and none that must not be.
      if count >= mostGroups { return Set(groups) }
      count = min(mostGroups, max(2 * count, found))
    }
  }
}
