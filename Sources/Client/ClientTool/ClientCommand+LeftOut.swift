import Arguments
import LinuxSystem
import SearchInterface

/// `sitta list --left-out`: what rules leave out.
extension ClientCommand {
  /// Options of `list` that say nothing about files that are not indexed.
  private static let indexOptions = [
    "failed", "reader", "within", "since", "away", "format", "vimgrep",
  ]

  func listExcluded(by word: String, _ parsed: ParsedArguments) throws -> ExitCode {
    for option in Self.indexOptions
    where parsed.has(option) || !parsed.allBytes(of: option).isEmpty {
      throw UsageError("--left-out and --\(option) cannot be combined.")
    }
    if parsed.has("json"), parsed.has("null") {
      throw UsageError("Only one of --json and --null can be used.")
    }
    var parameters = ListExcludedMethod.Parameters()
    if word != "all" {
      parameters.rule = ExclusionRule.allCases.first { $0.word == word }
    }
    if let operand = parsed.operands.first {
      parameters.folder = try folder(operand, of: "list").resolvingAnsweredLinks().uri
    }
    var (isEmpty, unread) = (true, 0)
    try connect(parsed, timeout: Self.endless).listExcluded(parameters) { reply in
      for entry in reply.entries { try write(entry, parsed, showsRule: parameters.rule == nil) }
      isEmpty = isEmpty && reply.entries.isEmpty
      unread = reply.unread
    }
    if unread > 0 {
      output.note("\(unread.counted("folder")) could not be looked at.")
    }
    return isEmpty ? .notFound : .found
  }

  private func write(
    _ entry: ExcludedMessage, _ parsed: ParsedArguments, showsRule: Bool
  ) throws {
    if parsed.has("json") { return try output.write(JSONLine.text(of: entry)) }
    guard let path = FilePath(uri: entry.uri) else { return }
    if parsed.has("null") { return try output.write(path: path, end: 0) }
    let rule = showsRule ? "  (\(entry.rule.words))" : ""
    try output.write("\(path)\(entry.folder ? "/" : "")".escapingControls() + rule + "\n")
  }
}

extension ExclusionRule {
  /// The rule as a word of `--left-out`.
  var word: String {
    switch self {
    case .toolFolder: "tools"
    case .tooLarge: "large"
    case .otherFileSystem: "devices"
    case .ownFolder: "index"
    default: rawValue
    }
  }

  /// The rule for people, after a number of files.
  var words: String {
    switch self {
    case .hidden: "hidden"
    case .pattern: "by Exclude="
    case .ignored: "by ignore files"
    case .toolFolder: "filled by tools"
    case .repository: "of git"
    case .secret: "possibly secret"
    case .forgotten: "forgotten"
    case .marker: "in marked folders"
    case .tooLarge: "too large"
    case .otherFileSystem: "on other file systems"
    case .ownFolder: "of the index itself"
    }
  }
}
