/// Collects the plain text of a mail: joins lines that were broken for transport, and leaves out binary data
/// that is encoded as lines of text.
struct MailText {
  private enum Skipping {
    case none
    /// Lines between `begin 644 name` and `end`.
    case uuencode
    /// The lines of PGP data.
    case armor
  }

  private var buffer = TextBuffer()
  private var skipping = Skipping.none
  private var isFlowed = false
  private var deletesSpace = false
  /// The quotation depth of the last line if the next line continues it; nil if it does not.
  private var continuedDepth: Int?
  /// Whether an encrypted message was left out.
  private(set) var hasEncrypted = false
  /// Whether an uuencoded file was left out.
  private(set) var hasFiles = false

  /// Begins the text of the next part.
  mutating func begin(isFlowed: Bool, deletesSpace: Bool) {
    (self.isFlowed, self.deletesSpace) = (isFlowed, deletesSpace)
    (skipping, continuedDepth) = (.none, nil)
    buffer.breakParagraph()
  }

  /// Adds whole lines.
  ///
  /// O(bytes).
  ///
  /// - Parameters:
  ///   - text: whole lines in valid UTF-8.
  ///   - sink: gets the text in pieces.
  mutating func add(_ text: Span<UInt8>, to sink: inout some DocumentSink) {
    var index = 0
    while index < text.count {
      let line = MailLines.end(of: index, before: text.count, in: text)
      add(text, line: index..<line.content)
      if buffer.isFull {
        buffer.flush(to: &sink)
        if !sink.wantsMore { return }
      }
      index = line.next
    }
  }

  /// Gives all text to a sink.
  mutating func flush(to sink: inout some DocumentSink) {
    buffer.flush(to: &sink)
  }

  private mutating func add(_ text: Span<UInt8>, line: Range<Int>) {
    if isSkipped(text, line) { return }
    var start = line.lowerBound
    var depth = 0
    if isFlowed {
      while start < line.upperBound, text[start] == 0x3e { (start, depth) = (start + 1, depth + 1) }
    }
    if text.extracting(start..<line.upperBound).isBlank {
      continuedDepth = nil
      return buffer.breakParagraph()
    }
    if let continuedDepth, continuedDepth == depth {
      // The line before ends with the blank between the words, if there is one. A leading blank only protects
      // the line's first character (RFC 3676, 4.4).
      if text[start] == 0x20 { start += 1 }
    } else {
      buffer.breakLine()
      start = line.lowerBound
    }
    var end = line.upperBound
    continuedDepth = nil
    if isFlowed, text[end - 1] == 0x20, !isSignature(text, line, depth) {
      continuedDepth = depth
      if deletesSpace { end -= 1 }
    }
    buffer.append(text.extracting(min(start, end)..<end))
    if continuedDepth == nil { buffer.breakLine() }
  }

  /// Whether a line is the signature separator `-- `; the blank at its end does not continue it.
  private func isSignature(_ text: Span<UInt8>, _ line: Range<Int>, _ depth: Int) -> Bool {
    let rest = line.lowerBound + depth..<line.upperBound
    return rest.count <= 4 && text.extracting(rest).copied().filter { $0 != 0x20 } == [0x2d, 0x2d]
  }

  /// Whether a line belongs to encoded data; also notes where such data begins.
  private mutating func isSkipped(_ text: Span<UInt8>, _ line: Range<Int>) -> Bool {
    switch skipping {
    case .none:
      beginData(text, line)
      return false
    case .uuencode:
      if MailUU.size(of: text, line) != nil { return true }
      skipping = .none
      return line.count == 3
        && MailLines.begins(text, at: line.lowerBound, with: "end", before: line.upperBound)
    case .armor:
      if isArmor(text, line) { return true }
      skipping = .none
      return MailLines.begins(
        text, at: line.lowerBound, with: "-----END PGP ", before: line.upperBound)
    }
  }

  private mutating func beginData(_ text: Span<UInt8>, _ line: Range<Int>) {
    let (start, end) = (line.lowerBound, line.upperBound)
    guard line.count > 8, text[start] == 0x62 || text[start] == 0x2d else { return }
    if MailLines.begins(text, at: start, with: "begin ", before: end) {
      guard MailUU.name(text, line) != nil else { return }
      (skipping, hasFiles) = (.uuencode, true)
    } else if MailLines.begins(text, at: start, with: "-----BEGIN PGP ", before: end) {
      if MailLines.begins(text, at: start + 15, with: "SIGNED", before: end) { return }
      if MailLines.begins(text, at: start + 15, with: "MESSAGE", before: end) {
        hasEncrypted = true
      }
      skipping = .armor
    }
  }

  /// Whether a line is empty, an armor header such as `Version: 1`, or base64.
  private func isArmor(_ text: Span<UInt8>, _ line: Range<Int>) -> Bool {
    guard line.count <= 76 else { return false }
    var hasColon = false
    for index in line {
      switch text[index] {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2b, 0x2f, 0x3d: break
      case 0x3a: hasColon = true
      default: if !hasColon && text[index] != 0x2d { return false }
      }
    }
    return true
  }
}
