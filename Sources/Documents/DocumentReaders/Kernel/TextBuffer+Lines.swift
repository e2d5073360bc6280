extension TextBuffer {
  /// Adds text and keeps its line breaks; gives complete pieces to a sink.
  ///
  /// Stops when the sink wants no more. `text` is valid UTF-8 of any length.
  mutating func append(lines text: Span<UInt8>, to sink: inout some DocumentSink) {
    var start = 0
    while start < text.count {
      let limit = Swift.min(start + Self.pieceSize, text.count)
      var end = start
      while end < limit, text[end] != 0x0a { end += 1 }
      let isLineEnd = end < text.count && text[end] == 0x0a
      if !isLineEnd {
        while end < text.count, text[end] & 0xc0 == 0x80 { end += 1 }
      }
      append(text.extracting(start..<end))
      if isLineEnd { breakLine() }
      if isFull {
        flush(to: &sink)
        if !sink.wantsMore { return }
      }
      start = isLineEnd ? end + 1 : end
    }
  }
  /// Adds a short text and keeps its line breaks.
  ///
  /// - Parameter text: valid UTF-8.
  mutating func append(lines text: Span<UInt8>) {
    var start = 0
    for index in text.indices where text[index] == 0x0a || text[index] == 0x0d {
      append(text.extracting(start..<index))
      breakLine()
      start = index + 1
    }
    append(text.extracting(start...))
  }
}
