import CLinux
import Glibc

/// Extended attributes of files; see xattr(7).
extension FileDescriptor {
  /// The largest value of an extended attribute in bytes (`XATTR_SIZE_MAX`).
  private static let largestAttribute = 65_536

  /// Returns the value of an extended attribute.
  ///
  /// The C function is `fgetxattr`.
  ///
  /// - Parameters:
  ///   - name: the name of the attribute, such as `user.xdg.tags`.
  ///   - limit: the value is cut after this number of bytes.
  /// - Returns: nil if the file has no such attribute, or if its file system has none.
  public func attribute(_ name: String, limit: Int) -> [UInt8]? {
    // Nearly all files have none, so that the size is asked for first.
    let size = unsafe name.withCString { unsafe clinux_attribute(number, $0, nil, 0) }
    guard size >= 0 else { return nil }
    let capacity = min(size, Self.largestAttribute)
    if capacity == 0 { return [] }
    // A value that has grown since is read after its next change.
    let value = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      let read = unsafe name.withCString {
        unsafe clinux_attribute(number, $0, buffer.baseAddress, capacity)
      }
      count = max(0, read)
    }
    return Array(value.prefix(limit))
  }
}
