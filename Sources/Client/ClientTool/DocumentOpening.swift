import LinuxSystem
import SearchInterface

/// Which program opens a hit, at the page or line of its match.
struct DocumentOpening: Equatable {
  /// The programs and displays with which a person can open files.
  struct Desktop: Equatable {
    /// The command of `$VISUAL` or `$EDITOR`; nil if there is none, or no terminal to run it on.
    var editor: String?
    /// The desktop file of the application for the type, as `xdg-mime query default` names it.
    var application = ""
    /// The programs that show text on the terminal without `$VISUAL` and `$EDITOR`, the first one first;
    /// empty without a terminal.
    var textPrograms: [String] = []
    /// Whether windows can be shown.
    var hasDisplay = false
  }

  /// The program, or a command of the shell that ends in it.
  var program: String
  /// The arguments as bytes: a path need not be UTF-8.
  var arguments: [[UInt8]]
  /// Whether it runs on the terminal, and is waited for.
  var isOnTerminal: Bool

  /// Chooses the program for a hit; `path` is its file, and of a member the file that contains it.
  ///
  /// Options of the programs: emacs(1), nano(1), vim(1); evince 43, okular 22.12 and zathura 0.5.2.
  init(_ hit: HitMessage, at path: FilePath, on desktop: Desktop) {
    let isMember = hit.document.member != nil
    if let editor = desktop.editor, Self.isText(hit.document.type), !isMember {
      (program, isOnTerminal) = (editor, true)
      arguments = Self.arguments(ofEditor: editor, path, line: hit.line)
      return
    }
    isOnTerminal = false
    let file = path.bytes
    let page = isMember ? nil : hit.page
    let match = hit.firstMatch
    switch (Self.name(ofApplication: desktop.application), page) {
    case ("evince", let page?):
      program = "evince"
      arguments = Self.bytes(["-i", "\(page)"] + (match.map { ["-l", $0] } ?? [])) + [file]
    case ("okular", let page?):
      program = "okular"
      arguments = Self.bytes(["-p", "\(page)"] + (match.map { ["--find", $0] } ?? [])) + [file]
    case ("zathura", let page?):
      program = "zathura"
      arguments = Self.bytes(["-P", "\(page)"]) + [file]
    case (let browser?, _?) where Self.browsers.contains(browser):
      program = browser
      arguments = Self.bytes([hit.link ?? hit.document.uri])
    default:
      program = "xdg-open"
      arguments = [file]
    }
  }

  /// The programs to try for a hit, at least one, the first one first.
  static func choices(
    for hit: HitMessage, at path: FilePath, on desktop: Desktop
  ) -> [DocumentOpening] {
    let best = DocumentOpening(hit, at: path, on: desktop)
    guard !best.isOnTerminal, Self.isText(hit.document.type), hit.document.member == nil else {
      return [best]
    }
    let others = desktop.textPrograms.map { program in
      DocumentOpening(hit, at: path, on: Desktop(editor: program))
    }
    return desktop.hasDisplay ? [best] + others : others + [best]
  }

  /// Whether the person has closed the file when the program ends: some editors only pass it on to a window.
  var endsWithPerson: Bool {
    let first = program.split(separator: " ").first ?? ""
    let name = String(first.split(separator: "/").last ?? "")
    return isOnTerminal && !Self.windowEditors.contains(name)
  }

  private static let windowEditors: Set<String> = [
    "code", "code-insiders", "codium", "emacsclient", "gedit", "geany", "gnome-text-editor", "gvim",
    "kate", "kwrite", "mousepad", "subl", "xed", "zed", "zeditor",
  ]

  /// Opens a folder.
  init(opening folder: FilePath) {
    (program, arguments, isOnTerminal) = ("xdg-open", [folder.bytes], false)
  }

  /// Shows the file in its folder: the file manager's D-Bus interface `org.freedesktop.FileManager1`.
  init(revealing uri: String) {
    program = "busctl"
    arguments = Self.bytes([
      "--user", "call", "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
      "org.freedesktop.FileManager1", "ShowItems", "ass", "1", uri, "",
    ])
    isOnTerminal = false
  }

  private static let browsers: Set<String> = [
    "brave-browser", "chromium", "firefox", "firefox-esr", "google-chrome", "vivaldi",
  ]

  /// The name of a viewer, found in the name of its desktop file.
  private static func name(ofApplication desktopFile: String) -> String? {
    let name = desktopFile.lowercased()
    if let viewer = ["evince", "okular", "zathura"].first(where: name.contains) { return viewer }
    return name.hasSuffix(".desktop") ? String(name.dropLast(8)) : nil
  }

  private static func isText(_ type: String) -> Bool {
    type.hasPrefix("text/") && type != "text/html" || type == "application/json"
      || type == "application/xml"
  }

  /// How an editor takes a line: most as `+LINE`, some with the file.
  private static func arguments(
    ofEditor editor: String, _ path: FilePath, line: Int?
  ) -> [[UInt8]] {
    guard let line else { return [path.bytes] }
    let first = editor.split(separator: " ").first ?? ""
    switch first.split(separator: "/").last ?? "" {
    case "code", "codium", "code-insiders":
      return bytes(["--goto"]) + [path.bytes + Array(":\(line)".utf8)]
    case "hx", "helix", "subl", "zed", "zeditor": return [path.bytes + Array(":\(line)".utf8)]
    case "kate", "kwrite": return bytes(["--line", "\(line)"]) + [path.bytes]
    default: return bytes(["+\(line)"]) + [path.bytes]
    }
  }

  private static func bytes(_ words: [String]) -> [[UInt8]] { words.map { Array($0.utf8) } }
}

extension HitMessage {
  /// The first match of the snippet.
  fileprivate var firstMatch: String? {
    let bytes = Array(snippet.utf8)
    guard let match = matches.first, 0 <= match.begin, match.begin < match.end,
      match.end <= bytes.count
    else { return nil }
    return String(decoding: bytes[match.begin..<match.end], as: UTF8.self)
  }
}
