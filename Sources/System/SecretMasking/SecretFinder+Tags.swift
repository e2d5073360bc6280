/// Finds the values in `<password>…</password>` and `<add key="password" value="…"/>`.
extension SecretFinder {
  mutating func addTaggedValues() {
    var index = 0
    while index < text.count {
      guard text[index] == 0x3c, byte(index + 1).isLetter else {
        index += 1
        continue
      }
      let end = end(of: index + 1, limit: 300) { $0 != 0x3e && $0 != 0x3c }
      guard byte(end) == 0x3e else {
        index += 1
        continue
      }
      if let range = taggedValue(index + 1..<end) ?? attributeValue(index + 1..<end) {
        ranges.append(range)
        index = max(end, range.upperBound)
      } else {
        index += 1
      }
    }
  }

  /// Returns the text after a tag that names a secret, up to the next tag; nil for other tags.
  private func taggedValue(_ tag: Range<Int>) -> Range<Int>? {
    let end = end(of: tag.lowerBound, limit: 64) {
      $0.isOfWord || $0 == 0x2d || $0 == 0x2e || $0 == 0x3a
    }
    var name = secretName(endingAt: end)
    if name == nil { name = attributeName(tag) }
    guard let name, text[tag.upperBound - 1] != 0x2f, name.value != .key || name.text.count > 2
    else {
      return nil
    }
    let first = afterSpaces(tag.upperBound + 1)
    if has("<![cdata[", at: first) { return text(of: first + 9, until: 0x5d, name) }
    return text(of: first, until: 0x3c, name)
  }

  private func text(of start: Int, until mark: UInt8, _ name: FoundName) -> Range<Int>? {
    var end = end(of: start, limit: 4_096) { $0 != mark && $0 != 0x0a }
    let closing = afterSpaces(end)
    guard mark == 0x5d || byte(closing) == 0x3c && byte(closing + 1) == 0x2f else { return nil }
    while end > start, text[end - 1].isSpace { end -= 1 }
    guard end > start, accepts(start..<end, of: name, isQuoted: true, mark: 0x3d) else {
      return nil
    }
    return start..<end
  }

  /// Returns the name of a secret in an attribute, as in `<string name="password">`; nil if there is none.
  private func attributeName(_ tag: Range<Int>) -> FoundName? {
    for attribute in ["name=\"", "key=\"", "id=\"", "name='", "key='"] {
      var index = tag.lowerBound
      while index < tag.upperBound {
        if has(attribute, at: index) {
          let start = index + attribute.utf8.count
          let end = end(of: start, limit: 64) { !$0.isQuote }
          if let name = secretName(endingAt: end) { return name }
        }
        index += 1
      }
    }
    return nil
  }

  /// Returns the value of the attribute `value`, if another attribute names a secret; else nil.
  private func attributeValue(_ tag: Range<Int>) -> Range<Int>? {
    guard let name = attributeName(tag) else { return nil }
    var index = tag.lowerBound
    while index < tag.upperBound {
      if has("value=", at: index), byte(index + 6).isQuote {
        let value = quoted(at: index + 6)
        return !value.isEmpty && accepts(value, of: name, isQuoted: true, mark: 0x3d) ? value : nil
      }
      index += 1
    }
    return nil
  }
}
