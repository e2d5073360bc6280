import LinuxSystem
import TestSupport
import Testing

@testable import ManualGenerator

/// The completions in the shells that they are for.
@Suite(.timeLimit(.minutes(15)))
struct CompletionTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder["desk/notes.txt"].write("")
    try folder["desk/a b/c.txt"].write("")
    for document in Document.all where document.path.hasPrefix("share/") {
      try document.path(in: folder.path).write(document.text)
    }
  }

  /// Runs a program in the folder `desk`, to a good end, and gives its lines.
  private func lines(_ program: String, _ arguments: [String]) throws -> [String] {
    let path = try #require(FilePath(absolute: program))
    let report = try ChildProcess.run(
      ChildProcess.Command(path, arguments.map { Array($0.utf8) }, directory: folder["desk"]),
      until: .now + .seconds(60))
    #expect(report.ending == .exited(0))
    #expect(String(decoding: report.errors, as: UTF8.self) == "")
    return String(decoding: report.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  static let commands = [
    "add-root", "bridge", "changes", "count", "explain", "forget", "help", "integrate", "list",
    "mcp", "open",
    "pause",
    "read",
    "rebuild",
    "reload",
    "remove-root",
    "resume", "saved", "search", "setup", "sources", "stats", "status", "suggest", "sync", "verify",
    "version", "watch", "web",
  ]

  /// Each row: the words of the line, the last of which is completed, and its completions.
  static let rows: [(String, [String])] = [
    ("sitta|", commands),
    (
      "sitta|s",
      ["saved", "search", "setup", "sources", "stats", "status", "suggest", "sync"]
    ),
    ("sitta|st", ["stats", "status"]), ("sitta|x", []), ("sitta|--so", ["--socket"]),
    ("sitta|--color|", ["always", "auto", "never"]), ("sitta|--color|n", ["never"]),
    ("sitta|--color|=|a", ["always", "auto"]), ("sitta|--color|=", ["always", "auto", "never"]),
    ("sitta|--color|auto|l", ["list"]), ("sitta|--color|=|auto|l", ["list"]),
    ("sitta|search|--sort|", ["created", "date", "modified", "name", "relevance", "size"]),
    ("sitta|search|--sort|=|m", ["modified"]),
    ("sitta|search|--s", ["--since", "--socket", "--sort", "--strict", "--sync"]),
    ("sitta|search|-n|", []), ("sitta|search|-n|5|--pre", ["--prefixes"]),
    ("sitta|search|word|--vim", ["--vimgrep"]), ("sitta|search|--|--vim", []),
    ("sitta|search|no", []), ("sitta|search|ty", ["type:"]),
    ("sitta|open|t", ["tag:", "title:", "to:", "type:"]),
    ("sitta|search|type|:|py", ["py", "pyi"]), ("sitta|search|-type|:|presen", ["presentation"]),
    ("sitta|search|type:presen", ["type:presentation"]), ("sitta|search|has|:", ["attachment"]),
    ("sitta|search|in|:|", []), ("sitta|search|in|:|../de", ["../desk"]),
    ("sitta|search|in:../de", ["in:../desk"]), ("sitta|list|type|:|py", []),
    ("sitta|status|--wa", ["--watch"]), ("sitta|sync|--json", []),
    ("sitta|list|", ["a b"]), ("sitta|list|a", ["a b"]), ("sitta|--socket|no", ["notes.txt"]),
    ("sitta|--socket|search|--vim", []), ("sitta|--socket|search|list|--nu", ["--null"]),
    ("sitta|integrate|v", ["vicinae", "vim"]), ("sitta|integrate|--pri", ["--print"]),
    ("sittad|", []), ("sittad|--st", ["--state"]), ("sittad|--root|", ["a b"]),
    ("sittad|--config|", ["a b", "notes.txt"]),
    ("sittad|--log-level|", ["debug", "error", "info", "warning"]),
  ]

  @Test(arguments: rows)
  func `bash offers what the table allows`(line: String, expected: [String]) throws {
    let words = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let script = """
      set -u; . "$1"; shift; program=$1
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
      _$program && [ "$(complete -p "$program")" = "complete -F _$program $program" ]
      [ ${#COMPREPLY[@]} = 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
      """
    let file = folder["share/bash-completion/completions/\(words[0])"]
    let offered = try lines("/bin/bash", ["-c", script, "bash", "\(file)"] + words)
    #expect(offered.sorted() == expected)
  }

  @Test(
    .enabled(
      if: (try? FilePath.root.appending("usr").appending("bin").appending("fish")
        .resolvingSymbolicLinks()) != nil),
    arguments: [
      ("sitta ", commands), ("sitta st", ["stats", "status"]),
      ("sitta --col", ["--color"]), ("sitta --color ", ["always", "auto", "never"]),
      ("sitta search --sort ", ["created", "date", "modified", "name", "relevance", "size"]),
      ("sitta search --vim", ["--vimgrep"]), ("sitta search no", []), ("sitta list ", ["a b/"]),
      ("sitta integrate e", ["emacs"]),
      ("sitta search type:presen", ["type:presentation"]),
      ("sitta search in:../de", ["in:../desk/"]),
      ("sitta open tit", ["title:"]),
      ("sitta status --wa", ["--watch"]), ("sitta sync --js", []),
    ])
  func `fish offers what the table allows`(line: String, expected: [String]) throws {
    let file = folder["share/fish/vendor_completions.d/sitta.fish"]
    let script = "source '\(file)'; complete -C '\(line)'"
    // After a tab follows the description.
    let offered = try lines(
      "/usr/bin/env",
      ["HOME=\(folder.path)", "XDG_CONFIG_HOME=\(folder.path)", "/usr/bin/fish", "-c", script]
    ).map { String($0.prefix { $0 != "\t" }) }
    #expect(offered.sorted() == expected)
  }

  @Test(
    arguments: [
      ("/bin/bash", "bash-completion/completions/sitta"),
      ("/bin/bash", "bash-completion/completions/sittad"),
      ("/usr/bin/zsh", "zsh/site-functions/_sitta"), ("/usr/bin/zsh", "zsh/site-functions/_sittad"),
      ("/usr/bin/fish", "fish/vendor_completions.d/sitta.fish"),
      ("/usr/bin/fish", "fish/vendor_completions.d/sittad.fish"),
    ].filter { (try? FilePath(absolute: $0.0)?.resolvingSymbolicLinks()) != nil })
  func `Each shell takes its file`(shell: String, file: String) throws {
    #expect(try lines(shell, ["-n", "\(folder["share/\(file)"])"]) == [])
  }
}
