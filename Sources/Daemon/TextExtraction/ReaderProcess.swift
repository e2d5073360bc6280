package import ExtractionProtocol
package import LinuxSystem

/// A running program that reads documents, as the daemon uses it.
///
/// Tests and the fuzzer have other implementations, which send arbitrary packets.
package protocol ReaderProcess: Sendable {
  /// The process ID.
  var number: Int32 { get }

  /// The descriptor that becomes readable when the process has ended.
  var descriptor: Int32 { get }

  /// Removes the process from the process table if it has ended.
  ///
  /// - Returns: whether the process has ended.
  @discardableResult
  func reap() -> Bool

  /// Kills the process; its child processes end with it.
  func kill()

  /// Sends a request with an open file.
  ///
  /// - Returns: false if the program has ended.
  func send(_ request: ExtractionRequest, _ file: borrowing FileDescriptor) -> Bool

  /// Receives a packet.
  ///
  /// - Returns: the packet, or why there is none.
  func receive(into buffer: inout [UInt8], waiting milliseconds: Int32) -> ReaderPacket
}

/// A packet from a program that reads documents, or the reason why there is none.
package enum ReaderPacket: Sendable {
  /// A packet of this size is in the buffer.
  case received(Int)
  /// No packet arrived in time.
  case none
  /// The program has closed the connection.
  case end
}

/// Starts the program at a path, with arguments after its name.
package typealias ReaderStart =
  @Sendable (FilePath, [[UInt8]]) throws(SystemError) -> any ReaderProcess
