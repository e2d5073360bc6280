import Glibc

/// Access to the standard streams of the process, which are never closed.
extension FileDescriptor {
  /// Writes to standard output.
  ///
  /// - Throws: EPIPE if the reader has closed its end.
  public static func writeToStandardOutput(_ bytes: [UInt8]) throws(SystemError) {
    try write(bytes, to: STDOUT_FILENO)
  }

  /// Writes to standard error.
  public static func writeToStandardError(_ text: String) throws(SystemError) {
    try write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// The file status of standard error; nil if it is closed.
  public static var standardErrorStatus: FileStatus? {
    var buffer = stat()
    return unsafe fstat(STDERR_FILENO, &buffer) == 0 ? FileStatus(buffer) : nil
  }

  static func write(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try retrying("Cannot write") {
        unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
      }
      rest = rest.dropFirst(count)
    }
  }
}
