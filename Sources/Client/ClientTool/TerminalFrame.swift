/// Lines on a terminal that are redrawn at the same position.
///
/// After each drawing, the terminal's modes are restored and the cursor is below the lines, so the
/// program can end at any time between two drawings.
struct TerminalFrame {
  private var height = 0

  /// Returns the text that draws lines over those of the last call.
  ///
  /// Source: console_codes(4), "ECMA-48 CSI sequences" and "DEC Private Mode".
  ///
  /// - Parameters:
  ///   - lines: the lines, without escape sequences. The terminal cuts off long lines, because only
  ///     it knows the width of its characters.
  ///   - rows: the number of rows of the terminal.
  /// - Returns: the text, to be written in one piece.
  mutating func redraw(_ lines: [String], rows: Int) -> String {
    let lines = lines.prefix(max(1, rows - 1))
    let up = height > 0 ? "\u{1b}[\(height)A" : ""
    height = lines.count
    return "\r\u{1b}[?7l" + up + lines.map { $0 + "\u{1b}[K\n" }.joined() + "\u{1b}[J\u{1b}[?7h"
  }
}
