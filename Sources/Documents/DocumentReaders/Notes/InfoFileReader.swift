import ExtractionProtocol

/// Reads files of the format Info.
///
/// Each node becomes a part of the document. Node headers, tag tables and the underlines of headings are left
/// out. Source: <https://www.gnu.org/software/texinfo/manual/texinfo/>, "Info Format Specification".
public enum InfoFileReader {
  /// Manuals have hundreds of nodes; beyond this number, their text belongs to the last part.
  private static let mostParts = 16_384

  /// Reads an Info file.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var buffer = TextBuffer()
    var (isHeader, isSkipped) = (false, true)
    var parts = 0
    var previous: [UInt8] = []
    var title: String?
    SourceText.forEachLine(of: bytes, into: &sink) { line, sink in
      if line.count > 0, line[0] == 0x1f || line[0] == 0x0c && line.hasBytes("\u{c}\u{1f}") {
        (isHeader, isSkipped) = (true, false)
      } else if isHeader {
        isHeader = false
        guard let node = node(of: line) else { return isSkipped = true }
        buffer.breakParagraph()
        buffer.flush(to: &sink)
        if parts < mostParts, let label = FieldValue.text(line.extracting(node)) {
          sink.begin(DocumentPart(.chapter, label: label))
          parts += 1
        }
      } else if !isSkipped {
        if isUnderline(line) {
          title = title ?? FieldValue.text(previous.span)
        } else {
          add(line, to: &buffer)
        }
        buffer.flushIfFull(to: &sink)
      }
      if title == nil { previous = line.copied() }
    }
    buffer.flush(to: &sink)
    if let title { sink.add(title, to: .title) }
  }

  /// Returns the range of the node's name in its header line; nil if there is none.
  private static func node(of header: Span<UInt8>) -> Range<Int>? {
    guard let mark = header.firstRange(of: "Node:" as StaticString) else { return nil }
    var start = mark.upperBound
    while start < header.count, header[start] == 0x20 { start += 1 }
    var end = start
    while end < header.count, header[end] != 0x2c, header[end] != 0x09 { end += 1 }
    return start..<end
  }

  /// Whether a line repeats one punctuation mark, as underlines of headings do.
  private static func isUnderline(_ line: Span<UInt8>) -> Bool {
    guard line.count >= 2 else { return false }
    let sign = line[0]
    guard sign == 0x2a || sign == 0x3d || sign == 0x2d || sign == 0x2e else { return false }
    for index in line.indices where line[index] != sign { return false }
    return true
  }

  private static func add(_ line: Span<UInt8>, to buffer: inout TextBuffer) {
    if line.count == 0 { return buffer.breakParagraph() }
    if line.hasBytes("* Menu:") || line.hasBytes("\u{0}\u{8}[index") { return }
    // Skips a line with an image, which is marked as `^@^H[image src="a.png" text="…"^@^H]`.
    if line.firstRange(of: "\u{0}\u{8}[" as StaticString) != nil { return }
    buffer.append(line)
    buffer.breakLine()
  }
}
