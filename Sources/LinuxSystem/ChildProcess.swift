import CLinux
import Glibc
import Synchronization

/// A process that this one has started, and that does not outlive this value.
///
/// It begins with its three streams and no other descriptor, with no signal blocked and none
/// ignored. Ending and signals go through a pidfd (pidfd_open(2)), so that they never meet another
/// process that got the same number. When the value goes away, the process is killed if it still
/// runs, and waited for.
public struct ChildProcess: ~Copyable, Sendable {
  /// What to start.
  public struct Command: Sendable {
    /// The program's file; `PATH` is not searched.
    public var program: FilePath
    /// The arguments after the program's name.
    public var arguments: [[UInt8]]
    /// The environment as `NAME=value`; nil for that of this process.
    public var environment: [[UInt8]]?
    /// Where it works; nil for the working directory of this process.
    public var directory: FilePath?

    /// Describes a process.
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

  /// What the process reads as its standard input.
  public enum Input: Sendable {
    /// Nothing: `/dev/null`.
    case nothing
    /// These bytes, from a file in memory, so that nobody has to feed a pipe.
    case bytes([UInt8])
    /// An open descriptor, which may be closed here once the process has started.
    case descriptor(Int32)
  }

  /// Where the process writes one of its two outputs.
  public enum Output: Sendable {
    /// Nowhere: `/dev/null`.
    case nothing
    /// Into a pipe that is read here; see ``ChildProcess/output`` and ``ChildProcess/errors``.
    case pipe
    /// Into an open descriptor, which may be closed here once the process has started.
    case descriptor(Int32)
  }

  /// How a process ended.
  public enum Ending: Equatable, Sendable {
    /// By itself, with an exit code; 0 means success.
    case exited(Int32)
    /// By a signal.
    case killed(signal: Int32)
  }

  /// The process number.
  public let number: Int32
  /// The pidfd: readable once the process has ended; see pidfd_open(2).
  public let descriptor: FileDescriptor
  /// What it writes to standard output, where that is a pipe; reading never blocks.
  public let output: FileDescriptor?
  /// What it writes to standard error, where that is a pipe; reading never blocks.
  public let errors: FileDescriptor?
  /// How it ended, once that was asked for after the end.
  let known = Mutex<Ending?>(nil)

  /// Starts a process; the corresponding C function is `posix_spawn`.
  ///
  /// - Throws: ENOENT or EACCES where the program or the working directory cannot be used, EINVAL
  ///   where an argument holds a NUL.
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

/// What a process reads, open until the process has its own copy.
private struct Source: ~Copyable {
  let number: Int32
  private let file: FileDescriptor?

  init(_ input: ChildProcess.Input) throws(SystemError) {
    let file = try Self.memoryFile(for: input)
    if case .descriptor(let number) = input {
      self.number = number
    } else {
      number = file.number(orElse: -1)
    }
    self.file = file
  }

  private static func memoryFile(
    for input: ChildProcess.Input
  ) throws(SystemError) -> FileDescriptor? {
    guard case .bytes(let bytes) = input else { return nil }
    let file = FileDescriptor(
      owning: try retrying("Cannot make a file in memory") {
        unsafe "input".withCString { unsafe clinux_memory_file($0) }
      })
    try file.write(bytes)
    let number = file.number
    try retrying("Cannot go to the start of a file") { lseek(number, 0, SEEK_SET) }
    return file
  }
}

/// Where a process writes, open until the process has its own copy.
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

  /// Closes the end that the process has now, so that the other one comes to its end with it.
  consuming func close() -> FileDescriptor? {
    reading
  }
}

extension FileDescriptor? {
  /// The number of the descriptor, or `other` where there is none.
  borrowing func number(orElse other: Int32) -> Int32 {
    switch self {
    case .some(let descriptor): descriptor.number
    case nil: other
    }
  }
}

extension ChildProcess.Command {
  /// Starts the process and returns its pidfd.
  fileprivate func spawn(
    _ streams: (Int32, Int32, Int32), number: inout pid_t
  ) throws(SystemError) -> Int32 {
    let words = [program.bytes] + arguments
    guard !(words + (environment ?? [])).contains(where: { $0.contains(0) }) else {
      throw SystemError(code: EINVAL, attempt: "Cannot start", path: program)
    }
    let strings = Self.terminated(words)
    // An empty environment is still one of its own: hence never no byte at all.
    let variables = environment.map { Self.terminated($0) + [0] }
    let place = directory.map { Self.terminated([$0.bytes]) }
    return try retrying("Cannot start", program) {
      unsafe program.withCString { program in
        unsafe withUnsafePointer(to: streams) { streams in
          unsafe streams.withMemoryRebound(to: Int32.self, capacity: 3) { streams in
            unsafe clinux_spawn(
              &number, program, strings, words.count, variables, environment?.count ?? 0, place,
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
