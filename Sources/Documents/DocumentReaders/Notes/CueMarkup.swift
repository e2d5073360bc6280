import ExtractionProtocol

/// Removes markup from lines of subtitles.
enum CueMarkup {
  /// The longest tag or override in bytes; anything longer is text.
  private static let longest = 512

  /// Appends the text of a line of SubRip, WebVTT or MicroDVD.
  static func append(_ line: Span<UInt8>, isWebVTT: Bool, to buffer: inout TextBuffer) {
    var (start, index) = (0, 0)
    while index < line.count {
      switch line[index] {
      case 0x3c:  // <
        guard let end = endOfTag(line, at: index) else { break }
        buffer.append(line.extracting(start..<index))
        if isWebVTT, line.hasBytes("<v", at: index) { appendVoice(line, index..<end, to: &buffer) }
        (start, index) = (end, end)
        continue
      case 0x7b:  // {
        guard !isWebVTT, let end = endOfOverride(line, at: index) else { break }
        buffer.append(line.extracting(start..<index))
        (start, index) = (end, end)
        continue
      case 0x26:  // &
        guard let (scalar, end) = entity(line, at: index) else { break }
        buffer.append(line.extracting(start..<index))
        if let scalar { buffer.append(scalar) }
        (start, index) = (end, end)
        continue
      case 0x7c:  // |
        guard !isWebVTT else { break }
        buffer.append(line.extracting(start..<index))
        buffer.breakLine()
        start = index + 1
      case 0x5c where line.hasBytes("\\N", at: index):
        buffer.append(line.extracting(start..<index))
        buffer.breakLine()
        start = index + 2
        index += 1
      default: break
      }
      index += 1
    }
    buffer.append(line.extracting(start..<line.count))
  }

  /// Returns the end of a tag such as `<i>`, `</font>` or `<00:01.000>`; nil if no tag begins at `start`.
  private static func endOfTag(_ line: Span<UInt8>, at start: Int) -> Int? {
    var index = start + 1
    if index < line.count, line[index] == 0x2f { index += 1 }
    guard index < line.count, line[index].isNamePart else { return nil }
    let isTime = line[index].isDigit
    let limit = min(line.count, start + longest)
    while index < limit {
      let byte = line[index]
      if byte == 0x3e { return index + 1 }
      if byte == 0x3c || isTime && !byte.isDigit && byte != 0x3a && byte != 0x2e { return nil }
      index += 1
    }
    return nil
  }

  /// Returns the end of an override such as `{\an8}` or `{y:i}`; nil if none begins at `start`.
  private static func endOfOverride(_ line: Span<UInt8>, at start: Int) -> Int? {
    guard start + 2 < line.count else { return nil }
    let isOverride =
      line[start + 1] == 0x5c || line[start + 1].isLetter && line[start + 2] == 0x3a
    guard isOverride else { return nil }
    var index = start + 2
    while index < min(line.count, start + longest) {
      if line[index] == 0x7d { return index + 1 }
      index += 1
    }
    return nil
  }

  /// Appends the speaker's name in a tag such as `<v.class Name>`.
  private static func appendVoice(
    _ line: Span<UInt8>, _ tag: Range<Int>, to buffer: inout TextBuffer
  ) {
    var index = tag.lowerBound
    while index < tag.upperBound, line[index] > 0x20 { index += 1 }
    guard index < tag.upperBound else { return }
    buffer.append(line.extracting(index..<tag.upperBound - 1))
    buffer.append(":")
    buffer.separate()
  }

  /// Returns the character of a WebVTT entity and its end; nil if no entity begins at `start`.
  private static func entity(
    _ line: Span<UInt8>, at start: Int
  ) -> (scalar: Unicode.Scalar?, end: Int)? {
    if line.hasBytes("&amp;", at: start) { return ("&", start + 5) }
    if line.hasBytes("&lt;", at: start) { return ("<", start + 4) }
    if line.hasBytes("&gt;", at: start) { return (">", start + 4) }
    if line.hasBytes("&quot;", at: start) { return ("\"", start + 6) }
    if line.hasBytes("&nbsp;", at: start) { return (" ", start + 6) }
    if line.hasBytes("&lrm;", at: start) || line.hasBytes("&rlm;", at: start) {
      return (nil, start + 5)
    }
    return nil
  }
}

/// Reads the text of a SubStation Alpha script.
struct SubStationScript {
  private enum Section { case info, events, other }

  var buffer = TextBuffer()
  private var section = Section.other
  /// The number of commas before the text of an event.
  private var commas = 9

  /// Adds a line of the script.
  mutating func add(_ line: Span<UInt8>, into sink: inout some DocumentSink) {
    if line.count > 0, line[0] == 0x5b {
      section =
        line.hasBytes("[Script Info]") ? .info : line.hasBytes("[Events]") ? .events : .other
    } else if section == .info {
      addInfo(line, into: &sink)
    } else if section == .events {
      if line.hasBytes("Format:") { readFormat(line) }
      if line.hasBytes("Dialogue:") { addEvent(line) }
      buffer.flushIfFull(to: &sink)
    }
  }

  private func addInfo(_ line: Span<UInt8>, into sink: inout some DocumentSink) {
    let isTitle = line.hasBytes("Title:")
    guard isTitle || line.hasBytes("Original Script:"), let colon = line.firstIndex(of: 0x3a),
      let value = FieldValue.text(line.extracting(colon + 1..<line.count))
    else { return }
    // Editors write these titles if the author enters none.
    let isDefault = value == "Default Aegisub file" || value == "<untitled>" || value == "<unknown>"
    if !isDefault { sink.add(value, to: isTitle ? .title : .author) }
  }

  private mutating func readFormat(_ line: Span<UInt8>) {
    guard let text = line.firstRange(of: "Text" as StaticString) else { return }
    commas = 0
    for index in 0..<text.lowerBound where line[index] == 0x2c { commas += 1 }
  }

  private mutating func addEvent(_ line: Span<UInt8>) {
    var (index, seen) = (0, 0)
    while index < line.count, seen < commas {
      if line[index] == 0x2c { seen += 1 }
      index += 1
    }
    var start = index
    var isDrawing = false
    while index < line.count {
      let isOverride = line[index] == 0x7b
      guard isOverride || line[index] == 0x5c && index + 1 < line.count else {
        index += 1
        continue
      }
      if !isDrawing { buffer.append(line.extracting(start..<index)) }
      if isOverride {
        guard let end = line.firstIndex(of: 0x7d, from: index) else { return buffer.breakLine() }
        updateDrawing(line.extracting(index..<end), &isDrawing)
        (start, index) = (end + 1, end + 1)
        continue
      }
      let escaped = line[index + 1]
      if escaped == 0x4e || escaped == 0x6e { buffer.breakLine() }
      if escaped == 0x68 { buffer.separate() }
      let isKnown = escaped == 0x4e || escaped == 0x6e || escaped == 0x68
      start = isKnown ? index + 2 : index
      index += isKnown ? 2 : 1
    }
    if !isDrawing { buffer.append(line.extracting(start..<line.count)) }
    buffer.breakLine()
  }

  /// Follows `\p1`, which begins a drawing (not text), and `\p0`, which ends it.
  private func updateDrawing(_ override: Span<UInt8>, _ isDrawing: inout Bool) {
    for index in override.indices where index + 2 < override.count {
      if override[index] == 0x5c, override[index + 1] == 0x70, override[index + 2].isDigit {
        isDrawing = override[index + 2] != 0x30
      }
    }
  }
}
