import CLinux
import Glibc

/// The user and process at the other end of a Unix socket, from the kernel; see SO_PEERCRED in unix(7).
public struct PeerIdentity: Equatable, Sendable {
  /// The user ID of the peer at the time when it connected or began to listen.
  public let user: UInt32
  /// The process ID of the peer.
  public let process: Int32
}

/// Stream sockets in the file system; see unix(7).
public enum UnixSocket {
  /// Listens at `path`; replaces a socket file that nobody listens on.
  ///
  /// Creates the socket at another path with mode 0600, and renames it to `path`. So other users can never
  /// connect, and clients always find a socket. The listening socket never blocks.
  ///
  /// - Throws: EADDRINUSE if a process listens at `path`, or might; EEXIST if a file, a folder or a link
  ///   exists there; ENAMETOOLONG if the path has more than 107 bytes.
  public static func listen(at path: FilePath) throws(SystemError) -> FileDescriptor {
    let temporary = path.parent.appending(".\(getpid()).socket")
    guard max(path.bytes.count, temporary.bytes.count) < pathCapacity else {
      throw SystemError(code: ENAMETOOLONG, attempt: "Cannot listen at", path: path)
    }
    if let kind = try? FileStatus(of: path).kind, kind != .other {
      throw SystemError(code: EEXIST, attempt: "Cannot listen at", path: path)
    }
    if isAnswering(at: path) {
      throw SystemError(code: EADDRINUSE, attempt: "Cannot listen at", path: path)
    }
    let socket = try make()
    try socket.makeNonBlocking()
    try temporary.removeFile()
    try unsafe connecting(socket, at: temporary, "Cannot listen at") { unsafe bind($0, $1, $2) }
    do {
      try temporary.setPermissions(0o600)
      try retrying("Cannot listen at", path) { Glibc.listen(socket.number, 64) }
      try temporary.rename(to: path)
    } catch {
      try? temporary.removeFile()
      throw error
    }
    return socket
  }

  /// Connects to the process that listens at `path`.
  ///
  /// - Parameters:
  ///   - path: the path of the socket.
  ///   - waits: whether to wait if the listener's queue of clients is full; a listener that hangs may never
  ///     accept one. Pass false to get a socket that never blocks.
  /// - Returns: the connection.
  /// - Throws: ENOENT or ECONNREFUSED if no process listens; EAGAIN if the queue is full, without waiting.
  public static func connect(
    to path: FilePath, waits: Bool = true
  ) throws(SystemError) -> FileDescriptor {
    let socket = try make()
    if !waits { try socket.makeNonBlocking() }
    try unsafe connecting(socket, at: path, "Cannot connect to") {
      unsafe Glibc.connect($0, $1, $2)
    }
    return socket
  }

  /// Tells the peer that no more bytes will be written; see shutdown(2).
  ///
  /// Bytes from the peer can still be read.
  ///
  /// - Throws: the error of shutdown(2), for example if the peer has closed the connection.
  public static func endWriting(_ socket: borrowing FileDescriptor) throws(SystemError) {
    let number = socket.number
    try retrying("Cannot end a connection") { shutdown(number, Int32(SHUT_WR)) }
  }

  /// Accepts a waiting client; the returned socket never blocks.
  ///
  /// The listening socket must not block: use a socket from ``listen(at:)``, or call
  /// ``FileDescriptor/makeNonBlocking()`` for a socket from systemd.
  ///
  /// - Returns: nil if no client waits.
  public static func accept(
    from listener: borrowing FileDescriptor
  ) throws(SystemError) -> FileDescriptor? {
    let number = listener.number
    do {
      return try FileDescriptor("Cannot accept a client") { clinux_accept(number) }
    } catch  where error.code == EAGAIN || error.code == ECONNABORTED {
      return nil
    }
  }

  /// Returns the identity of the peer: the client for a server, the listener for a client.
  public static func peer(of socket: borrowing FileDescriptor) throws(SystemError) -> PeerIdentity {
    var user: uid_t = 0
    var process: pid_t = 0
    let number = socket.number
    try retrying("Cannot read the identity of a peer") {
      unsafe clinux_peer(number, &user, &process)
    }
    return PeerIdentity(user: user, process: process)
  }

  /// Sends as many bytes as possible without blocking.
  ///
  /// - Returns: the number of bytes sent; 0 if sending would block.
  /// - Throws: EPIPE if the peer has closed its end; SIGPIPE is not raised.
  public static func send(
    _ bytes: ArraySlice<UInt8>, to socket: borrowing FileDescriptor
  ) throws(SystemError) -> Int {
    let number = socket.number
    do {
      return try retrying("Cannot send to a client") {
        unsafe bytes.withUnsafeBytes {
          unsafe Glibc.send(
            number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
      }
    } catch  where error.code == EAGAIN {
      return 0
    }
  }

  /// Whether a process listens at `path`, or might, because an answer would require waiting.
  private static func isAnswering(at path: FilePath) -> Bool {
    do throws(SystemError) {
      _ = try connect(to: path, waits: false)
      return true
    } catch {
      return !error.isMissing && error.code != ECONNREFUSED
    }
  }

  /// The size of the path in `struct sockaddr_un`, with its NUL.
  private static var pathCapacity: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) }

  private static func make() throws(SystemError) -> FileDescriptor {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    return try FileDescriptor("Cannot create a socket") { socket(AF_UNIX, type, 0) }
  }

  private static func connecting(
    _ socket: borrowing FileDescriptor, at path: FilePath, _ attempt: String,
    _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.bytes.count < pathCapacity else {
      throw SystemError(code: ENAMETOOLONG, attempt: attempt, path: path)
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      unsafe bytes.copyBytes(from: path.bytes)
    }
    let number = socket.number
    let size = socklen_t(MemoryLayout.size(ofValue: address))
    try retrying(attempt, path) {
      unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe call(number, $0, size)
        }
      }
    }
  }
}
