package import LinuxSystem
package import SearchInterface

/// What the desktops can do with Sitta: search, open a hit, and show more on the page.
package protocol DesktopActions: AnyObject {
  /// The best hits; none if the daemon does not answer.
  func search(_ query: String, limit: Int) -> [HitMessage]
  /// Opens a document, or shows it in the file manager.
  func open(_ uri: String, query: String, reveal: Bool)
  /// Opens the page with a query.
  func showPage(_ query: String)
}

/// Searches in the daemon, and starts `sitta` for everything else.
package final class DesktopSearch: DesktopActions {
  /// The longest wait for a reply, for which other calls wait as well.
  private static let timeout = Duration.milliseconds(1_500)
  /// The time limit of a search in milliseconds; then the hits so far are shown.
  private static let deadline = 400

  private let socket: FilePath
  private let sitta: FilePath
  private let consent: FilePath?
  private var client: SearchClient?

  /// - Parameters:
  ///   - socket: the socket of the daemon.
  ///   - sitta: the program `sitta`.
  ///   - consent: a folder that exists once the person has started the daemon. Before, nothing is searched, because a
  ///     connection would have systemd start it, and nobody who types into a desktop has agreed to an index.
  package init(socket: FilePath, sitta: FilePath, consent: FilePath?) {
    (self.socket, self.sitta, self.consent) = (socket, sitta, consent)
  }

  package func search(_ query: String, limit: Int) -> [HitMessage] {
    if let consent, !consent.exists { return [] }
    var parameters = SearchMethod.Parameters(query: query)
    (parameters.limit, parameters.prefixes) = (limit, .last)
    (parameters.deadline, parameters.snippetWords) = (Self.deadline, 16)
    parameters.language = ProcessEnvironment.language
    // A connection to a daemon that has ended fails once.
    for _ in 0..<2 {
      let isOld = client != nil
      let begin = ContinuousClock.now
      do {
        let client =
          try client
          ?? SearchClient(
            over: SearchClient.socket(at: socket, waits: false), timeout: Self.timeout)
        self.client = client
        return try client.search(parameters).hits
      } catch SearchFailure.deadlineExceeded(_, let partial) {
        return partial
      } catch is SearchFailure {
        return []
      } catch {
        client = nil
        // A daemon that does not answer is not asked again.
        if !isOld || begin + Self.timeout <= .now { return [] }
      }
    }
    return []
  }

  package func open(_ uri: String, query: String, reveal: Bool) {
    guard uri.hasPrefix("file:///") else { return }
    start(
      ["open", "--prefixes", "last", "--file=\(uri)"] + (reveal ? ["--reveal"] : []) + [
        "--", query,
      ])
  }

  package func showPage(_ query: String) { start(["web", "--", query]) }

  /// Starts `sitta` on a thread of its own, because it waits whether the file was opened.
  private func start(_ words: [String]) {
    let command = ChildProcess.Command(sitta, words.map { Array($0.utf8) })
    try? DetachedThread.start("sitta-open") {
      let report = try? ChildProcess.run(command, until: .now + .seconds(60))
      guard report?.ending != .exited(0) else { return }
      // Paths and queries do not belong into the journal.
      try? FileDescriptor.writeToStandardError(
        "sitta-session: 'sitta \(words[0])' failed; in a terminal it says why.\n")
    }
  }
}
