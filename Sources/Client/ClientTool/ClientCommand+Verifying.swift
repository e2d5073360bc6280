import Arguments
import LinuxSystem
import SearchInterface

/// The command `sitta verify`.
extension ClientCommand {
  static let verifyCommand = CommandLineTable.Command(
    "verify", operands: "[DIR]", operandCount: 0...1, completion: .folders,
    options: [
      .init(
        "repair", help: "Index again what differs, remove what is gone, and compare once more."),
      json,
    ],
    help: "Prove that the index has every file with its current content.",
    details: [
      """
      Each file that the rules include is read once more, and its digest is compared with that of the index; \
      sizes and times do not count as proof. A file that differs is printed with the reason, after it was asked \
      again: a file that changes meanwhile is no difference. Changes and searches come first, so it can take \
      about as long as the first index.
      """,
      """
      The exit code is 0 only if every file is in the index with its current content. It is 1 if a file \
      differs, waits to be indexed, or changed all the time. Files that cannot be read, and those of which only \
      a part is indexed, are counted. Without DIR everything is compared.
      """,
    ],
    examples: [
      .init("verify ~/Documents", "whether each document is found as it is now"),
      .init("verify --repair", "compare everything, and repair what differs"),
    ])

  func verify(_ parsed: ParsedArguments) throws -> ExitCode {
    var parameters = VerifyMethod.Parameters()
    if let operand = parsed.operands.first {
      parameters.folder = try folder(operand, of: "verify").resolvingAnsweredLinks().uri
    }
    if parsed.has("repair") { parameters.repair = true }
    let isJSON = parsed.has("json")
    let terminal = isJSON ? nil : output.terminal.flatMap { $0.isPlain ? nil : $0 }
    var frame = TerminalFrame()
    var isShown = false
    var last: VerifyMethod.Reply?
    if terminal != nil { output.showAtOnce() }
    defer { if isShown { try? output.write(frame.redraw([], rows: 2)) } }
    try connect(parsed, timeout: Self.endless).verify(parameters) { reply in
      last = reply
      if isJSON { return try output.write(JSONLine.text(of: reply)) }
      if isShown { try output.write(frame.redraw([], rows: 2)) }
      isShown = false
      for difference in reply.differences {
        try output.write(difference.line)
      }
      for difference in reply.unrepaired {
        try output.write("not repaired: " + difference.line)
      }
      if let terminal, reply.proven == nil {
        try output.write(frame.redraw([reply.progress], rows: terminal.rows))
        isShown = true
      }
    }
    guard let last, let isProven = last.proven else { return .failed }
    if !isJSON { try output.write(last.counts.summary + "\n") }
    return isProven ? .found : .notFound
  }
}

extension VerifyMethod.Reply {
  /// A line for a terminal that says how far the comparison is.
  fileprivate var progress: String {
    let differing = counts.differing > 0 ? ", \(counts.differing) differ" : ""
    let folder = folder.flatMap { FilePath(uri: $0) }.map { ": \($0)".escapingControls() } ?? ""
    return "\(counts.compared) compared\(differing)\(folder)"
  }
}

extension VerificationCountsMessage {
  /// The number of files, as words.
  fileprivate var compared: String {
    (agreeing + differing + partial).counted("file")
  }

  /// The result for people.
  fileprivate var summary: String {
    let good = agreeing.counted("file is", plural: "files are")
    var parts = ["\(good) in the index with the current content"]
    func add(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { parts.append(count.counted(one, plural: many)) }
    }
    if differing > 0 {
      let isRepaired = repaired > 0 ? " (\(repaired) repaired)" : ""
      parts.append(differing.counted("differs", plural: "differ") + isRepaired)
    }
    add(waiting, "waits to be indexed", "wait to be indexed")
    add(changing, "changed all the time", "changed all the time")
    add(partial, "is indexed in part", "are indexed in part")
    add(unreadable, "cannot be read", "cannot be read")
    add(away, "is not available now", "are not available now")
    add(unread, "folder could not be looked at", "folders could not be looked at")
    return parts.joined(separator: "; ") + "."
  }
}

extension DifferenceMessage {
  /// The line for people: the path, and how the index differs.
  fileprivate var line: String {
    let path = FilePath(uri: uri)?.description ?? uri
    return "\(path)".escapingControls() + "  (\(reason.words))\n"
  }
}

extension DifferenceReason {
  /// How the index differs, for people.
  var words: String {
    switch self {
    case .missing: "not in the index"
    case .content: "the index has another content"
    case .status: "the index has another size or time"
    case .members: "the index has other members of it"
    case .text: "the stored text is damaged"
    case .words: "searches find other words than it has"
    case .access: "the index says that other people may read it"
    case .gone: "no longer there"
    case .leftOut: "a rule leaves it out"
    }
  }
}
