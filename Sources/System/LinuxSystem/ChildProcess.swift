import CLinux
import Glibc
import Synchronization

/// A child process; it is killed when this value is destroyed.
///
/// The process starts with three streams, no other descriptors, and default signal handling. A pidfd
/// (pidfd_open(2)) is used for waiting and for signals; so they never reach another process that got the same
/// number. The destruction of the value kills the process if it still runs, and removes it from the process
/// table.
public struct ChildProcess: ~Copyable, Sendable {
  /// A program with its arguments, environment and working directory.
  public struct Command: Sendable {
    /// The file of the program; `PATH` is not searched.
    public var program: FilePath
    /// The arguments after the program's name.
    public var arguments: [[UInt8]]
    /// The environment as `NAME=value`; nil to inherit the environment of this process.
    public var environment: [[UInt8]]?
    /// The working directory; nil to inherit the directory of this process.
    public var directory: FilePath?

    /// Creates a command.
    public init(
      _ program: FilePath, _ arguments: [[UInt8]] = [], environment: [[UInt8]]? = nil,
      directory: FilePath? = nil
    ) {
      self.program = program
      self.arguments = arguments
      self.environment = environment
      self.directory = directory
    }
  }

  /// The standard input of a process.
  public enum Input: Sendable {
    /// No input: `/dev/null`.
    case nothing
    /// Bytes in a file in memory; unlike a pipe, it need not be filled while the process runs.
    case bytes([UInt8])
    /// An open descriptor; it may be closed after the process has started.
    case descriptor(Int32)
  }

  /// Where standard output or standard error of a process goes.
  public enum Output: Sendable {
    /// No output: `/dev/null`.
    case nothing
    /// A pipe that this process reads: ``ChildProcess/output`` or ``ChildProcess/errors``.
    case pipe
    /// An open descriptor; it may be closed after the process has started.
    case descriptor(Int32)
  }

  /// How a process ended.
  public enum Ending: Equatable, Sendable {
    /// The process exited with a code; 0 means success.
    case exited(Int32)
    /// A signal killed the process.
    case killed(signal: Int32)
  }

  /// The process number.
  public let number: Int32
  /// The pidfd, which becomes readable when the process ends; see pidfd_open(2).
  public let descriptor: FileDescriptor
  /// The reading end of the standard output's pipe, if there is one; reading never blocks.
  public let output: FileDescriptor?
  /// The reading end of the standard error's pipe, if there is one; reading never blocks.
  public let errors: FileDescriptor?
  /// How the process ended, after it was removed from the process table; nil before.
  let known = Mutex<Ending?>(nil)

  /// Starts a process; the corresponding C function is `posix_spawn`.
  ///
  /// - Throws: ENOENT or EACCES if the program or the working directory cannot be used, EINVAL if
  ///   an argument contains a NUL.
  public init(
    _ command: Command, input: Input = .nothing, output: Output = .nothing,
    errors: Output = .nothing
  ) throws(SystemError) {
    let source = try Source(input)
    let outputSink = try Sink(output)
    let errorSink = try Sink(errors)
    let streams = (source.number, outputSink.number, errorSink.number)
    var number: pid_t = 0
    descriptor = FileDescriptor(owning: try command.spawn(streams, number: &number))
    self.number = number
    self.output = outputSink.close()
    self.errors = errorSink.close()
  }

  deinit {
    if known.withLock({ $0 }) != nil { return }
    pidfd_send_signal(descriptor.number, SIGKILL, nil, 0)
    _ = try? reap(0)
  }
}

/// The standard input of a process; open until the process has its copy.
private struct Source: ~Copyable {
  let number: Int32
  private let file: FileDescriptor?

  init(_ input: ChildProcess.Input) throws(SystemError) {
    let file = try Self.memoryFile(for: input)
    if case .descriptor(let number) = input {
      self.number = number
    } else {
      number = file.number ?? -1
    }
    self.file = file
  }

  private static func memoryFile(
    for input: ChildProcess.Input
  ) throws(SystemError) -> FileDescriptor? {
    guard case .bytes(let bytes) = input else { return nil }
    let file = try FileDescriptor(inMemory: "input")
    try file.write(bytes)
    try file.rewind()
    return file
  }
}

/// An output of a process; open until the process has its copy.
private struct Sink: ~Copyable {
  let number: Int32
  private let reading: FileDescriptor?
  private let writing: FileDescriptor?

  init(_ output: ChildProcess.Output) throws(SystemError) {
    switch output {
    case .nothing: self.init(number: -1, reading: nil, writing: nil)
    case .descriptor(let number): self.init(number: number, reading: nil, writing: nil)
    case .pipe: try self.init(Pipe())
    }
  }

  private init(_ pipe: consuming Pipe) throws(SystemError) {
    try pipe.reading.makeNonBlocking()
    self.init(
      number: pipe.writing.number, reading: pipe.reading, writing: pipe.writing)
  }

  private init(
    number: Int32, reading: consuming FileDescriptor?, writing: consuming FileDescriptor?
  ) {
    self.number = number
    self.reading = reading
    self.writing = writing
  }

  /// Closes the writing end, so that the reading end reports the end of the output; returns the reading end.
  consuming func close() -> FileDescriptor? {
    reading
  }
}

extension FileDescriptor? {
  /// The number of the descriptor; nil if there is no descriptor.
  var number: Int32? {
    switch self {
    case .some(let descriptor): descriptor.number
    case nil: nil
    }
  }
}

extension ChildProcess.Command {
  /// Starts the process, and returns its pidfd.
  fileprivate func spawn(
    _ streams: (Int32, Int32, Int32), number: inout pid_t
  ) throws(SystemError) -> Int32 {
    let words = [program.bytes] + arguments
    guard !(words + (environment ?? [])).contains(where: { $0.contains(0) }) else {
      throw SystemError(code: EINVAL, attempt: "Cannot start", path: program)
    }
    let strings = Self.terminated(words)
    // The added NUL distinguishes an empty environment from nil, which means to inherit.
    let variables = environment.map { Self.terminated($0) + [0] }
    let folder = directory.map { Self.terminated([$0.bytes]) }
    return try retrying("Cannot start", program) {
      unsafe program.withCString { program in
        unsafe withUnsafePointer(to: streams) { streams in
          unsafe streams.withMemoryRebound(to: Int32.self, capacity: 3) { streams in
            unsafe clinux_spawn(
              &number, program, strings, words.count, variables, environment?.count ?? 0, folder,
              streams)
          }
        }
      }
    }
  }

  private static func terminated(_ strings: [[UInt8]]) -> [CChar] {
    strings.flatMap { string in string.map { CChar(bitPattern: $0) } + [0] }
  }
}
