import Glibc

/// An error of a system call: what failed, on which path, and why.
public struct SystemError: Error, Equatable, Sendable {
  /// The `errno` of the system call; see errno(3).
  public let code: Int32
  /// What failed, as the beginning of a sentence: "Cannot open".
  public let attempt: String
  /// The path that the call used; nil if it used none.
  public let path: FilePath?

  /// Creates an error with an error code.
  public init(code: Int32, attempt: String, path: FilePath? = nil) {
    self.code = code
    self.attempt = attempt
    self.path = path
  }

  /// Returns the error of this thread's last failed call; no other function reads `errno` for errors.
  static func last(_ attempt: String, _ path: FilePath? = nil) -> SystemError {
    SystemError(code: errno, attempt: attempt, path: path)
  }

  /// Whether the file, or a folder in its path, does not exist.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether another socket already listens at the address.
  public var isAddressInUse: Bool { code == EADDRINUSE }

  /// Whether the path contains a symbolic link that must not be followed, or too many links.
  public var isSymbolicLink: Bool { code == ELOOP }

  /// Whether a permission is missing.
  public var isDenied: Bool { code == EACCES || code == EPERM }

  /// Whether descriptors or memory of the process or the system are exhausted.
  public var isShortage: Bool { code == EMFILE || code == ENFILE || code == ENOMEM }

  /// Whether the disk is full, or a quota or a limit of the kernel is reached.
  public var isOutOfRoom: Bool { code == ENOSPC || code == EDQUOT }

  /// Whether the file system is read-only.
  public var isReadOnly: Bool { code == EROFS }

  /// Whether the disk has failed.
  public var isDiskFailure: Bool { code == EIO }

  /// Whether the reader of a pipe or socket has closed its end.
  public var isBrokenPipe: Bool { code == EPIPE }

  /// Whether the peer closed the socket before it had read all bytes.
  public var isConnectionReset: Bool { code == ECONNRESET }

  /// The reason, such as "Permission denied".
  public var reason: String {
    var buffer = [CChar](repeating: 0, count: 256)
    let size = buffer.count
    let text = unsafe buffer.withUnsafeMutableBufferPointer { buffer -> String in
      guard let base = buffer.baseAddress, unsafe strerror_r(code, base, size) == 0 else {
        return "error \(code)"
      }
      return unsafe String(cString: base)
    }
    return text
  }
}

extension SystemError: CustomStringConvertible {
  /// A sentence for people, such as "Cannot open '/home/a/x': Permission denied".
  public var description: String {
    guard let path else { return "\(attempt): \(reason)." }
    return "\(attempt) '\(path)': \(reason)."
  }
}

/// Calls `body`, and repeats it while a signal interrupts it (EINTR).
///
/// - Returns: the result of `body`, which is not negative.
/// - Throws: the error of the call, with `attempt` and `path`.
@discardableResult
func retrying<Result: SignedInteger>(
  _ attempt: @autoclosure () -> String, _ path: @autoclosure () -> FilePath? = nil,
  _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result >= 0 { return result }
    if errno != EINTR { throw .last(attempt(), path()) }
  }
}
