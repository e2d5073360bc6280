import Glibc

/// Access at an offset, for files of fixed-size records.
extension FileDescriptor {
  /// Opens an own file for reading and writing; creates it for its owner only if it is missing.
  public init(openingRecordsAt path: FilePath) throws(SystemError) {
    try self.init(opening: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
  }

  /// Writes all of `bytes` at an offset, without a sync; the C function is `pwrite`.
  ///
  /// The bytes survive the end of the process at once, and a power failure only after the kernel
  /// has written them to the disk.
  public func write(_ bytes: [UInt8], at offset: Int64) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = try retrying("Cannot write") {
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe pwrite(
            number, buffer.baseAddress.map { unsafe $0 + written }, bytes.count - written,
            off_t(offset) + off_t(written))
        }
      }
      written += count
    }
  }
}
