extension String {
  /// Returns the text with escapes for characters that control a terminal, or that invisibly change how a
  /// name looks.
  ///
  /// C0 and C1 controls, DEL, Unicode's bidirectional controls and invisible characters become `\u{…}`; a
  /// newline becomes `\n`, a tab `\t`. Joiners are kept, because words and emoji need them. If there are no
  /// such characters, the text is returned unchanged.
  ///
  /// - Parameter keepsWordBreaks: whether to keep U+200B, which separates words in Khmer, Thai and other
  ///   languages.
  /// - Returns: the text.
  public func escapingControls(keepingWordBreaks keepsWordBreaks: Bool = false) -> String {
    func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
      scalar.controlsTerminal || scalar.isInvisible && !(keepsWordBreaks && scalar.value == 0x200b)
    }
    guard unicodeScalars.contains(where: isEscaped) else { return self }
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": escaped += "\\n"
      case "\t": escaped += "\\t"
      case _ where isEscaped(scalar):
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

  /// Whether the character has no width, and does not affect the characters beside it.
  fileprivate var isInvisible: Bool {
    switch value {
    case 0x200b, 0x2060...0x2064, 0x206a...0x206f, 0xfeff, 0xfff9...0xfffb: true
    default: false
    }
  }
}
