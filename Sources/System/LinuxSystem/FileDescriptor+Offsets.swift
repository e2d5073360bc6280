import Glibc

/// Access at offsets, for files with records of fixed size.
extension FileDescriptor {
  /// Opens one of this program's files for reading and writing; creates it with mode 0600 if it is missing.
  public init(openingRecordsAt path: FilePath) throws(SystemError) {
    try self.init(opening: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
  }

  /// Writes all bytes at an offset, without waiting for the disk; the C function is `pwrite`.
  ///
  /// The bytes survive the end of the process immediately, but a power failure only after the kernel has
  /// written them to the disk.
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
