import Glibc

/// A system call that failed: what was tried, on which path, and why.
public struct SystemError: Error, Equatable, Sendable {
  /// The `errno` of the call; see errno(3).
  public let code: Int32
  /// What was tried, as the start of a sentence: "Cannot open".
  public let attempt: String
  /// The path the call was about, if there was one.
  public let path: FilePath?

  /// Makes an error from a known error code.
  public init(code: Int32, attempt: String, path: FilePath? = nil) {
    self.code = code
    self.attempt = attempt
    self.path = path
  }

  /// The error of the call that has just failed in this thread; the one place that reads `errno`.
  static func last(_ attempt: String, _ path: FilePath? = nil) -> SystemError {
    SystemError(code: errno, attempt: attempt, path: path)
  }

  /// Whether the file or a folder above it does not exist (any more).
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether somebody listens at the address already.
  public var isAddressInUse: Bool { code == EADDRINUSE }

  /// Whether a symbolic link stood where none is followed (or too many were).
  public var isSymbolicLink: Bool { code == ELOOP }

  /// Whether the permission to do this is missing.
  public var isDenied: Bool { code == EACCES || code == EPERM }

  /// Whether the process or the system has too few descriptors or too little memory just now.
  public var isShortage: Bool { code == EMFILE || code == ENFILE || code == ENOMEM }

  /// Whether the room on a disk or a limit of the kernel is used up.
  public var isOutOfRoom: Bool { code == ENOSPC || code == EDQUOT }

  /// Whether the file system can only be read.
  public var isReadOnly: Bool { code == EROFS }

  /// Whether the disk failed.
  public var isDiskFailure: Bool { code == EIO }

  /// Whether the reader of a pipe or socket has gone.
  public var isBrokenPipe: Bool { code == EPIPE }

  /// Whether the other end of a socket closed it with something unread.
  public var isConnectionReset: Bool { code == ECONNRESET }

  /// The reason alone: "Permission denied".
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

/// Calls `body` until it is not interrupted by a signal (EINTR).
///
/// - Returns: the result of the call, never negative.
/// - Throws: the call's error, with `attempt` and `path` in it.
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
