import ForeignJSON
import FoundationEssentials
import LinuxSystem
import SearchInterface

/// Follows one standing search, and tells of its new hits, until the process ends.
///
/// The clock up to which it has told is in a file, so that nothing is lost between two starts of the service.
final class StandingSearchRunner: Sendable {
  /// The most documents of which it tells at once.
  static let mostDocuments = 1_000
  /// The longest time for which a program may run.
  private static let programTimeout = Duration.seconds(600)

  private let search: SavedSearch
  private let connection: DaemonConnection
  private let clockFile: FilePath
  /// Writes a sentence into the journal; it has no query, text or path.
  private let log: @Sendable (String) -> Void

  init(
    _ search: SavedSearch, _ connection: DaemonConnection, clocks: FilePath,
    log: @escaping @Sendable (String) -> Void
  ) {
    (self.search, self.connection, self.log) = (search, connection, log)
    clockFile = clocks.appending("\(search.name).clock")
  }

  /// Follows the search; never returns.
  func run() {
    var backoff = Backoff(first: .seconds(1), longest: .seconds(300))
    var pace = StandingPace()
    while true {
      do {
        try follow(&pace) { backoff.reset() }
      } catch {
        log("The standing search '\(search.name)' is interrupted: \(error)")
      }
      Self.wait(until: .now + backoff.next())
    }
  }

  private func follow(_ pace: inout StandingPace, _ isConnected: () -> Void) throws {
    var parameters = SubscribeMethod.Parameters(query: search.query)
    // What was found before is not new.
    (parameters.limit, parameters.snippetWords) = (0, 0)
    var isFirst = true
    try connection.open(timeout: ClientCommand.endless).subscribe(parameters) { reply in
      if isFirst { isConnected() }
      let documents = isFirst ? try missed() : reply.appeared.map(\.document)
      isFirst = false
      if !documents.isEmpty {
        // Meanwhile the daemon collects further changes.
        Self.wait(until: pace.nextStart(at: .now))
        tell(of: documents)
      }
      try keep(reply.clock)
    }
  }

  /// The documents that were added or changed since it told last; none at its first start.
  private func missed() throws -> [DocumentMessage] {
    guard let bytes = try? FileDescriptor(openingOwn: clockFile).read(upTo: 4_096, expecting: 128),
      let clock = try? ForeignJSON.decode(ClockMessage.self, from: bytes)
    else { return [] }
    var parameters = SearchMethod.Parameters(query: search.query)
    (parameters.since, parameters.strict) = (clock, true)
    (parameters.limit, parameters.snippetWords) = (Self.mostDocuments, 0)
    parameters.deadline = ClientCommand.patience
    let reply = try connection.open(timeout: .milliseconds(ClientCommand.patience) + .seconds(5))
      .search(parameters)
    // After a new index nobody knows what is new.
    return reply.reset == true ? [] : reply.hits.map(\.document)
  }

  private func keep(_ clock: ClockMessage) throws {
    try clockFile.parent.makeDirectory()
    try clockFile.replaceContent(with: Array(JSONEncoder().encode(clock)))
  }

  private static func wait(until due: ContinuousClock.Instant) {
    _ = try? FileDescriptor.wait(forAnyOf: [], until: due)
  }

  // MARK: Telling

  private func tell(of documents: [DocumentMessage]) {
    if search.notify == true { notify(documents) }
    if let program = search.run { start(program, documents) }
  }

  /// Shows a notification through the desktop portal.
  ///
  /// See `org.freedesktop.portal.Notification`
  /// (<https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Notification.html>).
  private func notify(_ documents: [DocumentMessage]) {
    let names = documents.prefix(3).map(\.heading)
    let more = documents.count > 3 ? "\nand \(documents.count - 3) more" : ""
    let body = names.joined(separator: "\n") + more
    let words = [
      "--user", "call", "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
      "org.freedesktop.portal.Notification", "AddNotification", "sa{sv}", "sitta-\(search.name)",
      "2", "title", "s", search.name, "body", "s", body,
    ]
    guard let busctl = ProcessEnvironment.program("busctl"),
      let report = try? ChildProcess.run(
        ChildProcess.Command(busctl, words.map { Array($0.utf8) }), until: .now + .seconds(20)),
      report.ending == .exited(0)
    else {
      return log(
        "No notification for '\(search.name)': the portal org.freedesktop.portal.Desktop did not take it."
      )
    }
  }

  /// Starts the program, with the paths of the files on its standard input.
  private func start(_ program: String, _ documents: [DocumentMessage]) {
    let end: UInt8 = search.null == true ? 0 : 0x0a
    var seen: Set<FilePath> = []
    let files = documents.compactMap { DocumentLocation(uri: $0.uri)?.file }
      .filter { seen.insert($0).inserted }
    let fitting = files.filter { end == 0 || !$0.bytes.contains(0x0a) }
    if fitting.count < files.count {
      log("A path for '\(search.name)' has a line feed and is left out; with --null it is not.")
    }
    guard let path = FilePath(absolute: program) else {
      return log("The program of '\(search.name)' has no absolute path.")
    }
    do {
      let process = try ChildProcess(
        ChildProcess.Command(path, []), input: .bytes(fitting.flatMap { $0.bytes + [end] }))
      guard let ending = try process.wait(until: .now + Self.programTimeout) else {
        return log("The program of '\(search.name)' was ended after ten minutes.")
      }
      if ending != .exited(0) { log("The program of '\(search.name)' failed: \(ending).") }
    } catch {
      log("The program of '\(search.name)' was not started: \(error)")
    }
  }
}
