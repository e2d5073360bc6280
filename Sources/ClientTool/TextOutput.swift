import LinuxSystem

/// Where the client prints.
public protocol TextOutput {
  /// Whether a person looks at it, so that colours help.
  var isTerminal: Bool { get }

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

/// Standard output and standard error.
public struct StandardOutput: TextOutput {
  /// Makes the output; colours are left out where `NO_COLOR` is set (<https://no-color.org>).
  public init() {
    isTerminal =
      ProcessEnvironment.isTerminal(1) && ProcessEnvironment.variable("NO_COLOR") == nil
  }

  /// Whether standard output is a terminal that may get colours.
  public let isTerminal: Bool

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
