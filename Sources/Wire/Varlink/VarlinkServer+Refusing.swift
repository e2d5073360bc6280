public import LinuxSystem

extension VarlinkServer {
  /// Accepts one waiting client, and answers each of its calls with an error; for a service that cannot
  /// start.
  ///
  /// Blocks this thread until the client disconnects, or until `patience` is over.
  ///
  /// - Parameters:
  ///   - listener: a listening socket that does not block.
  ///   - failure: the error that answers each call.
  ///   - patience: the time to wait for all calls of the client together.
  /// - Throws: an error of the socket, or an error in decoding a call.
  public static func refuseClient(
    of listener: borrowing FileDescriptor, with failure: VarlinkError, patience: Duration
  ) throws {
    guard let socket = try UnixSocket.accept(from: listener),
      try UnixSocket.peer(of: socket).user == ProcessEnvironment.user
    else { return }
    let reply = try failure.reply
    var calls = MessageBuffer(limit: Limits().callBytes)
    let deadline = ContinuousClock.now + patience
    while try socket.waitUntilReadable(timeout: ContinuousClock.now.duration(to: deadline)) {
      var bytes: [UInt8] = []
      guard try socket.readAvailable(upTo: 65_536, to: &bytes) != 0 else { return }
      calls.append(bytes)
      while let call = try calls.next() {
        if try Wire.decode(CallHeader.self, from: call).oneway == true { continue }
        guard try UnixSocket.send(reply[...], to: socket) == reply.count else { return }
      }
    }
  }
}
