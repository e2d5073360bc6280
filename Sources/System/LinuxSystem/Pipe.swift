import CLinux

/// A pipe: bytes written to one end are read from the other; see pipe(7).
public struct Pipe: ~Copyable, Sendable {
  /// The reading end; it reports the end of the file when no process has the writing end open.
  public let reading: FileDescriptor
  /// The writing end.
  public let writing: FileDescriptor

  /// Creates a pipe that child processes do not inherit.
  ///
  /// The corresponding call is pipe2(2).
  public init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    try retrying("Cannot create a pipe") { unsafe clinux_pipe(&ends) }
    reading = FileDescriptor(owning: ends[0])
    writing = FileDescriptor(owning: ends[1])
  }

  /// Closes the reading end and returns the writing end.
  public consuming func closeReading() -> FileDescriptor { writing }

  /// Closes the writing end and returns the reading end.
  public consuming func closeWriting() -> FileDescriptor {
    reading
  }
}
