import Arguments
import HostSearch
import LinuxSystem
import SearchInterface

/// The command `sitta open`.
extension ClientCommand {
  static let openCommand = CommandLineTable.Command(
    "open", operands: "QUERY…", operandCount: 1...10_000, completion: queryTerms,
    options: [
      .init("number", "n", value: "N", help: "Open the Nth hit; the first one by default."),
      .init(
        "file", value: "FILE", completion: .files,
        help: "Open this file instead of a hit, where the query matches in it."),
      .init("reveal", help: "Show the file in the file manager instead."),
      .init("print", help: "Print the path of the file instead."),
      .init("null", "0", help: "With `--print`, end the path with a NUL."),
      prefixes,
      .init(
        "sort", value: "ORDER", choices: SearchOrder.allCases.map(\.rawValue),
        help: sortHelp),
      .init("sync", help: "Wait until everything that was written before is in the index."),
    ],
    help: "Open a hit of a search, at the page or line of its match.",
    details: [
      """
      Text opens in `$VISUAL` or `$EDITOR` if sitta runs on a terminal. If neither is set, it opens as \
      `xdg-open` does it where windows can be shown, or else with `sensible-editor` or a pager. A PDF \
      document opens on its page if its application is Evince, Okular, Zathura or a browser. All other \
      files open as `xdg-open` does it.
      """,
      """
      If no program can open the file, `sitta` prints what the last one said, and the exit code is 4. \
      `--print` prints the bytes of the path; on a terminal control characters are escaped.
      """,
      """
      A message in a mailbox opens alone, as a private copy that the program for mails shows; an attachment \
      opens with its message. On a terminal without windows, a mail is shown as text in a pager. Copies are \
      in the folder for temporary files, and a later `sitta open` of a mail removes those of the day before.
      """,
    ],
    examples: [
      .init("open tax return 2025", "the best hit"),
      .init("open -n 3 tax return", "the third one"),
      .init("open --reveal holiday photos", "in its folder"),
      .init("open --file ~/tax.pdf refund", "a file that you know, at its match"),
      .init("open --print tax return", "only its path"),
    ])

  func open(_ parsed: ParsedArguments) throws -> ExitCode {
    let number = try parsed.number(of: "number", in: 1...Self.hitLimit) ?? 1
    try checkCombination(parsed)
    if let exchange = try hosts(parsed) {
      defer { exchange.close() }
      return try open(number, on: exchange, parsed)
    }
    let named = try parsed.bytes(of: "file").map(self.file(named:))
    let client = try connect(parsed)
    guard
      let hit = try named.map({ try hit(in: $0, client, parsed) })
        ?? hit(number, client, parsed)
    else { return .notFound }
    guard let location = DocumentLocation(uri: hit.document.uri) else {
      throw Failure(code: .failed, sentence: "The daemon names no file: '\(hit.document.uri)'.")
    }
    if parsed.has("print") {
      try output.write(path: location.file, end: parsed.has("null") ? 0 : 0x0a)
      return .found
    }
    if parsed.has("reveal") {
      try opener.reveal(location.file)
    } else if try !openMail(hit, at: location, client) {
      if hit.document.member != nil {
        output.note("'\(location.description)' is in this file; the file is opened.")
      }
      _ = try opener.open(hit, at: location.file)
    }
    // The daemon records it only if the configuration asks for it; the file is open in any case.
    try? client.opened(OpenedMethod.Parameters(query: query(parsed), uri: hit.document.uri))
    return .found
  }

  /// Opens a hit of a search on several hosts; a file of another machine is opened as a copy.
  private func open(
    _ number: Int, on exchange: HostExchange, _ parsed: ParsedArguments
  ) throws -> ExitCode {
    if parsed.bytes(of: "file") != nil || parsed.has("reveal") {
      throw UsageError("--host cannot be combined with --file and --reveal.")
    }
    try synchronize(exchange, parsed)
    var parameters = parameters(ofHit: number, parsed)
    parameters.sync = nil
    let reply = try FederatedSearch(parameters, on: exchange).page(limit: 1, offset: number - 1)
    let hit = report(reply, number)
    let code = finish(exchange, hit == nil ? .notFound : .found)
    guard let hit else { return code }
    let file: FilePath
    var copy: PrivateCopy?
    let here = DocumentLocation(uri: hit.document.uri)?.file
    let session = exchange.sessions.first { $0.host.name == hit.document.host }
    // A mapped folder of the host may not be mounted at the moment.
    let mapped = here.flatMap { $0.exists ? nil : session?.host.unmapped($0) }
    if let here, mapped == nil {
      file = here
    } else if let path = mapped ?? RemotePlace(uri: hit.document.uri)?.location.file, let session {
      let made = try RemoteFile(path, on: session.host).copy(control: session.control)
      (file, copy) = (made.file, made)
      output.note("This is a copy of a file on \(session.host.name), which can only be read.")
    } else {
      throw Failure(code: .failed, sentence: "The daemon names no file: '\(hit.document.uri)'.")
    }
    if parsed.has("print") {
      try output.write(path: file, end: parsed.has("null") ? 0 : 0x0a)
    } else {
      let uri = hit.document.uri
      let place = RemotePlace(uri: uri)?.location ?? DocumentLocation(uri: uri)
      if let entry = place?.mailboxEntry, let message = try messageFile(entry, in: file) {
        copy?.remove()
        try open(message, of: hit)
        return .found
      }
      var shown = hit
      (shown.document.uri, shown.link) = (file.uri, hit.page.map { "\(file.uri)#page=\($0)" })
      let hasEnded = try opener.open(shown, at: file)
      // The user has closed the program, so the copy is no longer needed.
      if hasEnded { copy?.remove() }
    }
    return .found
  }

  var opener: DocumentOpener { DocumentOpener(isOnTerminal: output.terminal != nil) }

  private func checkCombination(_ parsed: ParsedArguments) throws {
    if parsed.has("print"), parsed.has("reveal") {
      throw UsageError("Only one of --print and --reveal can be used.")
    }
    if parsed.has("null"), !parsed.has("print") {
      throw UsageError("--null needs --print.")
    }
    if parsed.bytes(of: "file") != nil, parsed.bytes(of: "number") != nil {
      throw UsageError("Only one of --file and --number can be used.")
    }
  }

  /// Parses the value of `--file`.
  private func file(named operand: [UInt8]) throws -> DocumentLocation {
    if let place = RemotePlace(uri: String(decoding: operand, as: UTF8.self)) {
      throw UsageError(
        "--file takes a file of this machine; --host \(place.authority) opens a hit of another.")
    }
    guard let home = ProcessEnvironment.home,
      let location = DocumentLocation(
        operand: operand, relativeTo: try .workingDirectory(), home: home)
    else { throw UsageError("--file takes a file.") }
    return location
  }

  /// Finds the best match in a document; if there is none, returns the document without a match.
  ///
  /// - Throws: a failure if the document is not in the index.
  private func hit(
    in location: DocumentLocation, _ client: SearchClient, _ parsed: ParsedArguments
  ) throws -> HitMessage {
    var parameters = SearchMethod.Parameters(query: query(parsed))
    parameters.limit = 1
    parameters.prefixes = parsed.text(of: "prefixes").flatMap(PrefixMode.init)
    parameters.sync = parsed.has("sync") ? true : nil
    parameters.folder = Self.folder
    parameters.within = [location.uri]
    // A correction is not wanted here, even if the file no longer has the words.
    parameters.strict = true
    // A desktop may know the file and no query; an empty one would be refused.
    let isEmpty = parameters.query.allSatisfy(\.isWhitespace)
    if !isEmpty, let hit = try client.search(parameters).hits.first { return hit }
    let document = try client.read(ReadMethod.Parameters(uri: location.uri, lines: 1)).document
    return HitMessage(document: document, score: nil, snippet: "", matches: [])
  }

  /// Finds the hit with a number, as `sitta search` numbers hits.
  private func hit(
    _ number: Int, _ client: SearchClient, _ parsed: ParsedArguments
  ) throws -> HitMessage? {
    let reply = try client.search(parameters(ofHit: number, parsed))
    return report(reply, number)
  }

  /// The parameters of a search for the hit with a number.
  private func parameters(
    ofHit number: Int, _ parsed: ParsedArguments
  ) -> SearchMethod.Parameters {
    var parameters = SearchMethod.Parameters(query: query(parsed))
    (parameters.limit, parameters.offset) = (1, number - 1)
    parameters.order = parsed.text(of: "sort").flatMap(SearchOrder.init)
    parameters.prefixes = parsed.text(of: "prefixes").flatMap(PrefixMode.init)
    parameters.sync = parsed.has("sync") ? true : nil
    parameters.language = ProcessEnvironment.language
    parameters.folder = Self.folder
    return parameters
  }

  /// Reports the correction and the warnings of a search, and returns its hit; nil if there is none.
  private func report(_ reply: SearchMethod.Reply, _ number: Int) -> HitMessage? {
    noteCorrection(reply)
    for warning in reply.warnings { output.note(warning) }
    if reply.hits.isEmpty {
      let count = reply.count + (reply.partial ?? 0)
      output.note(
        count == 0
          ? "Nothing was found."
          : "There is no hit \(number), only \(count) hit\(count == 1 ? "" : "s").")
    }
    return reply.hits.first
  }
}
