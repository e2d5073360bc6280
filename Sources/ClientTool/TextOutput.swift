import LinuxSystem

/// Where the client prints.
public protocol TextOutput {
  /// The terminal that shows the results, as it is now; nil where no person looks at them.
  var terminal: Terminal? { get }

  /// Prints bytes as they are.
  func write(bytes: [UInt8]) throws

  /// Says something beside the results, in a line of its own.
  func note(_ sentence: String)
}

extension TextOutput {
  func write(_ text: String) throws {
    try write(bytes: Array(text.utf8))
  }
}

/// What a terminal can do.
public struct Terminal: Equatable, Sendable {
  /// How many lines it shows.
  public var rows: Int
  /// How many characters a line holds.
  public var columns: Int
  /// Whether only text may be sent to it, because it is dumb or a person wants it so.
  public var isPlain: Bool
  /// The name of this machine, for links; empty where it is not known.
  public var host: String

  /// Describes a terminal.
  public init(rows: Int, columns: Int, isPlain: Bool, host: String = "") {
    self.rows = rows
    self.columns = columns
    self.isPlain = isPlain
    self.host = host
  }

  /// Whether only text may be sent to a terminal of this type: because it is dumb or unknown, or
  /// because a person wants no colours.
  ///
  /// The arguments are `$TERM` and `$NO_COLOR`, nil where one is not set or empty; see term(7) and
  /// <https://no-color.org>.
  public static func isPlain(type: [UInt8]?, noColor: [UInt8]?) -> Bool {
    noColor != nil || type == nil || type == Array("dumb".utf8)
  }
}

/// Standard output and standard error.
public struct StandardOutput: TextOutput {
  /// Makes the output.
  public init() {}

  /// The terminal of standard output.
  public var terminal: Terminal? {
    guard let size = ProcessEnvironment.terminalSize(1) else { return nil }
    return Terminal(
      rows: size.rows, columns: size.columns,
      isPlain: Terminal.isPlain(
        type: ProcessEnvironment.variable("TERM"),
        noColor: ProcessEnvironment.variable("NO_COLOR")),
      host: ProcessEnvironment.hostName)
  }

  /// Prints to standard output.
  public func write(bytes: [UInt8]) throws {
    try FileDescriptor.writeToStandardOutput(bytes)
  }

  /// Prints a line to standard error, behind the program's name.
  public func note(_ sentence: String) {
    // Where standard error is closed, nobody wants to hear it.
    try? FileDescriptor.writeToStandardError("sitta: \(sentence.escapingControls())\n")
  }
}
