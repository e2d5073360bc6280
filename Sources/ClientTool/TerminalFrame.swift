/// Lines on a terminal that are drawn again and again in the same place.
///
/// After each drawing the terminal is as it was, with the cursor below the lines: a program that is
/// ended between two of them leaves nothing behind.
struct TerminalFrame {
  private var height = 0

  /// What draws the lines over those of the last call; see "ECMA-48 CSI sequences" and "DEC Private
  /// Mode" in console_codes(4).
  ///
  /// - Parameters:
  ///   - lines: the lines, without escape sequences. Those that are too long are cut off by the
  ///     terminal itself, which knows how wide its characters are.
  ///   - rows: how many lines the terminal shows.
  /// - Returns: what is to be written in one piece.
  mutating func redraw(_ lines: [String], rows: Int) -> String {
    let lines = lines.prefix(max(1, rows - 1))
    let up = height > 0 ? "\u{1b}[\(height)A" : ""
    height = lines.count
    return "\r\u{1b}[?7l" + up + lines.map { $0 + "\u{1b}[K\n" }.joined() + "\u{1b}[J\u{1b}[?7h"
  }
}
