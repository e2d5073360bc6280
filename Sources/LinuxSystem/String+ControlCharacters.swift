extension String {
  /// This text with escapes for all characters that can control a terminal.
  ///
  /// C0 and C1 controls, DEL, and the bidirectional controls of Unicode become `\u{…}`; a newline
  /// becomes `\n` and a tab `\t`. Text without them is returned unchanged.
  public func escapingControls() -> String {
    guard unicodeScalars.contains(where: \.controlsTerminal) else { return self }
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": escaped += "\\n"
      case "\t": escaped += "\\t"
      case _ where scalar.controlsTerminal:
        escaped += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Unicode.Scalar {
  fileprivate var controlsTerminal: Bool {
    switch value {
    case 0...0x1f, 0x7f...0x9f: true
    case 0x061c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
