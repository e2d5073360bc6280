import CLinux
import Glibc

/// The identity of the peer of a Unix socket, from the kernel; see SO_PEERCRED in unix(7).
public struct PeerIdentity: Equatable, Sendable {
  /// The user of the peer when it connected or began to listen.
  public let user: UInt32
  /// The process number of the peer.
  public let process: Int32
}

/// Stream sockets in the file system; see unix(7).
public enum UnixSocket {
  /// Listens at `path`, and replaces a socket file without a listener.
  ///
  /// The socket is created at another path with mode 0600 and then renamed to `path`. So other
  /// users can never connect, and a client always finds a socket. The listener never blocks.
  ///
  /// - Throws: EADDRINUSE if a process listens at `path`, or may do so; EEXIST if a file, a folder
  ///   or a link exists there; ENAMETOOLONG if the path has more than 107 bytes.
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

  /// Connects to the listener at `path`.
  ///
  /// - Parameters:
  ///   - path: where it listens.
  ///   - waits: whether to wait if the queue of the listener is full. A listener that hangs may never take
  ///     a client from its queue. Without waiting, the socket never blocks afterwards either.
  /// - Returns: the connection.
  /// - Throws: ENOENT or ECONNREFUSED if there is no listener; without waiting, EAGAIN if its queue is full.
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

  /// Signals the peer that no more bytes will be written; see shutdown(2).
  ///
  /// The peer can still write.
  ///
  /// - Throws: the error of shutdown(2), also if the peer has closed the connection.
  public static func endWriting(_ socket: borrowing FileDescriptor) throws(SystemError) {
    let number = socket.number
    try retrying("Cannot end a connection") { shutdown(number, Int32(SHUT_WR)) }
  }

  /// Accepts a waiting client; the accepted socket never blocks.
  ///
  /// The listener must not block either: ``listen(at:)`` returns such a socket, for a socket from
  /// systemd call ``FileDescriptor/makeNonBlocking()``.
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

  /// The identity of the other end: the client for the server, the listener for the client.
  public static func peer(of socket: borrowing FileDescriptor) throws(SystemError) -> PeerIdentity {
    var user: uid_t = 0
    var process: pid_t = 0
    let number = socket.number
    try retrying("Cannot read the identity of a peer") {
      unsafe clinux_peer(number, &user, &process)
    }
    return PeerIdentity(user: user, process: process)
  }

  /// Sends as many bytes as fit without waiting.
  ///
  /// - Returns: the number of bytes; 0 if there is no room.
  /// - Throws: EPIPE if the peer has closed its end; no SIGPIPE is raised.
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

  /// Whether a process listens at `path`, or may listen: this call does not wait.
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
