import CLinux

/// How many columns of a terminal a text takes.
public enum TerminalWidth {
  /// Counts columns; the C function is `wcwidth`.
  ///
  /// East Asian characters and emoji take two, combining characters none.
  public static func columns(of text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { columns, scalar in
      columns + (scalar.isASCII ? 1 : max(0, Int(clinux_columns(scalar.value))))
    }
  }
}
