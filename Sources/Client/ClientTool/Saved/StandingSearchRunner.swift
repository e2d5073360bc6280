import ForeignJSON
import FoundationEssentials
import LinuxSystem
import SearchInterface
import Synchronization

/// Follows one standing search, and notifies of its new hits, until it is ended.
///
/// One thread reads the changes, and another one notifies of all that came meanwhile. The clock up to which it has
/// notified is in a file, so that nothing is lost between two starts of the service.
final class StandingSearchRunner: Sendable {
  /// The longest time for which a program may run.
  private static let programTimeout = Duration.seconds(600)
  /// The most documents that are looked through for what was missed.
  private static let mostMissed = 10_000

  private struct State {
    var hits = StandingHits()
    /// Whether the other thread has been woken and has not taken the hits yet.
    var isSignalled = false
    var hasEnded = false
  }

  private let search: SavedSearch
  private let connection: DaemonConnection
  private let clockFile: FilePath
  private let state = Mutex(State())
  private let wake: Pipe
  /// Writes a sentence into the journal; it names the search by its number, because its name may be its query.
  private let log: @Sendable (String) -> Void

  init(
    _ search: SavedSearch, _ connection: DaemonConnection, clocks: FilePath,
    log: @escaping @Sendable (String) -> Void
  ) throws {
    (self.search, self.connection, self.log) = (search, connection, log)
    clockFile = clocks.appending("\(search.name).clock")
    wake = try Pipe()
  }

  /// Starts the two threads.
  ///
  /// - Throws: the error of pthread_create(3).
  func start() throws {
    try DetachedThread.start("sitta-follow") { self.follow() }
    try DetachedThread.start("sitta-notify") { self.notify() }
  }

  /// Has the threads take no further step; each finishes the one it is at, which may wait for long.
  func end() { state.withLock { $0.hasEnded = true } }

  /// Asked by both loops: the optimizer of Swift 6.3 runs for ever on a loop that nothing can end.
  private var hasEnded: Bool { state.withLock(\.hasEnded) }

  private static func wait(until due: ContinuousClock.Instant) {
    _ = try? FileDescriptor.wait(forAnyOf: [], until: due)
  }

  // MARK: Following

  private func follow() {
    var backoff = Backoff(first: .seconds(1), longest: .seconds(300))
    while !hasEnded {
      do {
        try followOnce { backoff.reset() }
      } catch let failure as SearchFailure {
        log("is interrupted: \(failure)")
      } catch {
        log("is interrupted, because sittad does not answer")
      }
      Self.wait(until: .now + backoff.next())
    }
  }

  private func followOnce(_ isWorking: () -> Void) throws {
    var parameters = SubscribeMethod.Parameters(query: search.query)
    // What was found before is not new, and neither is what comes back with its disk.
    (parameters.limit, parameters.snippetWords, parameters.away) = (0, 0, true)
    var isFirst = true
    try connection.open(timeout: ClientCommand.endless).subscribe(parameters) { reply in
      if isFirst {
        try addMissed(or: reply.clock)
        isWorking()
      } else {
        add { hits in
          hits.add(
            appeared: reply.appeared.map(\.document), reply.clock, isWhole: !reply.more)
        }
      }
      isFirst = false
    }
  }

  /// Adds the documents that were added or changed since the last notification; none at the first start.
  private func addMissed(or clock: ClockMessage) throws {
    guard let bytes = try? FileDescriptor(openingOwn: clockFile).read(upTo: 4_096, expecting: 128),
      let since = try? ForeignJSON.decode(ClockMessage.self, from: bytes)
    else { return add { $0.add(missed: [], leftOut: 0, clock) } }
    var parameters = SearchMethod.Parameters(query: search.query)
    (parameters.since, parameters.strict, parameters.away) = (since, true, true)
    (parameters.limit, parameters.snippetWords) = (StandingHits.limit, 0)
    parameters.deadline = ClientCommand.patience
    let client = try connection.open(timeout: .milliseconds(ClientCommand.patience) + .seconds(5))
    var missed: [DocumentMessage] = []
    var reply = try client.search(parameters)
    // After a new index nobody knows what is new.
    if reply.reset == true { return add { $0.add(missed: [], leftOut: 0, reply.clock) } }
    let first = reply.clock
    missed += reply.hits.map(\.document)
    while reply.more, missed.count < Self.mostMissed {
      parameters.offset = missed.count
      reply = try client.search(parameters)
      missed += reply.hits.map(\.document)
    }
    let leftOut = max(0, reply.count - missed.count)
    add { $0.add(missed: missed, leftOut: leftOut, first) }
  }

  private func add(_ body: (inout StandingHits) -> Void) {
    let mustSignal = state.withLock { state in
      body(&state.hits)
      defer { state.isSignalled = true }
      return !state.isSignalled
    }
    if mustSignal { try? wake.writing.write([0]) }
  }

  // MARK: Notifying

  private func notify() {
    var pace = StandingPace()
    while !hasEnded {
      guard (try? wake.reading.waitUntilReadable(timeout: .seconds(86_400))) == true else {
        continue
      }
      var byte: [UInt8] = []
      _ = try? wake.reading.readAvailable(upTo: 1, to: &byte)
      if state.withLock({ !$0.hits.documents.isEmpty }) {
        // Meanwhile further hits come, and are notified with these.
        Self.wait(until: pace.nextStart(at: .now))
      }
      let taken = state.withLock { state in
        state.isSignalled = false
        return state.hits.take()
      }
      if !taken.documents.isEmpty { notify(of: taken) }
      guard let clock = taken.clock else { continue }
      do {
        try clockFile.parent.makeDirectory()
        try clockFile.replaceContent(with: Array(JSONEncoder().encode(clock)))
      } catch {
        log("cannot keep its place, so that hits may come again after a restart")
      }
    }
  }

  private func notify(of hits: StandingHits) {
    if hits.leftOut > 0 { log("had \(hits.leftOut) more hits at once than are notified together") }
    if search.notify == true { showNotification(hits.documents, more: hits.leftOut) }
    if let program = search.run { start(program, hits.documents) }
  }

  /// Shows a notification through the desktop portal.
  ///
  /// See `org.freedesktop.portal.Notification`
  /// (<https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Notification.html>).
  private func showNotification(_ documents: [DocumentMessage], more leftOut: Int) {
    let names = documents.prefix(3).map(\.heading)
    let others = documents.count - names.count + leftOut
    let body = names.joined(separator: "\n") + (others > 0 ? "\nand \(others) more" : "")
    let words = [
      "--user", "--", "call", "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
      "org.freedesktop.portal.Notification", "AddNotification", "sa{sv}", "sitta-\(search.name)",
      "2", "title", "s", search.name, "body", "s", body,
    ]
    guard let busctl = ProcessEnvironment.program("busctl"),
      let report = try? ChildProcess.run(
        ChildProcess.Command(busctl, words.map { Array($0.utf8) }), until: .now + .seconds(20)),
      report.ending == .exited(0)
    else {
      return log("shows no notification: org.freedesktop.portal.Desktop did not take it")
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
      log("leaves out a path with a line feed; with --null it does not")
    }
    guard let path = FilePath(absolute: program) else {
      return log("has a program without an absolute path")
    }
    do {
      let process = try ChildProcess(
        ChildProcess.Command(path, []), input: .bytes(fitting.flatMap { $0.bytes + [end] }))
      guard let ending = try process.wait(until: .now + Self.programTimeout) else {
        return log("has ended its program after ten minutes")
      }
      if ending != .exited(0) { log("has a program that failed (\(ending))") }
    } catch {
      log("could not start its program")
    }
  }
}
