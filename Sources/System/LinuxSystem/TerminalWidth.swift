import CLinux

/// Computes how many columns of a terminal a text takes.
public enum TerminalWidth {
  /// Returns the number of columns of a text; the C function is `wcwidth`.
  ///
  /// East Asian characters and emoji take two columns, combining characters none.
  public static func columns(of text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { columns, scalar in
      columns + (scalar.isASCII ? 1 : max(0, Int(clinux_columns(scalar.value))))
    }
  }
}
