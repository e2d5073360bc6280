import CChannel
import ExtractionProtocol

/// Receives the daemon's requests.
enum Channel {
  /// Waits for a request, but leaves it in the socket.
  ///
  /// - Returns: nil if no request came before the timeout, or if the daemon has closed the socket.
  static func nextRequest(_ socket: Int32) -> ExtractionRequest? {
    unsafe receive(socket, nil, isPeek: true)
  }

  /// Waits for a request, and takes it out of the socket.
  ///
  /// - Returns: the request and the open file; nil if no request came before the timeout, or if the daemon
  ///   has closed the socket.
  static func takeRequest(_ socket: Int32) -> (request: ExtractionRequest, file: Int32)? {
    var file: Int32 = -1
    guard let request = unsafe receive(socket, &file, isPeek: false) else { return nil }
    if file < 0 { ExitCode.hasBadRequest.exit() }
    return (request, file)
  }

  /// Receives a request; ends this process if the request breaks a rule.
  private static func receive(
    _ socket: Int32, _ file: UnsafeMutablePointer<Int32>?, isPeek: Bool
  ) -> ExtractionRequest? {
    var packet = [UInt8](repeating: 0, count: ExtractionRequest.size + 1)
    let size = unsafe packet.withUnsafeMutableBytes {
      unsafe cchannel_receive(socket, $0.baseAddress, $0.count, file, isPeek ? 1 : 0)
    }
    if size <= 0 { return nil }
    guard size <= packet.count, let request = ExtractionRequest(packet: packet[..<size]) else {
      ExitCode.hasBadRequest.exit()
    }
    return request
  }
}
