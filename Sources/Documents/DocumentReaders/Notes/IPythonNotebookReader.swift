import ExtractionProtocol

/// Reads notebooks of Jupyter and IPython.
///
/// The text is the source of each cell, followed by the plain text of its outputs. Images, HTML
/// and tracebacks are left out. Versions 2 to 4 of the format are read.
/// Source: <https://nbformat.readthedocs.io/en/latest/format_description.html>.
public enum IPythonNotebookReader {
  /// Reads a notebook.
  ///
  /// - Throws: ``ReadingFailure/damaged(_:)`` if the file is not valid JSON, after the text before the damage
  ///   was given to the sink.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    if let text = SourceText.decoded(bytes) { return try read(utf8: text.span, into: &sink) }
    try read(utf8: bytes, into: &sink)
  }

  private static func read(
    utf8 bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var notebook = NotebookText()
    var failure: ReadingFailure?
    do {
      try notebook.read(bytes, into: &sink)
    } catch {
      failure = error
    }
    notebook.finish(into: &sink)
    if let failure { throw failure }
  }
}

private struct NotebookText {
  /// Longer strings are cut after this number of bytes: no person wrote or read them.
  private static let longestString = 4 << 20

  private var tokenizer = JSONTokenizer()
  private var buffer = TextBuffer()
  private var title: String?
  private var heading: String?
  private var authors = 0

  mutating func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard try tokenizer.enter(.beginObject, in: bytes) else {
      throw .damaged("a notebook is a JSON object")
    }
    while sink.wantsMore, let name = try tokenizer.nextName(in: bytes) {
      let key = bytes.extracting(name)
      if key.isKey("cells") {
        try readCells(bytes, into: &sink)
      } else if key.isKey("worksheets") {
        try readWorksheets(bytes, into: &sink)
      } else if key.isKey("metadata") {
        try readMetadata(bytes, into: &sink)
      } else {
        try tokenizer.skipValue(in: bytes)
      }
    }
  }

  mutating func finish(into sink: inout some DocumentSink) {
    buffer.flush(to: &sink)
    if let title = title ?? heading { sink.add(title, to: .title) }
  }

  /// Reads the worksheets of format version 3; there is usually only one.
  private mutating func readWorksheets(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard try tokenizer.enter(.beginArray, in: bytes) else { return }
    while sink.wantsMore, let token = try tokenizer.nextElement(in: bytes) {
      guard token == .beginObject else {
        try tokenizer.skipRest(of: token, in: bytes)
        continue
      }
      while sink.wantsMore, let name = try tokenizer.nextName(in: bytes) {
        if bytes.extracting(name).isKey("cells") {
          try readCells(bytes, into: &sink)
        } else {
          try tokenizer.skipValue(in: bytes)
        }
      }
    }
  }

  private mutating func readCells(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard try tokenizer.enter(.beginArray, in: bytes) else { return }
    while sink.wantsMore, let token = try tokenizer.nextElement(in: bytes) {
      if token == .beginObject {
        try readCell(bytes, into: &sink)
      } else {
        try tokenizer.skipRest(of: token, in: bytes)
      }
    }
  }

  /// Reads a cell: its source first, then its outputs, whatever their order in the file.
  private mutating func readCell(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var source: JSONTokenizer?
    var outputs: JSONTokenizer?
    var (isMarkdown, isHeading) = (false, false)
    var failure: ReadingFailure?
    do {
      while let name = try tokenizer.nextName(in: bytes) {
        let key = bytes.extracting(name)
        if key.isKey("source") || key.isKey("input") {
          source = source ?? tokenizer
        } else if key.isKey("outputs") {
          outputs = outputs ?? tokenizer
        } else if key.isKey("cell_type") {
          var value = tokenizer
          if case .string(let type) = try value.next(in: bytes) {
            isMarkdown = bytes.extracting(type).isKey("markdown")
            isHeading = bytes.extracting(type).isKey("heading")
          }
        }
        try tokenizer.skipValue(in: bytes)
      }
    } catch {
      failure = error
    }
    let end = tokenizer
    if let source {
      tokenizer = source
      try readText(bytes, hasHeadings: isMarkdown, isHeading: isHeading, into: &sink)
    }
    if let outputs {
      tokenizer = outputs
      try readOutputs(bytes, into: &sink)
    }
    buffer.breakParagraph()
    if let failure { throw failure }
    tokenizer = end
  }

  private mutating func readOutputs(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard try tokenizer.enter(.beginArray, in: bytes) else { return }
    while sink.wantsMore, let token = try tokenizer.nextElement(in: bytes) {
      guard token == .beginObject else {
        try tokenizer.skipRest(of: token, in: bytes)
        continue
      }
      while sink.wantsMore, let name = try tokenizer.nextName(in: bytes) {
        let key = bytes.extracting(name)
        if key.isKey("text") || key.isKey("ename") || key.isKey("evalue") {
          try readText(bytes, into: &sink)
        } else if key.isKey("data") {
          try readData(bytes, into: &sink)
        } else {
          try tokenizer.skipValue(in: bytes)
        }
      }
    }
  }

  /// Reads the plain text of a result that has several representations.
  private mutating func readData(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard try tokenizer.enter(.beginObject, in: bytes) else { return }
    while sink.wantsMore, let name = try tokenizer.nextName(in: bytes) {
      let key = bytes.extracting(name)
      if key.isKey("text/plain") || key.isKey("text/markdown") {
        try readText(bytes, into: &sink)
      } else {
        try tokenizer.skipValue(in: bytes)
      }
    }
  }

  /// Reads a text: a string or an array of strings.
  private mutating func readText(
    _ bytes: Span<UInt8>, hasHeadings: Bool = false, isHeading: Bool = false,
    into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    buffer.breakLine()
    let token = try tokenizer.next(in: bytes)
    if case .string(let range) = token {
      add(bytes.extracting(range), hasHeadings, isHeading, into: &sink)
    } else if token == .beginArray {
      while sink.wantsMore, let token = try tokenizer.nextElement(in: bytes) {
        if case .string(let range) = token {
          add(bytes.extracting(range), hasHeadings, isHeading, into: &sink)
        } else {
          try tokenizer.skipRest(of: token, in: bytes)
        }
      }
    } else {
      try tokenizer.skipRest(of: token, in: bytes)
    }
    buffer.breakLine()
  }

  private mutating func add(
    _ string: Span<UInt8>, _ hasHeadings: Bool, _ isHeading: Bool,
    into sink: inout some DocumentSink
  ) {
    var end = min(string.count, Self.longestString)
    while end < string.count, end > 0, string[end] & 0xc0 == 0x80 { end -= 1 }
    var text: [UInt8] = []
    JSONTokenizer.unescape(string.extracting(0..<end), into: &text)
    text = NotebookMarkup.withoutData(text)
    if heading == nil, isHeading { heading = FieldValue.text(text.span) }
    if heading == nil, hasHeadings { heading = NotebookMarkup.heading(in: text.span) }
    buffer.append(lines: text.span, to: &sink)
  }

  private mutating func readMetadata(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard try tokenizer.enter(.beginObject, in: bytes) else { return }
    while let name = try tokenizer.nextName(in: bytes) {
      let key = bytes.extracting(name)
      if key.isKey("title") {
        title = try readValue(bytes) ?? title
      } else if key.isKey("authors") {
        try readAuthors(bytes, into: &sink)
      } else {
        try tokenizer.skipValue(in: bytes)
      }
    }
  }

  private mutating func readAuthors(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard try tokenizer.enter(.beginArray, in: bytes) else { return }
    while let token = try tokenizer.nextElement(in: bytes) {
      guard token == .beginObject else {
        try tokenizer.skipRest(of: token, in: bytes)
        continue
      }
      while let name = try tokenizer.nextName(in: bytes) {
        guard bytes.extracting(name).isKey("name"), authors < FieldValue.most else {
          try tokenizer.skipValue(in: bytes)
          continue
        }
        if let author = try readValue(bytes) {
          sink.add(author, to: .author)
          authors += 1
        }
      }
    }
  }

  /// Reads a string for a metadata field; nil for a value of another type, which is skipped.
  private mutating func readValue(_ bytes: Span<UInt8>) throws(ReadingFailure) -> String? {
    let token = try tokenizer.next(in: bytes)
    guard case .string(let range) = token else {
      try tokenizer.skipRest(of: token, in: bytes)
      return nil
    }
    // An escape has at most twelve bytes for one character.
    let end = min(range.upperBound, range.lowerBound + 12 * FieldValue.longest)
    var text: [UInt8] = []
    JSONTokenizer.unescape(bytes.extracting(range.lowerBound..<end), into: &text)
    return FieldValue.text(text.span)
  }
}
