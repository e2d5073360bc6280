/// Reads text between tags: a stand-in until the reader of HTML is there.
enum MailTagStripper {
  private static let inlineTags: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "em", "font", "i", "ins", "del", "kbd",
    "mark", "s", "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "wbr",
  ]
  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß",
    "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "euro": "€", "copy": "©",
  ]

  /// Reads valid UTF-8.
  static func read(_ html: Span<UInt8>, into sink: inout some DocumentSink) {
    var buffer = TextBuffer()
    var index = 0
    while index < html.count, sink.wantsMore {
      if html[index] == 0x3c {
        index = readTag(html, at: index, into: &buffer)
      } else if html[index] == 0x26 {
        index = readEntity(html, at: index, into: &buffer)
      } else {
        let start = index
        while index < html.count, index - start < TextBuffer.pieceSize, html[index] != 0x3c,
          html[index] != 0x26
        {
          index += 1
        }
        while index < html.count, html[index] & 0xc0 == 0x80 { index += 1 }
        buffer.append(html.extracting(start..<index))
      }
      buffer.flushIfFull(to: &sink)
    }
    buffer.flush(to: &sink)
  }

  private static func readTag(_ html: Span<UInt8>, at start: Int, into buffer: inout TextBuffer)
    -> Int
  {
    if MailLines.begins(html, at: start, with: "<!--", before: html.count) {
      var index = start + 4
      while index < html.count {
        if MailLines.begins(html, at: index, with: "-->", before: html.count) { return index + 3 }
        index += 1
      }
      return index
    }
    var index = start + 1
    let isEnd = index < html.count && html[index] == 0x2f
    if isEnd { index += 1 }
    let nameStart = index
    while index < html.count, index - nameStart < 16, isNameByte(html[index]) { index += 1 }
    let name = MailLines.lowercased(html, nameStart..<index)
    guard !name.isEmpty || (index < html.count && (html[index] == 0x21 || html[index] == 0x3f))
    else {
      buffer.append("<")
      return start + 1
    }
    var quote: UInt8?
    while index < html.count, quote != nil || html[index] != 0x3e {
      if let open = quote {
        if html[index] == open { quote = nil }
      } else if html[index] == 0x22 || html[index] == 0x27, html[index - 1] == 0x3d {
        quote = html[index]
      }
      index += 1
    }
    index = min(index + 1, html.count)
    if !isEnd, name == "script" || name == "style" || name == "title" {
      while index < html.count, !isEndTag(html, at: index, name) { index += 1 }
    }
    if !inlineTags.contains(name), !name.isEmpty { buffer.breakLine() }
    return index
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }

  private static func isEndTag(_ html: Span<UInt8>, at index: Int, _ name: String) -> Bool {
    let end = index + 2 + name.utf8.count
    guard html[index] == 0x3c, end <= html.count, html[index + 1] == 0x2f else { return false }
    return MailLines.lowercased(html, index + 2..<end) == name
  }

  private static func readEntity(_ html: Span<UInt8>, at start: Int, into buffer: inout TextBuffer)
    -> Int
  {
    var index = start + 1
    let isNumber = index < html.count && html[index] == 0x23
    if isNumber { index += 1 }
    let nameStart = index
    while index < html.count, index - nameStart < 10, isNameByte(html[index]) { index += 1 }
    let name = String(decoding: MailLines.copy(html, nameStart..<index), as: UTF8.self)
    let isHex = name.first == "x" || name.first == "X"
    let code = isHex ? UInt32(name.dropFirst(), radix: 16) : UInt32(name)
    let scalar = isNumber ? code.flatMap(Unicode.Scalar.init) : entities[name]
    guard let scalar else {
      buffer.append("&")
      return start + 1
    }
    buffer.append(scalar)
    return index < html.count && html[index] == 0x3b ? index + 1 : index
  }
}
