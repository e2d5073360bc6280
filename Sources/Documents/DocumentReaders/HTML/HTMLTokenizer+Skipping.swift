extension HTMLTokenizer {
  private enum ScriptState {
    case plain, escaped, doubleEscaped
  }

  private static let script = HTMLName("script")

  /// Skips the content of an element without markup, up to its end tag.
  mutating func skipRawText(_ bytes: Span<UInt8>, of name: HTMLName) {
    position = bytes.offset(of: UInt8(ascii: "<"), from: position)
    while position < bytes.count, !isEndTag(bytes, at: position, of: name) {
      position = bytes.offset(of: UInt8(ascii: "<"), from: position + 1)
    }
  }

  /// Skips a script up to its end tag.
  ///
  /// After `<!--` in the script, a `<script` makes the next end tag a part of the script.
  /// Source: <https://html.spec.whatwg.org/multipage/parsing.html#script-data-state>
  mutating func skipScript(_ bytes: Span<UInt8>) {
    var state = ScriptState.plain
    var index = position
    while index < bytes.count {
      if state == .plain { index = bytes.offset(of: UInt8(ascii: "<"), from: index) }
      if index == bytes.count { break }
      switch bytes[index] {
      case UInt8(ascii: "<"):
        let isEnd = isEndTag(bytes, at: index, of: Self.script)
        if isEnd, state != .doubleEscaped {
          position = index
          return
        }
        if isEnd {
          state = .escaped
        } else if state == .plain, HTMLSyntax.matches(bytes, at: index, "<!--") {
          state = .escaped
          // The hyphens may be part of the comment's end, as in "<!-->".
          index += 1
        } else if state == .escaped, isName(bytes, at: index + 1, Self.script) {
          state = .doubleEscaped
        }
      case UInt8(ascii: "-"):
        if state != .plain, HTMLSyntax.matches(bytes, at: index, "-->") { state = .plain }
      default: break
      }
      index += 1
    }
    position = bytes.count
  }

  /// Skips markup that begins with `<!`; skips only the start mark of a CDATA section.
  mutating func skipDeclaration(_ bytes: Span<UInt8>) {
    let start = position + 2
    if HTMLSyntax.matches(bytes, at: start, "--") {
      skipComment(bytes)
    } else if allowsSections, HTMLSyntax.matches(bytes, at: start, "[cdata[") {
      position += 9
      content = .section(
        end: bytes.firstRange(of: "]]>", from: position)?.lowerBound ?? bytes.count)
    } else {
      skipBogusComment(bytes)
    }
  }

  /// Skips to the position after the next `>`.
  mutating func skipBogusComment(_ bytes: Span<UInt8>) {
    let end = bytes.offset(of: UInt8(ascii: ">"), from: position)
    position = min(end + 1, bytes.count)
  }

  /// Skips a comment; it ends with `-->` or `--!>`, and may also be `<!-->` or `<!--->`.
  private mutating func skipComment(_ bytes: Span<UInt8>) {
    let hyphen = UInt8(ascii: "-")
    let first = position + 4
    var index = first
    while let end = bytes.firstIndex(of: UInt8(ascii: ">"), from: index) {
      let ends = bytes[end - 1] == hyphen && bytes[end - 2] == hyphen
      let endsLoudly =
        end >= first + 3 && bytes[end - 1] == UInt8(ascii: "!")
        && bytes[end - 2] == hyphen && bytes[end - 3] == hyphen
      if ends || endsLoudly {
        position = end + 1
        return
      }
      index = end + 1
    }
    position = bytes.count
  }
}
