import BusServing
import ForeignJSON
import FoundationEssentials
import LinuxSystem
import SearchInterface
import Synchronization
import WebServing

/// What a session of a desktop needs of Sitta: the page for a browser, and answers on D-Bus.
///
/// `sitta-session web SOCKET PAGE SITTA first|later` serves the page with the files of the folder PAGE, for the daemon at
/// SOCKET, and does what changes files with the program SITTA. It prints the address of the page. `sitta-session bus`
/// answers the desktops.
///
/// Two processes share the work: `serve` answers requests, and may change no file. The other one starts programs for it.
@main
struct Main {
  static func main() {
    do {
      try run()
    } catch {
      try? FileDescriptor.writeToStandardError(
        "sitta-session: \("\(error)".escapingControls())\n")
      ProcessEnvironment.exit(4)
    }
  }

  private static func run() throws {
    SignalDescriptor.ignoreBrokenPipes()
    let arguments = ProcessEnvironment.arguments
    let words = arguments.map { String(decoding: $0, as: UTF8.self) }
    let paths = arguments.dropFirst().prefix(3).compactMap { FilePath(absolute: $0) }
    switch (words.first, paths.count, words.count) {
    case ("web", 3, 5): try web(paths, arguments[4])
    case ("serve", 3, 5): try serve(paths, isFirst: words[4] == "first")
    case ("bus", 0, 1): try answerDesktops()
    default:
      try FileDescriptor.writeToStandardError(
        "sitta-session is started by 'sitta web' and by D-Bus, and not by itself.\n")
      ProcessEnvironment.exit(2)
    }
  }

  /// Answers GNOME's overview and KDE's KRunner until nobody asks any more.
  private static func answerDesktops() throws {
    guard let program = ProcessEnvironment.programFile,
      let sitta = [program.parent, program.parent.parent.parent.appending("bin")]
        .map({ $0.appending("sitta") }).first(where: { $0.exists }),
      let socket = ProcessEnvironment.path(in: "SITTA_SOCKET") ?? SearchSocket.usualPath
    else {
      try FileDescriptor.writeToStandardError(
        "sitta-session: there is no program 'sitta', or the home folder is unknown.\n")
      ProcessEnvironment.exit(4)
    }
    // A socket with another name is the person's own choice.
    let isUsual = socket == SearchSocket.usualPath
    let actions = DesktopSearch(
      socket: socket, sitta: sitta,
      consent: isUsual ? ProcessEnvironment.stateHome?.appending("sitta") : nil)
    let home = ProcessEnvironment.home
    let service = try BusService([
      SearchProvider(actions, home: home),
      Runner(actions, home: home, language: ProcessEnvironment.language),
    ])
    try service.run()
  }

  /// Starts the server, and runs the errands that it sends.
  private static func web(_ paths: [FilePath], _ beginning: [UInt8]) throws {
    guard let program = ProcessEnvironment.programFile else { ProcessEnvironment.exit(4) }
    let sitta = paths[2]
    let listener = try LoopbackSocket.listen()
    let pair = try SocketPair()
    let places = [paths[0], paths[1], sitta.parent.appending("sittad")]
    let words = [Array("serve".utf8)] + places.map(\.bytes) + [beginning]
    let server = try ChildProcess(
      ChildProcess.Command(program, words), input: .descriptor(listener.number),
      output: .descriptor(pair.second.number), errors: .descriptor(2))
    var lines = LineReader(pair.closeSecond())
    guard let address = try lines.next() else { ProcessEnvironment.exit(4) }
    try FileDescriptor.writeToStandardOutput(address + [0x0a])
    while let line = try lines.next() {
      guard let errand = try? ForeignJSON.decode(WebErrand.self, from: line) else { break }
      let reply = try JSONEncoder().encode(run(errand, with: sitta, paths[0]))
      try lines.descriptor.write(Array(reply) + [0x0a])
    }
    withExtendedLifetime(server) {}
  }

  /// The longest time of an errand; the first start of the daemon takes some seconds.
  private static let timeout = Duration.seconds(45)

  private static func run(
    _ errand: WebErrand, with sitta: FilePath, _ socket: FilePath
  ) -> WebErrand.Outcome {
    // Only for the usual socket can systemd be asked to start the daemon.
    let place = socket == SearchSocket.usualPath ? [] : [Array("--socket".utf8), socket.bytes]
    do {
      let report = try ChildProcess.run(
        ChildProcess.Command(sitta, place + errand.arguments), until: .now + timeout)
      // That there is no saved search is no failure.
      if report.ending == .exited(0) || (errand == .saved && report.ending == .exited(1)) {
        return WebErrand.Outcome(
          lines: String(decoding: report.output, as: UTF8.self).split(separator: "\n").map(
            String.init))
      }
      let said = String(decoding: report.errors, as: UTF8.self)
      return WebErrand.Outcome(failure: said.isEmpty ? "sitta failed." : said)
    } catch {
      return WebErrand.Outcome(failure: "\(error)")
    }
  }

  private static func serve(_ paths: [FilePath], isFirst: Bool) throws {
    let listener = FileDescriptor(owning: 0)
    let control = Control(FileDescriptor(owning: 1))
    // The other process changes what is to be changed, so this one need not be able to.
    ProcessEnvironment.keepMemoryOutOfCoreDumps()
    let nowhere = FilePath.root.appending("dev").appending("null")
    _ = WriteProtection.start(except: [.init(nowhere, .writingToFiles)])
    let places = WebSession.Places(
      socket: paths[0], page: paths[1], daemon: paths[2], home: ProcessEnvironment.home,
      isFirst: isFirst,
      query: String(decoding: ProcessEnvironment.variable("SITTA_QUERY") ?? [], as: UTF8.self))
    let session = try WebSession(port: LoopbackSocket.port(of: listener), places: places) {
      control.run($0)
    }
    let server = try WebServer(
      on: listener, answering: { session.answer($0) }, ended: { session.requestEnded() })
    try control.write(Array(session.address.utf8))
    try session.waitForEnd()
    withExtendedLifetime(server) {}
    // Clients may still wait for answers on their threads.
    ProcessEnvironment.endNow()
  }
}

/// The line to the process that runs errands; one at a time.
private final class Control: Sendable {
  private let lines: Mutex<LineReader>
  /// The longest wait for an errand; the other process waits less.
  private static let timeout = Duration.seconds(60)
  private static let ended = WebErrand.Outcome(
    failure: "The helper process has ended. Run 'sitta web' again.")

  init(_ socket: consuming FileDescriptor) { lines = Mutex(LineReader(socket)) }

  func write(_ line: [UInt8]) throws {
    try lines.withLock { try $0.descriptor.write(line + [0x0a]) }
  }

  func run(_ errand: WebErrand) -> WebErrand.Outcome {
    do {
      let line = try Array(JSONEncoder().encode(errand))
      let outcome: WebErrand.Outcome? = try lines.withLockIfAvailable { lines in
        // An answer that came too late would be taken for the next one.
        guard !lines.isLate else { return Self.ended }
        try lines.descriptor.write(line + [0x0a])
        guard let answer = try lines.next(within: Self.timeout) else {
          lines.isLate = true
          return Self.ended
        }
        return try ForeignJSON.decode(WebErrand.Outcome.self, from: answer)
      }
      return outcome ?? WebErrand.Outcome(failure: "Another action is still running. Try again.")
    } catch {
      return WebErrand.Outcome(failure: "\(error)")
    }
  }
}

/// Reads lines from a descriptor.
private struct LineReader: ~Copyable {
  let descriptor: FileDescriptor
  /// Whether a line was waited for and did not come in time.
  var isLate = false
  private var bytes: [UInt8] = []

  init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// Waits for the next line; nil at the end, or if none comes in time.
  mutating func next(within timeout: Duration? = nil) throws -> [UInt8]? {
    let due = timeout.map { ContinuousClock.now + $0 }
    while true {
      if let end = bytes.firstIndex(of: 0x0a) {
        let line = Array(bytes[..<end])
        bytes.removeFirst(end + 1)
        return line
      }
      if bytes.count > 1 << 20 { return nil }
      let left = due.map { $0 - .now } ?? .seconds(3_600)
      if try !descriptor.waitUntilReadable(timeout: left) {
        if due != nil { return nil }
        continue
      }
      if try descriptor.readAvailable(upTo: 1 << 16, to: &bytes) == 0 { return nil }
    }
  }
}
