import CMicrohttpd
import Glibc
package import LinuxSystem

/// The door to libmicrohttpd: each client has a thread, on which its requests are answered.
///
/// The library checks the form of requests, and bounds their number, size and time.
@safe
package final class WebServer {
  /// Answers a request; it is called on several threads, and may block.
  package typealias Answering = @Sendable (WebRequest) -> WebAnswer

  /// The largest number of clients at the same time; a browser has six.
  private static let connections: UInt32 = 64
  /// The seconds after which a silent client is disconnected.
  private static let timeout: UInt32 = 30
  /// The memory for the header of a request, in bytes.
  private static let headerMemory = 32 << 10

  /// What callbacks get.
  private final class Context: Sendable {
    let port: Int
    let answering: Answering
    let ended: @Sendable () -> Void

    init(_ port: Int, _ answering: @escaping Answering, _ ended: @escaping @Sendable () -> Void) {
      (self.port, self.answering, self.ended) = (port, answering, ended)
    }
  }

  /// A request whose body comes piece by piece; only the thread of its client has it.
  private final class Exchange {
    var request: WebRequest

    init(_ request: WebRequest) { self.request = request }
  }

  /// The pieces of an answer; only the thread of its client has it.
  private final class Pieces {
    let next: @Sendable () -> [UInt8]?
    var rest: ArraySlice<UInt8> = []

    init(_ next: @escaping @Sendable () -> [UInt8]?) { self.next = next }
  }

  private let daemon: OpaquePointer
  /// Open as long as the server runs.
  private let socket: FileDescriptor

  /// Serves the clients of a listening socket until the process ends.
  ///
  /// - Parameters:
  ///   - socket: the socket.
  ///   - answering: answers each request.
  ///   - ended: called when an answer has been sent, or could not be.
  /// - Throws: a `SystemError` if the library cannot start a thread.
  package init(
    on socket: consuming FileDescriptor, answering: @escaping Answering,
    ended: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let port = try LoopbackSocket.port(of: socket)
    let context = unsafe Unmanaged.passRetained(Context(port, answering, ended)).toOpaque()
    guard
      let daemon = unsafe cmicrohttpd_start(
        socket.number, Self.connections, Self.timeout, Self.headerMemory, Self.permit,
        Self.receive, Self.end, context)
    else { throw SystemError(code: ENOMEM, attempt: "Cannot serve the page") }
    unsafe self.daemon = daemon
    self.socket = socket
  }

  /// Refuses the connections of other users: a code that they have seen is of no use, and they keep no place.
  private static let permit: MHD_AcceptPolicyCallback = { context, address, size in
    guard let context = unsafe context else { return cmicrohttpd_no }
    let port = unsafe Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().port
    let peerPort = unsafe Int(cmicrohttpd_port(address, size))
    let owner = try? LoopbackSocket.owner(ofPeerAt: peerPort, port: port)
    return owner == ProcessEnvironment.user ? cmicrohttpd_yes : cmicrohttpd_no
  }

  private static let receive: cmicrohttpd_answer = {
    context, connection, path, method, _, body, size, place in
    guard let context = unsafe context, let connection = unsafe connection,
      let size = unsafe size, let place = unsafe place
    else { return cmicrohttpd_no }
    guard let known = unsafe place.pointee else {
      let request = unsafe WebRequest(
        method.map { unsafe String(cString: $0) } ?? "",
        path.map { unsafe String(cString: $0) } ?? "",
        fields: fields(of: connection), client: cmicrohttpd_socket(connection))
      unsafe place.pointee = Unmanaged.passRetained(Exchange(request)).toOpaque()
      return cmicrohttpd_yes
    }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    if unsafe size.pointee > 0, let body = unsafe body {
      // One byte more than allowed shows that it is too long; the rest is dropped.
      let room = WebGate.bodyLimit + 1 - exchange.request.body.count
      let bytes = unsafe UnsafeRawBufferPointer(start: body, count: min(size.pointee, max(0, room)))
      unsafe exchange.request.body += bytes
      unsafe size.pointee = 0
      return cmicrohttpd_yes
    }
    let answer = unsafe Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
      .answering(exchange.request)
    return unsafe send(answer, connection)
  }

  private static let end: cmicrohttpd_ended = { context, _, place, _ in
    if let place = unsafe place, let known = unsafe place.pointee {
      unsafe Unmanaged<Exchange>.fromOpaque(known).release()
      unsafe place.pointee = nil
    }
    guard let context = unsafe context else { return }
    unsafe Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().ended()
  }

  /// The fields of the header; one that came twice has no value.
  private static func fields(of connection: OpaquePointer) -> [String: String?] {
    var fields: [String: String?] = [:]
    unsafe withUnsafeMutablePointer(to: &fields) { pointer in
      unsafe cmicrohttpd_fields(
        connection,
        { context, _, name, nameSize, value, valueSize in
          guard let context = unsafe context, let name = unsafe name else { return cmicrohttpd_yes }
          let fields = unsafe context.assumingMemoryBound(to: [String: String?].self)
          let key = unsafe WebServer.text(name, nameSize).lowercased()
          let text = unsafe value.map { unsafe WebServer.text($0, valueSize) } ?? ""
          let isKnown = unsafe fields.pointee.keys.contains(key)
          unsafe fields.pointee.updateValue(isKnown ? nil : text, forKey: key)
          return cmicrohttpd_yes
        }, pointer)
    }
    return fields
  }

  /// A text with its NULs, which no name and no value is equal to.
  private static func text(_ start: UnsafePointer<CChar>, _ size: Int) -> String {
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: size)
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  private static func send(_ answer: WebAnswer, _ connection: OpaquePointer) -> MHD_Result {
    let response: OpaquePointer?
    switch answer.body {
    case .bytes(let bytes):
      unsafe response = bytes.withUnsafeBytes {
        unsafe cmicrohttpd_response($0.baseAddress, $0.count)
      }
    case .pieces(let next):
      let pieces = unsafe Unmanaged.passRetained(Pieces(next)).toOpaque()
      unsafe response = cmicrohttpd_stream(
        { context, _, buffer, size in
          guard let context = unsafe context, let buffer = unsafe buffer else {
            return cmicrohttpd_failure
          }
          let pieces = unsafe Unmanaged<Pieces>.fromOpaque(context).takeUnretainedValue()
          if pieces.rest.isEmpty {
            guard let next = pieces.next() else { return cmicrohttpd_end }
            pieces.rest = next[...]
          }
          let count = min(size, pieces.rest.count)
          unsafe UnsafeMutableRawBufferPointer(start: buffer, count: count)
            .copyBytes(from: pieces.rest.prefix(count))
          pieces.rest = pieces.rest.dropFirst(count)
          return count
        }, pieces,
        { context in
          if let context = unsafe context { unsafe Unmanaged<Pieces>.fromOpaque(context).release() }
        })
    }
    guard let response = unsafe response else { return cmicrohttpd_no }
    defer { unsafe MHD_destroy_response(response) }
    for (name, value) in answer.fields {
      _ = unsafe MHD_add_response_header(response, name, value)
    }
    return unsafe MHD_queue_response(connection, UInt32(clamping: answer.status), response)
  }
}
