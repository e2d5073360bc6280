import Arguments
import LinuxSystem
import SearchInterface

/// The command `sitta changes`: prints the feed of all changes of the index.
extension ClientCommand {
  static let changesCommand = CommandLineTable.Command(
    "changes",
    options: [
      .init(
        "since", value: "CLOCK",
        help: "Print only what has changed after the last clock that was printed before."),
      .init("follow", "f", help: "Keep running until Ctrl-C: print each change."),
      .init("text", help: "With `--json`, print the texts of documents as well."),
      .init(
        "consumer", value: "NAME",
        help: """
          Register a reader by this name, and confirm what it has stored, up to `--since`: removals after \
          that are kept for it, for up to 30 days.
          """),
      .init("confirm", help: "Only confirm, and print nothing."),
      .init("drop", help: "Drop the reader that `--consumer` names, and print nothing."),
      .init("json", help: "Print one JSON object a line."),
    ],
    help: "Print everything that changes in the index, so that a program can keep a copy.",
    details: [
      """
      Without `--since` it begins with all folders and documents. Each `clock` line says that everything \
      before it was printed: store it with the changes, and pass it to `--since` to continue, after a crash \
      as well. CHANGES below describes the lines. It ends if the daemon ends.
      """
    ],
    examples: [
      .init("changes --follow --json | jq -r '.document.document.uri // empty'", "as files change"),
      .init("changes --json --text --consumer backup --since 5f0c:42", "what a copy lacks"),
      .init("changes --consumer backup --drop", "removals need not be kept for it any more"),
    ])

  func changes(_ parsed: ParsedArguments) throws -> ExitCode {
    let consumer = parsed.text(of: "consumer")
    let since = try since(parsed)
    if parsed.has("confirm") || parsed.has("drop") {
      return try confirm(since, by: consumer, isDropped: parsed.has("drop"), parsed)
    }
    if parsed.has("text"), !parsed.has("json") { throw UsageError("--text needs --json.") }
    var parameters = ChangesMethod.Parameters()
    (parameters.since, parameters.consumer) = (since, consumer)
    parameters.text = parsed.has("text") ? true : nil
    let follows = parsed.has("follow")
    if follows {
      parameters.follow = true
      output.showAtOnce()
    }
    var printer = ChangePrinter(output, isJSON: parsed.has("json"))
    let client = follows ? try connect(parsed, timeout: Self.endless) : try connect(parsed)
    try client.changes(parameters) { reply in try printer.print(reply) }
    return printer.isEmpty ? .notFound : .found
  }

  private func confirm(
    _ clock: ClockMessage?, by consumer: String?, isDropped: Bool, _ parsed: ParsedArguments
  ) throws -> ExitCode {
    let unneeded = ["follow", "text", "json", isDropped ? "confirm" : "drop"]
    guard let consumer, (clock == nil) == isDropped, !unneeded.contains(where: parsed.has) else {
      throw UsageError(
        isDropped
          ? "--drop needs --consumer, and nothing else."
          : "--confirm needs --consumer and --since, and nothing else.")
    }
    try connect(parsed).confirmChanges(.init(consumer: consumer, clock: clock))
    return .found
  }
}

/// Prints the feed, with one line for each change.
struct ChangePrinter {
  /// The words that begin lines; in JSON, the keys of the objects.
  enum Word: String, CaseIterable {
    case reset, removed, removedFolder, folder, document, clock
  }

  private let output: any TextOutput
  private let isJSON: Bool
  private var clock: ClockMessage?
  /// A document whose text has not arrived completely.
  private var partial = PartialDocument()
  /// Whether no change has been printed.
  private(set) var isEmpty = true

  init(_ output: any TextOutput, isJSON: Bool) {
    (self.output, self.isJSON) = (output, isJSON)
  }

  /// Prints a reply, in such an order that a client can apply the lines one after another.
  mutating func print(_ reply: ChangesMethod.Reply) throws {
    if reply.reset == true { try print(.reset, true, "") }
    for removal in reply.removed { try print(.removed, removal, "\(removal.id)") }
    for removal in reply.removedFolders { try print(.removedFolder, removal, "\(removal.id)") }
    for folder in reply.folders {
      let access = folder.access.map { "\t\($0)" } ?? ""
      try print(.folder, folder, "\(folder.id)\t\(folder.uri)\(access)")
    }
    for part in reply.documents {
      guard let document = partial.whole(part) else { continue }
      let access = document.access.map { "\t\($0)" } ?? ""
      try print(.document, document, "\(document.id)\t\(document.document.uri)\(access)")
    }
    if reply.clock != clock {
      let text = "\(reply.clock.index):\(reply.clock.sequence)"
      try write(.clock, text, text)
      clock = reply.clock
    }
  }

  private mutating func print(_ word: Word, _ value: some Encodable, _ text: String) throws {
    isEmpty = false
    try write(word, value, text)
  }

  private func write(_ word: Word, _ value: some Encodable, _ text: String) throws {
    if isJSON {
      try output.write(JSONLine.text(of: [word.rawValue: value]))
    } else {
      try output.write("\(word.rawValue)\t\(text)".trimmingTabs.escapingControlsInFields + "\n")
    }
  }
}

extension String {
  /// The text without a tab at its end.
  fileprivate var trimmingTabs: String { hasSuffix("\t") ? String(dropLast()) : self }

  /// The text with control characters other than tabs escaped.
  fileprivate var escapingControlsInFields: String {
    split(separator: "\t", omittingEmptySubsequences: false)
      .map { String($0).escapingControls() }.joined(separator: "\t")
  }
}
