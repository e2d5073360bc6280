import CLinux

/// A pipe: what is written at one end is read at the other; see pipe(7).
public struct Pipe: ~Copyable, Sendable {
  /// The end to read from; it comes to its end when nobody has the other one open any more.
  public let reading: FileDescriptor
  /// The end to write to.
  public let writing: FileDescriptor

  /// Makes a pipe that processes started later do not inherit.
  ///
  /// The corresponding call is pipe2(2).
  public init() throws(SystemError) {
    var ends: (Int32, Int32) = (-1, -1)
    try retrying("Cannot make a pipe") {
      unsafe withUnsafeMutableBytes(of: &ends) {
        unsafe clinux_pipe($0.bindMemory(to: Int32.self).baseAddress)
      }
    }
    reading = FileDescriptor(owning: ends.0)
    writing = FileDescriptor(owning: ends.1)
  }

  /// Closes the writing end here and gives the other one away.
  public consuming func closeWriting() -> FileDescriptor {
    reading
  }
}
