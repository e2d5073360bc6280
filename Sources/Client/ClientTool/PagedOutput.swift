import LinuxSystem

/// Output that is shown by a pager if it does not fit on the terminal.
///
/// As in git, the pager is the program in `$SITTA_PAGER` or `$PAGER`, or `less`, which ends at once if
/// everything fits. Messages are printed after the pager has ended, so that they do not disturb its screen.
public final class PagedOutput: TextOutput {
  private let base: any TextOutput
  private var held: [UInt8] = []
  private var rows = 0
  private var notes: [String] = []
  private var pager: Pager?
  /// Whether output is written directly, without a pager.
  private var isDirect = false

  /// Makes output for a terminal.
  public init(_ base: any TextOutput) {
    self.base = base
    isDirect = base.terminal.map(\.isPlain) ?? true
  }

  /// The terminal that shows the results.
  public var terminal: Terminal? { base.terminal }

  /// Buffers output as long as it fits on the screen; longer output goes to the pager.
  public func write(bytes: [UInt8]) throws {
    if isDirect { return try base.write(bytes: bytes) }
    if let pager { return try pager.write(bytes) }
    held += bytes
    rows += bytes.count { $0 == 0x0a }
    // One row is left for the shell's prompt.
    guard rows >= (terminal?.rows ?? 24) else { return }
    pager = Pager.start()
    isDirect = pager == nil
    defer { held = [] }
    try pager?.write(held) ?? base.write(bytes: held)
  }

  /// Keeps a message until the results have been shown.
  public func note(_ sentence: String) {
    if held.isEmpty, pager == nil { return base.note(sentence) }
    notes.append(sentence)
  }

  /// Writes everything at once from now on.
  public func showAtOnce() {
    if pager == nil { finish() }
  }

  /// Shows the buffered output, waits until the user leaves the pager, and prints the messages.
  public func finish() {
    // If the reader of the output has ended, no message can reach the user.
    try? base.write(bytes: held)
    held = []
    pager?.finish()
    pager = nil
    isDirect = true
    for sentence in notes { base.note(sentence) }
    notes = []
  }
}

/// A program that shows a text page by page.
private final class Pager {
  /// The longest time for which the user may read.
  private static let patience = Duration.seconds(30 * 86_400)

  private let process: ChildProcess
  private var pipe: FileDescriptor?

  private init(_ process: consuming ChildProcess, _ pipe: consuming FileDescriptor) {
    self.process = process
    self.pipe = .some(pipe)
  }

  /// Starts the pager; nil if there is none, or if it is set to `cat`.
  static func start() -> Pager? {
    let wish =
      ProcessEnvironment.variable("SITTA_PAGER") ?? ProcessEnvironment.variable("PAGER")
    if wish == Array("cat".utf8) { return nil }
    guard wish != nil || ProcessEnvironment.program("less") != nil,
      let shell = ProcessEnvironment.program("sh"), let pipe = try? Pipe()
    else { return nil }
    // The same options as in git: colours, no clearing of the screen, and an end at once if everything fits.
    let script = "export LESS=\"${LESS-FRX}\" LV=\"${LV--c}\"; exec "
    let command = ChildProcess.Command(
      shell, [Array("-c".utf8), Array(script.utf8) + (wish ?? Array("less".utf8))])
    guard
      let process = try? ChildProcess(
        command, input: .descriptor(pipe.reading.number), output: .descriptor(1),
        errors: .descriptor(2))
    else { return nil }
    // Ctrl-C must reach only the pager.
    SignalDescriptor.ignoreInterrupts()
    return Pager(process, pipe.closeReading())
  }

  func write(_ bytes: [UInt8]) throws {
    try pipe?.write(bytes)
  }

  /// Closes the pipe, and waits until the pager ends.
  func finish() {
    pipe = nil
    _ = try? process.wait(until: .now + Self.patience)
  }
}
