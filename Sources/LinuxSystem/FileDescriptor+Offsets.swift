import Glibc

/// Reading and writing at an offset, as a file of fixed records wants it.
extension FileDescriptor {
  /// Opens a file of ours for reading and writing, and makes it where it is missing, for its owner
  /// only.
  public init(openingRecordsAt path: FilePath) throws(SystemError) {
    try self.init(opening: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
  }

  /// Writes all of `bytes` at an offset, without a sync; the C function is `pwrite`.
  ///
  /// What is written outlives the process at once, and a power cut only once the kernel has written it.
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
