import Arguments
import LinuxSystem
import SearchInterface

/// The command `sitta sources`.
extension ClientCommand {
  static let sourcesCommand = CommandLineTable.Command(
    "sources",
    options: [.init("json", help: "Print one JSON object a line.")],
    help: "Show the mail, address books and bookmarks that can be indexed, and how.",
    details: [
      """
      Programs keep them in hidden folders, which are not indexed unless you ask for it with `Sources=` \
      in sittad.conf. The command lists folders and opens no file. The exit code is 1 if nothing is found.
      """
    ],
    examples: [.init("sources", "what there is, and the line that indexes it")])

  func sources(_ parsed: ParsedArguments) throws -> ExitCode {
    let reply = try connect(parsed).listSources()
    let found = reply.sources.filter { !$0.folders.isEmpty }
    if parsed.has("json") {
      for source in reply.sources { try output.write(JSONLine.text(of: source)) }
    } else {
      try output.write(Self.text(for: reply.sources))
    }
    if reply.unread > 0 {
      output.note("\(reply.unread.counted("folder")) could not be looked at.")
    }
    return found.isEmpty ? .notFound : .found
  }

  /// A line for each folder, and the lines for sittad.conf.
  static func text(for sources: [SourceMessage]) -> String {
    let width = sources.map(\.word.count).max() ?? 0
    var lines: [String] = []
    for source in sources {
      let word = source.word + String(repeating: " ", count: width - source.word.count)
      let state = source.indexed ? "indexed    " : "not indexed"
      if source.folders.isEmpty {
        lines.append("\(word)  \(state)  nothing found")
      }
      lines += source.folders.map { folder in
        let path = FilePath(uri: folder.uri)?.description ?? folder.uri
        let size =
          folder.bytes < 10 << 20 ? "\(folder.bytes >> 10) KiB" : "\(folder.bytes >> 20) MiB"
        return "\(word)  \(state)  \(path) (\(folder.files.counted("file")), \(size))"
      }
    }
    if sources.contains(where: { !$0.indexed && !$0.folders.isEmpty }) {
      let words = sources.filter { $0.indexed || !$0.folders.isEmpty }.map(\.word)
      lines += [
        "",
        "To index them, write these lines into ~/.config/sitta/sittad.conf, without the words that you",
        "do not want, and run 'sitta reload':", "", "  [Index]",
        "  Sources=\(words.joined(separator: " "))",
      ]
    }
    return lines.map { $0.escapingControls() + "\n" }.joined()
  }
}
