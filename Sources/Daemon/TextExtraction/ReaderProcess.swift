package import ExtractionProtocol
package import LinuxSystem

/// A running program that reads documents, as the daemon talks with it.
///
/// Tests and the fuzzer have their own, which send anything.
package protocol ReaderProcess: Sendable {
  /// The number of the process.
  var number: Int32 { get }

  /// The descriptor that becomes readable when the process has ended.
  var descriptor: Int32 { get }

  /// Removes the process from the process table if it has ended.
  ///
  /// - Returns: whether it has.
  @discardableResult
  func reap() -> Bool

  /// Kills the process; its children end with it.
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
  /// Nothing came in time.
  case none
  /// The program has closed the connection.
  case end
}

/// Starts the program in a file, with arguments after its name.
package typealias ReaderStart =
  @Sendable (FilePath, [[UInt8]]) throws(SystemError) -> any ReaderProcess
