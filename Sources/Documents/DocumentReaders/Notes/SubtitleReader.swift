/// Reads subtitles: SubRip, WebVTT, MicroDVD and (Advanced) SubStation Alpha.
///
/// The text is the spoken words, with at least one line for each cue. Times, numbers, styles and markup are
/// left out. Sources: <https://www.w3.org/TR/webvtt1/>, <http://www.tcax.org/docs/ass-specs.htm>.
public enum SubtitleReader {
  /// Reads subtitles; recognizes the format by the content.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    SourceText.read(bytes) { bytes in
      let head = bytes.extracting(0..<min(bytes.count, 4_096))
      if head.firstRange(of: "[Script Info]" as StaticString) != nil {
        var script = SubStationScript()
        SourceText.forEachLine(ofUTF8: bytes, into: &sink) { script.add($0, into: &$1) }
        script.buffer.flush(to: &sink)
      } else {
        var cues = CueText(isWebVTT: bytes.hasBytes("WEBVTT"))
        SourceText.forEachLine(ofUTF8: bytes, into: &sink) { cues.add($0, into: &$1) }
        cues.finish(into: &sink)
      }
    }
  }
}

/// Reads the cues of SubRip, WebVTT and MicroDVD.
private struct CueText {
  private let isWebVTT: Bool
  private var buffer = TextBuffer()
  /// The previous line; if a time follows, it is the number or name of a cue.
  private var pending: [UInt8] = []
  /// Whether the current line is inside a block of styles or comments.
  private var isSkipping = false
  private var isAfterBlank = true
  private var hasTime = false

  init(isWebVTT: Bool) {
    self.isWebVTT = isWebVTT
    isSkipping = isWebVTT
  }

  mutating func add(_ line: Span<UInt8>, into sink: inout some DocumentSink) {
    if line.isBlank {
      flushPending(into: &sink)
      (isSkipping, isAfterBlank, hasTime) = (false, true, false)
      return
    }
    let isFirst = isAfterBlank
    isAfterBlank = false
    if isSkipping { return }
    if line.firstRange(of: " --> " as StaticString) != nil, line.count < 256 {
      pending.removeAll(keepingCapacity: true)
      hasTime = true
    } else if isFirst, isWebVTT, isBlock(line) {
      isSkipping = true
    } else if hasTime {
      addText(line, into: &sink)
    } else if line[0] == 0x7b, let end = endOfFrames(line) {
      addText(line.extracting(end..<line.count), into: &sink)
    } else {
      flushPending(into: &sink)
      pending = line.copied()
    }
  }

  mutating func finish(into sink: inout some DocumentSink) {
    flushPending(into: &sink)
    buffer.flush(to: &sink)
  }

  /// Adds the previous line as text, unless it is a number: no time has followed it.
  private mutating func flushPending(into sink: inout some DocumentSink) {
    if pending.isEmpty { return }
    let line = pending
    pending.removeAll(keepingCapacity: true)
    let isNumber = !line.contains { !$0.isDigit && $0 > 0x20 }
    if !isNumber { addText(line.span, into: &sink) }
  }

  private mutating func addText(_ line: Span<UInt8>, into sink: inout some DocumentSink) {
    CueMarkup.append(line, isWebVTT: isWebVTT, to: &buffer)
    buffer.breakLine()
    buffer.flushIfFull(to: &sink)
  }

  private func isBlock(_ line: Span<UInt8>) -> Bool {
    line.hasBytes("NOTE") || line.hasBytes("STYLE") || line.hasBytes("REGION")
  }

  /// Returns the end of the frame numbers of MicroDVD, `{12}{34}`; nil if there are none.
  private func endOfFrames(_ line: Span<UInt8>) -> Int? {
    var index = 0
    for _ in 0..<2 {
      guard index < line.count, line[index] == 0x7b else { return nil }
      index += 1
      let start = index
      while index < line.count, line[index].isDigit { index += 1 }
      guard index < line.count, line[index] == 0x7d, index > start || start > 2 else { return nil }
      index += 1
    }
    return index
  }
}
