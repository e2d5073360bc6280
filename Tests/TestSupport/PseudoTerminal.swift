import Glibc
public import LinuxSystem

/// A terminal without a screen: a program writes to it and is typed to, as if a person sat there.
public final class PseudoTerminal {
  private let master: FileDescriptor
  // TIOCSPTLCK and TIOCGPTN, which Swift does not see; see ioctl_tty(2).
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// Runs a program on a new terminal, in a session of its own, so that Ctrl-C reaches it.
  ///
  /// - Parameters:
  ///   - command: the program to run.
  ///   - rows: how many lines the terminal shows.
  ///   - columns: how many characters a line holds.
  /// - Throws: where there is no terminal, or the program cannot be started; see pty(7).
  public init(running command: ChildProcess.Command, rows: Int = 24, columns: Int = 80) throws {
    let devices = FilePath.root.appending("dev")
    master = try FileDescriptor(opening: devices.appending("ptmx"), flags: O_RDWR | O_NOCTTY)
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    guard unsafe ioctl(master.number, Self.setLock, &isLocked) == 0,
      unsafe ioctl(master.number, Self.getNumber, &number) == 0
    else { throw SystemError(code: errno, attempt: "Cannot make a terminal", path: nil) }
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(master.number, UInt(TIOCSWINSZ), &size)
    let slave = try FileDescriptor(
      opening: devices.appending("pts").appending("\(number)"), flags: O_RDWR | O_NOCTTY)
    var session = command
    session.program = FilePath.root.appending("usr").appending("bin").appending("setsid")
    session.arguments = [Array("--ctty".utf8), command.program.bytes] + command.arguments
    let stream = slave.number
    process = try ChildProcess(
      session, input: .descriptor(stream), output: .descriptor(stream),
      errors: .descriptor(stream))
  }

  /// The program.
  public let process: ChildProcess

  /// Types text; `\u{3}` is Ctrl-C.
  public func type(_ text: String) throws {
    try master.write(Array(text.utf8))
  }

  /// Reads the output of the program, with line feeds as it wrote them.
  ///
  /// - Parameters:
  ///   - isEnough: whether this text is all that is waited for; by default, the text until the
  ///     program ends.
  ///   - patience: how long to wait for all of it.
  /// - Returns: the text so far, also where the program ended or the time was over.
  /// - Throws: the errors of read(2).
  public func read(
    until isEnough: (String) -> Bool = { _ in false }, patience: Duration = .seconds(60)
  ) throws -> String {
    let deadline = ContinuousClock.now + patience
    var bytes: [UInt8] = []
    while true {
      let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
      if isEnough(text) { return text }
      do throws(SystemError) {
        guard try master.waitUntilReadable(timeout: ContinuousClock.now.duration(to: deadline)),
          try master.readAvailable(upTo: 65_536, to: &bytes) != 0
        else { return text }
      } catch {
        // The error of read(2) when no process has the terminal open any more.
        guard error.code == EIO else { throw error }
        return text
      }
    }
  }
}
