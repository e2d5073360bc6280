/// Reads markup in the cells of a notebook.
enum NotebookMarkup {
  /// Returns the first Markdown heading; nil if there is none.
  static func heading(in text: Span<UInt8>) -> String? {
    var start = 0
    while start < text.count {
      let line = text.lineRange(at: start)
      var level = 0
      while level < line.count, text[line.lowerBound + level] == 0x23 { level += 1 }
      let content = line.lowerBound + level
      if 1...6 ~= level, content < line.upperBound, text[content] == 0x20 {
        var end = line.upperBound
        while end > content, text[end - 1] == 0x23 || text[end - 1] <= 0x20 { end -= 1 }
        if let heading = FieldValue.text(text.extracting(content..<end)) { return heading }
      }
      start = text.nextLine(after: line.upperBound)
    }
    return nil
  }

  /// Removes terminal control sequences and embedded base64 data.
  static func withoutData(_ text: [UInt8]) -> [UInt8] {
    let isPlain =
      !text.contains(0x1b) && text.span.firstRange(of: "base64," as StaticString) == nil
    if isPlain { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    let bytes = text.span
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x1b {
        index = endOfTerminalCode(bytes, at: index)
      } else if bytes[index] == 0x62, bytes.hasBytes("base64,", at: index) {
        index += 7
        result.append(0x20)
        while index < bytes.count, bytes[index].isBase64 { index += 1 }
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// Returns the end of an ECMA-48 control sequence, such as a colour.
  private static func endOfTerminalCode(_ bytes: Span<UInt8>, at start: Int) -> Int {
    var index = start + 1
    guard index < bytes.count, bytes[index] == 0x5b else { return index }
    index += 1
    while index < bytes.count, 0x20...0x3f ~= bytes[index] { index += 1 }
    if index < bytes.count, 0x40...0x7e ~= bytes[index] { index += 1 }
    return index
  }
}

extension Span<UInt8> {
  /// Whether the bytes equal a name; case matters.
  func isKey(_ name: StaticString) -> Bool {
    count == name.utf8CodeUnitCount && hasBytes(name)
  }
}

extension UInt8 {
  fileprivate var isBase64: Bool {
    isNamePart || self == 0x2b || self == 0x2f || self == 0x3d
  }
}
