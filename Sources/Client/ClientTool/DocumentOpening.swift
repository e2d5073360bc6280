import LinuxSystem
import SearchInterface

/// The program that opens a hit, and its arguments for the page or line of the match.
struct DocumentOpening: Equatable {
  /// The programs and displays that are available for opening files.
  struct Desktop: Equatable {
    /// The command in `$VISUAL` or `$EDITOR`; nil if neither is set, or without a terminal.
    var editor: String?
    /// The desktop file of the default application for the type, from `xdg-mime query default`.
    var application = ""
    /// Programs that show text on the terminal if `$VISUAL` and `$EDITOR` are not set, the
    /// preferred one first; empty without a terminal.
    var textPrograms: [String] = []
    /// Whether windows can be shown.
    var hasDisplay = false
  }

  /// The program, or a shell command to which arguments can be appended.
  var program: String
  /// The arguments as bytes, because a path need not be UTF-8.
  var arguments: [[UInt8]]
  /// Whether the program runs on the terminal, and its end is awaited.
  var isOnTerminal: Bool

  /// Chooses the program for a hit; `path` is the path of its file, or of the file that contains the member.
  ///
  /// The options are those of emacs(1), nano(1), vim(1), evince 43, okular 22.12 and zathura 0.5.2.
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

  /// The programs to try for a hit, in this order; at least one.
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

  /// Whether the user has closed the file when the program ends; some editors only pass it to a window.
  var endsWithPerson: Bool {
    let first = program.split(separator: " ").first ?? ""
    let name = String(first.split(separator: "/").last ?? "")
    return isOnTerminal && !Self.windowEditors.contains(name)
  }

  private static let windowEditors: Set<String> = [
    "code", "code-insiders", "codium", "emacsclient", "gedit", "geany", "gnome-text-editor", "gvim",
    "kate", "kwrite", "mousepad", "subl", "xed", "zed", "zeditor",
  ]

  /// Opens a file or folder with its default application.
  init(opening path: FilePath) {
    (program, arguments, isOnTerminal) = ("xdg-open", [path.bytes], false)
  }

  /// Opens a page in the browser.
  init(page address: String) {
    (program, arguments, isOnTerminal) = ("xdg-open", [Array(address.utf8)], false)
  }

  /// Shows a file in its folder, through the D-Bus interface `org.freedesktop.FileManager1`.
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

  /// The name of an application, derived from the name of its desktop file.
  private static func name(ofApplication desktopFile: String) -> String? {
    let name = desktopFile.lowercased()
    if let viewer = ["evince", "okular", "zathura"].first(where: name.contains) { return viewer }
    return name.hasSuffix(".desktop") ? String(name.dropLast(8)) : nil
  }

  private static func isText(_ type: String) -> Bool {
    type.hasPrefix("text/") && type != "text/html" || type == "application/json"
      || type == "application/xml"
  }

  /// The arguments for an editor: most take a line as `+LINE`, some as part of the file name.
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
  /// The text of the first match in the snippet; nil if there is none.
  fileprivate var firstMatch: String? {
    let bytes = Array(snippet.utf8)
    guard let match = matches.first, 0 <= match.begin, match.begin < match.end,
      match.end <= bytes.count
    else { return nil }
    return String(decoding: bytes[match.begin..<match.end], as: UTF8.self)
  }
}
