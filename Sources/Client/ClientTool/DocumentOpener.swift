import LinuxSystem
import SearchInterface

/// Starts the programs that open files, and reports why none could.
struct DocumentOpener {
  /// Whether the user sees the output of programs on the terminal.
  let isOnTerminal: Bool

  /// The longest wait for a program that only passes a request to another program.
  private static let requestTimeout = Duration.seconds(20)
  /// How long to wait whether a program reports that it cannot open a file.
  ///
  /// The three cases: there is no display; the program passes the file to another one; the program
  /// shows the file itself.
  private static let patience = (
    blind: Duration.seconds(15), passing: Duration.seconds(3), showing: Duration.seconds(1)
  )
  /// The longest time for which the user may have a file open.
  private static let longest = Duration.seconds(14 * 86_400)

  /// The outcome of opening a file.
  private enum Outcome {
    /// The program was started and keeps running, or has passed the file to another program.
    case passedOn
    /// The program has shown the file, and has ended.
    case shown
    /// No program has opened the file, for this reason.
    case failed(String)
  }

  /// Opens a hit; `path` is the path of its file, or of the file that contains the member.
  ///
  /// - Returns: whether the user has already closed the file again.
  /// - Throws: a failure with the message of the last program if none could open the file.
  func open(_ hit: HitMessage, at path: FilePath) throws -> Bool {
    try start(DocumentOpening.choices(for: hit, at: path, on: desktop(for: hit)), path)
  }

  /// Shows a mail as text with a pager on the terminal, for a machine that cannot show windows.
  ///
  /// - Returns: whether the user has already closed the file again.
  /// - Throws: a failure with the message of the last program if none could open the file.
  func page(_ hit: HitMessage, at path: FilePath) throws -> Bool {
    let pagers = Self.pagers.map { program in
      DocumentOpening(hit, at: path, on: DocumentOpening.Desktop(editor: program))
    }
    return try start(pagers + [DocumentOpening(opening: path)], path)
  }

  /// Whether mails are shown as text on the terminal.
  var pagesMails: Bool { isOnTerminal && !Self.hasDisplay && !Self.pagers.isEmpty }

  /// Shows a file in the file manager; if none is on D-Bus, opens the folder of the file.
  ///
  /// - Throws: a failure if the folder cannot be opened either.
  func reveal(_ file: FilePath) throws {
    let opening = DocumentOpening(revealing: file.uri)
    if let program = ProcessEnvironment.program(opening.program) {
      let report = try? ChildProcess.run(
        ChildProcess.Command(program, opening.arguments),
        until: .now + Self.requestTimeout)
      if report?.ending == .exited(0) { return }
    }
    _ = try start([DocumentOpening(opening: file.parent)], file.parent)
  }

  /// Opens a page in the browser.
  ///
  /// - Throws: a failure with the message of the program if it could not.
  func open(page address: String) throws {
    guard case .failed(let sentence) = try start(DocumentOpening(page: address)) else { return }
    throw ClientCommand.Failure(
      code: .failed,
      sentence: """
        No browser was opened: \(sentence) 'sitta web --print' prints the address, to open it by hand within \
        a minute.
        """)
  }

  private func start(_ choices: [DocumentOpening], _ path: FilePath) throws -> Bool {
    var reason = ""
    for choice in choices {
      switch try start(choice) {
      case .passedOn: return false
      case .shown: return true
      case .failed(let sentence): reason = sentence
      }
    }
    let remedy = Self.remedy(for: choices.last?.program ?? "")
    throw ClientCommand.Failure(
      code: .failed, sentence: "'\(path)' was not opened: \(reason) \(remedy)")
  }

  private static func remedy(for program: String) -> String {
    program == "xdg-open"
      ? "Install the package xdg-utils and an application for the file, or set VISUAL for files of text."
      : "Set VISUAL to another program."
  }

  // MARK: - The desktop

  private func desktop(for hit: HitMessage) -> DocumentOpening.Desktop {
    var desktop = DocumentOpening.Desktop()
    desktop.hasDisplay = Self.hasDisplay
    if isOnTerminal {
      let editor = ProcessEnvironment.variable("VISUAL") ?? ProcessEnvironment.variable("EDITOR")
      desktop.editor = editor.map { String(decoding: $0, as: UTF8.self) }
      desktop.textPrograms = Self.textPrograms
    }
    if hit.page != nil, let program = ProcessEnvironment.program("xdg-mime") {
      let words = ["query", "default", hit.document.type]
      let report = try? ChildProcess.run(
        ChildProcess.Command(program, words.map { Array($0.utf8) }),
        until: .now + Self.requestTimeout)
      let name = report.map { String(decoding: $0.output, as: UTF8.self) } ?? ""
      desktop.application = name.split(separator: "\n").first.map(String.init) ?? ""
    }
    return desktop
  }

  private static var hasDisplay: Bool {
    ["WAYLAND_DISPLAY", "DISPLAY"].contains { ProcessEnvironment.variable($0) != nil }
  }

  /// The editor that Debian's alternatives choose, and a pager.
  private static var textPrograms: [String] {
    ["sensible-editor"].filter(isKnown) + pagers
  }

  /// The pager, at most one; `less` displays control characters as text.
  private static var pagers: [String] {
    let pager = ProcessEnvironment.variable("PAGER").map { String(decoding: $0, as: UTF8.self) }
    let wished = pager.flatMap { isKnown($0) && $0 != "cat" ? $0 : nil }
    return [wished ?? "less"].filter(isKnown)
  }

  /// Whether the program at the beginning of a shell command exists.
  private static func isKnown(_ command: String) -> Bool {
    let name = command.split(separator: " ").first.map(String.init) ?? ""
    return name.hasPrefix("/") || ProcessEnvironment.program(name) != nil
  }

  // MARK: - Starting

  private func start(_ opening: DocumentOpening) throws -> Outcome {
    let name = opening.program.split(separator: " ").first.map(String.init) ?? ""
    guard Self.isKnown(opening.program), let shell = ProcessEnvironment.program("sh") else {
      return .failed("There is no program '\(name)'.")
    }
    return opening.isOnTerminal
      ? try showOnTerminal(opening, name, shell) : try passOn(opening, name, shell)
  }

  /// Runs an editor or pager on the terminal, and waits until it ends.
  private func showOnTerminal(
    _ opening: DocumentOpening, _ name: String, _ shell: FilePath
  ) throws -> Outcome {
    let words = ["-c", "exec \(opening.program) \"$@\"", opening.program].map { Array($0.utf8) }
    let process = try ChildProcess(
      ChildProcess.Command(shell, words + opening.arguments), input: .descriptor(0),
      output: .descriptor(1), errors: .descriptor(2))
    SignalDescriptor.ignoreInterrupts()
    switch try process.wait(until: .now + Self.longest) {
    case .exited(0)?: return opening.endsWithPerson ? .shown : .passedOn
    case .exited(let code)?: return .failed("'\(name)' ended with the exit code \(code).")
    case .killed(let signal)?: return .failed("'\(name)' was ended by the signal \(signal).")
    case nil: return .passedOn
    }
  }

  /// Starts a program in its own session, without the terminal, and watches for a moment whether it fails.
  ///
  /// The program then keeps running. Its standard error is discarded, but still read, because a
  /// closed pipe would end the program.
  private func passOn(
    _ opening: DocumentOpening, _ name: String, _ shell: FilePath
  ) throws -> Outcome {
    let script = """
      { { "$0" "$@" < /dev/null 2>&1 > /dev/null 3>&- 4>&-; echo "$?" >&3; } |
        { cat >&4; exec cat; } > /dev/null 3>&-; } 3>&1 4>&2 2> /dev/null &
      """
    let words = ["-c", script, opening.program].map { Array($0.utf8) }
    let process = try ChildProcess(
      ChildProcess.Command(shell, words + opening.arguments), output: .pipe, errors: .pipe)
    let patience =
      opening.program != "xdg-open"
      ? Self.patience.showing : Self.hasDisplay ? Self.patience.passing : Self.patience.blind
    var said = ChildProcess.Complaint()
    let output = try process.nextOutput(until: .now + patience, &said)
    guard let output else { return .passedOn }
    let code = String(decoding: output.prefix { $0 != 0x0a }, as: UTF8.self)
    if code == "0" { return .passedOn }
    try process.readErrors(&said, until: .now + Self.patience.showing)
    // The last line is the reason; tools that xdg-open tried before have written the earlier lines.
    let last = String(decoding: said.bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last
    let reason = last.map { ": \($0.prefix(300))" } ?? ""
    let stop = reason.hasSuffix(".") ? "" : "."
    return .failed("'\(name)' ended with the exit code \(code)\(reason)\(stop)")
  }
}
