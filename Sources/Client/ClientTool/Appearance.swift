import LinuxSystem

/// How results look: with colours and links, or plain.
struct Appearance {
  /// The value of `--color`.
  enum Choice: String, CaseIterable {
    /// Colours on a terminal that can show them.
    case auto
    /// Colours also in a pipe or file.
    case always
    /// No colours.
    case never
  }

  /// Terminal attributes; see console_codes(4), "ECMA-48 Select Graphic Rendition".
  enum Style: String {
    case bold = "1"
    case dim = "2"
    case match = "1;31"
    case added = "32"
    case changed = "33"
    case removed = "31"
  }

  private let isColored: Bool
  private let linkHost: String?

  /// Chooses the look by the value of `--color` and the terminal; the terminal is nil for a pipe or file.
  init(_ choice: Choice, on terminal: Terminal?) {
    let suits = terminal.map { !$0.isPlain && $0.wantsColors } ?? false
    isColored = choice == .always || choice == .auto && suits
    // Escape sequences of links would be garbage in a file.
    linkHost = choice != .never && suits ? terminal?.host : nil
  }

  /// The text in a style; it must not contain escape sequences.
  func styled(_ text: String, _ style: Style) -> String {
    isColored ? "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m" : text
  }

  /// The text as a link to a file, if the terminal supports links.
  ///
  /// Terminals accept URIs of at most 2,083 bytes. Source:
  /// <https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda>.
  func linked(_ text: String, to uri: String) -> String {
    guard let linkHost else { return text }
    let uri = uri.replacing("file://", with: "file://\(linkHost)", maxReplacements: 1)
    return uri.utf8.count > 2_083
      ? text : "\u{1b}]8;;\(uri)\u{1b}\\\(text)\u{1b}]8;;\u{1b}\\"
  }
}
