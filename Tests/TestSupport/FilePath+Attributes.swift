import Glibc
public import LinuxSystem

/// Extended attributes of files.
extension FilePath {
  private typealias SetAttribute =
    @convention(c) (
      UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<UInt8>?, Int, Int32
    ) -> Int32

  /// Sets an extended attribute; `setxattr` is not in the module of the C library.
  ///
  /// - Returns: whether the file system has extended attributes.
  public func set(attribute name: String, to value: String) -> Bool {
    set(attribute: name, to: Array(value.utf8))
  }

  /// Sets an extended attribute to bytes.
  ///
  /// - Returns: whether the file system accepts it.
  public func set(attribute name: String, to bytes: [UInt8]) -> Bool {
    guard let symbol = unsafe dlsym(nil, "setxattr") else { return false }
    let call = unsafe unsafeBitCast(symbol, to: SetAttribute.self)
    return unsafe description.withCString { path in
      unsafe name.withCString { name in
        unsafe bytes.withUnsafeBufferPointer { value in
          unsafe call(path, name, value.baseAddress, bytes.count, 0) == 0
        }
      }
    }
  }

  /// Whether the file system of temporary folders has extended attributes.
  public static let hasAttributes: Bool = {
    guard let folder = try? TemporaryDirectory(), (try? folder["a"].write("")) != nil else {
      return false
    }
    return folder["a"].set(attribute: "user.a", to: "a")
  }()

  /// Sets the access control list of acl(5), given in its short text form with numbers, such as
  /// `u::rw-,u:1001:r--,g::r--,m::r--,o::---`.
  ///
  /// - Returns: whether the file system accepts it.
  public func set(accessList text: String) -> Bool {
    set(attribute: "system.posix_acl_access", to: Self.attribute(accessList: text))
  }

  /// Encodes a list as the extended attribute; see posix_acl_to_xattr in fs/posix_acl.c of Linux.
  public static func attribute(accessList text: String) -> [UInt8] {
    var bytes: [UInt8] = [2, 0, 0, 0]
    for word in text.split(separator: ",") {
      let fields = word.split(separator: ":", omittingEmptySubsequences: false)
      let id = UInt32(fields[1])
      let tag: UInt8? =
        switch (fields[0], id) {
        case ("u", nil): 0x01
        case ("u", _): 0x02
        case ("g", nil): 0x04
        case ("g", _): 0x08
        case ("m", _): 0x10
        case ("o", _): 0x20
        default: nil
        }
      let permissions = zip(fields[2].utf8, [4, 2, 1] as [UInt8])
        .reduce(0) { $1.0 == UInt8(ascii: "-") ? $0 : $0 | $1.1 }
      bytes += [tag ?? 0, 0, permissions, 0]
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: (id ?? .max) >> ($0 * 8)) }
    }
    return bytes
  }

  /// Whether the file system of temporary folders has access control lists.
  public static let hasAccessLists: Bool = {
    guard let folder = try? TemporaryDirectory(), (try? folder["a"].write("")) != nil else {
      return false
    }
    return folder["a"].set(accessList: "u::rw-,u:1:r--,g::r--,m::r--,o::---")
  }()

  /// Changes the owner and the group; the C function is `lchown`, which only root may call.
  public func setOwner(_ user: UInt32, group: UInt32) throws {
    try unsafe call("Cannot change the owner") { unsafe lchown($0, user, group) }
  }
}
