import Arguments
import LinuxSystem
import SearchInterface

/// The command `sitta saved`.
extension ClientCommand {
  static let savedCommand = CommandLineTable.Command(
    "saved", operands: "[ACTION [TEXT…]]", operandCount: 0...10_000,
    completion: .choices(["add", "remove"]),
    options: [
      .init("name", value: "NAME", help: "The name of the search to add; else it is the query."),
      .init(
        "sort", value: "ORDER", choices: SearchOrder.allCases.map(\.rawValue),
        help: "The order of its hits."),
      .init("pin", help: "Show it on the page of 'sitta web' before anything is typed."),
      .init("json", help: "Print one JSON object a line."),
    ],
    help: "List the searches that you keep; `add QUERY…` keeps one, `remove NAME` forgets it.",
    details: [
      """
      Each one is a file that you can read, edit and copy: `~/.config/sitta/searches.d/NAME.conf`. The page of \
      `sitta web` shows the same searches. The exit code is 1 if there is none.
      """
    ],
    examples: [
      .init("saved add --name Invoices invoice type:pdf", "keep a search"),
      .init("saved", "list them"), .init("saved remove Invoices", "forget it again"),
    ])

  func saved(_ parsed: ParsedArguments) throws -> ExitCode {
    let folder = try SavedSearchFolder("searches.d")
    let action = parsed.operands.first.map { String(decoding: $0, as: UTF8.self) }
    let text = Self.joined(parsed.operands.dropFirst())
    switch action {
    case nil: return try list(folder, parsed)
    case "add" where !text.isEmpty:
      var search = SavedSearch(parsed.text(of: "name") ?? SavedSearch.name(for: text), text)
      search.sort = parsed.text(of: "sort")
      search.pinned = parsed.has("pin")
      try folder.write(search)
      output.note("Wrote '\(folder.file(search.name))'.")
      return .found
    case "remove" where !text.isEmpty:
      return try remove(text, from: folder)
    default:
      throw UsageError("'sitta saved' takes 'add QUERY…' or 'remove NAME'.")
    }
  }

  /// The words of operands as one line.
  static func joined(_ words: some Collection<[UInt8]>) -> String {
    words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      .split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Prints the searches of a folder, and names the files that cannot be read.
  func list(_ folder: SavedSearchFolder, _ parsed: ParsedArguments) throws -> ExitCode {
    let (searches, unread) = try folder.all()
    let width = searches.map(\.name.count).max() ?? 0
    for search in searches {
      if parsed.has("json") {
        try output.write(JSONLine.text(of: search))
      } else {
        let blanks = String(repeating: " ", count: width - search.name.count + 2)
        try output.write(
          "\(search.name)\(blanks)\(search.words)".escapingControls() + "\n")
      }
    }
    for file in unread {
      output.note("'\(file)' is not understood: it needs a line Query=, and only known keys.")
    }
    return searches.isEmpty ? .notFound : .found
  }

  func remove(_ name: String, from folder: SavedSearchFolder) throws -> ExitCode {
    if try folder.remove(name) { return .found }
    output.note("There is no search '\(name.escapingControls())'.")
    return .notFound
  }
}

extension SavedSearch {
  /// What it searches and does, for people.
  fileprivate var words: String {
    let facts = [
      sort.map { "sorted by \($0)" }, pinned ? "pinned" : nil, notify == true ? "notifies" : nil,
      run.map { "runs \($0)" },
    ].compactMap(\.self)
    return facts.isEmpty ? query : "\(query)  (\(facts.joined(separator: ", ")))"
  }
}
