/// Lines on a terminal that are redrawn in the same position.
///
/// Each drawing restores the terminal's modes and leaves the cursor below the lines, so a program can
/// end between two drawings.
struct TerminalFrame {
  private var height = 0

  /// Draws the lines over the lines of the last call.
  ///
  /// Source: console_codes(4), "ECMA-48 CSI sequences" and "DEC Private Mode".
  ///
  /// - Parameters:
  ///   - lines: the lines, without escape sequences. The terminal itself cuts off long lines, because
  ///     only it knows the width of its characters.
  ///   - rows: the number of lines of the terminal.
  /// - Returns: the text, to be written in one piece.
  mutating func redraw(_ lines: [String], rows: Int) -> String {
    let lines = lines.prefix(max(1, rows - 1))
    let up = height > 0 ? "\u{1b}[\(height)A" : ""
    height = lines.count
    return "\r\u{1b}[?7l" + up + lines.map { $0 + "\u{1b}[K\n" }.joined() + "\u{1b}[J\u{1b}[?7h"
  }
}
