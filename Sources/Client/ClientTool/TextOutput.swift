import LinuxSystem

/// Where the client writes its output.
public protocol TextOutput {
  /// The terminal that shows the results, in its current size; nil for a pipe or file.
  var terminal: Terminal? { get }

  /// Prints bytes unchanged.
  func write(bytes: [UInt8]) throws

  /// Prints a message on its own line, separate from the results.
  func note(_ sentence: String)

  /// Makes output appear at once from now on, because the command keeps running.
  func showAtOnce()
}

extension TextOutput {
  /// Does nothing, because most outputs do not buffer.
  public func showAtOnce() {}

  func write(_ text: String) throws {
    try write(bytes: Array(text.utf8))
  }

  /// Prints a path and the byte `end`: the bytes of the path for a program, an escaped path on a terminal.
  func write(path: FilePath, end: UInt8) throws {
    try write(bytes: (terminal == nil ? path.bytes : Array(path.description.utf8)) + [end])
  }
}

/// The properties of a terminal.
public struct Terminal: Equatable, Sendable {
  /// The number of rows.
  public var rows: Int
  /// The number of columns.
  public var columns: Int
  /// Whether it is dumb or unknown, so that escape sequences must not be sent to it.
  public var isPlain: Bool
  /// Whether the user wants colours and links on it.
  public var wantsColors = true
  /// The name of this machine, for links; empty if unknown.
  public var host = ""

  /// Whether escape sequences must not be sent to a terminal of a type.
  ///
  /// - Parameter type: the value of `$TERM`, see term(7); nil if it is not set or empty.
  /// - Returns: whether the type is dumb or unknown.
  public static func isPlain(type: [UInt8]?) -> Bool {
    type == nil || type == Array("dumb".utf8)
  }
}

/// Standard output and standard error.
public struct StandardOutput: TextOutput {
  /// Makes the output.
  public init() {}

  /// The terminal of standard output; nil for a pipe or file.
  public var terminal: Terminal? {
    guard let size = ProcessEnvironment.terminalSize(1) else { return nil }
    return Terminal(
      rows: size.rows, columns: size.columns,
      isPlain: Terminal.isPlain(type: ProcessEnvironment.variable("TERM")),
      // See <https://no-color.org>.
      wantsColors: ProcessEnvironment.variable("NO_COLOR") == nil,
      host: ProcessEnvironment.hostName)
  }

  /// Prints to standard output.
  public func write(bytes: [UInt8]) throws {
    try FileDescriptor.writeToStandardOutput(bytes)
  }

  /// Prints a line with the program's name and a message to standard error.
  public func note(_ sentence: String) {
    // If standard error is closed, the message is dropped.
    try? FileDescriptor.writeToStandardError("sitta: \(sentence.escapingControls())\n")
  }
}
