import ExtractionProtocol

/// The document properties that Windows shows: title, author, dates, comments.
///
/// Sources: MS-OLEPS; MS-OSHARED, section 2.3.3.2, for the property identifiers.
enum PropertySet {
  /// The number of properties that are read; the summary information has 18.
  private static let propertyLimit = 64
  /// The number of bytes of a text that are read.
  private static let textLimit = 4_096

  /// Gives the summary information to a sink as metadata fields.
  ///
  /// Pass false as `countsPages` for documents without pages; the number of pages is then left out.
  static func readSummary(
    _ stream: Span<UInt8>, countsPages: Bool, into sink: inout some DocumentSink
  ) {
    let properties = section(of: stream)
    var remarks: [String] = []
    for (identifier, offset) in properties.offsets {
      switch identifier {
      case 2: add(text(stream, offset, properties.codePage), to: .title, of: &sink)
      case 3, 6: remarks.append(collapsed(text(stream, offset, properties.codePage)))
      case 4: add(text(stream, offset, properties.codePage), to: .author, of: &sink)
      case 5: addKeywords(text(stream, offset, properties.codePage), to: &sink)
      case 12: add(date(stream, offset), to: .created, of: &sink)
      case 13: add(date(stream, offset), to: .changed, of: &sink)
      case 14 where countsPages: add(number(stream, offset), to: .pages, of: &sink)
      default: break
      }
    }
    sink.add(remarks: remarks)
  }

  /// Gives the category and the texts of the properties that a person has defined to a sink.
  static func readDocumentSummary(_ stream: Span<UInt8>, into sink: inout some DocumentSink) {
    let properties = section(of: stream)
    var remarks = properties.offsets.filter { $0.identifier == 2 }.map {
      collapsed(text(stream, $0.offset, properties.codePage))
    }
    if stream.doubleWord(at: 24) ?? 0 > 1 {
      let own = section(of: stream, index: 1)
      // The identifiers 0 and 1 are names of the properties and their code page.
      remarks += own.offsets.filter { $0.identifier > 1 }.map {
        collapsed(text(stream, $0.offset, own.codePage))
      }
    }
    sink.add(remarks: remarks)
  }

  /// Splits keywords at commas and semicolons, and gives them to a sink.
  static func addKeywords(_ list: String, to sink: inout some DocumentSink) {
    for keyword in list.split(whereSeparator: { ",;\n".contains($0) }) {
      add(String(keyword), to: .keyword, of: &sink)
    }
  }

  /// Gives a value to a sink, with single blanks between words, unless it is empty.
  static func add(_ value: String, to field: DocumentField, of sink: inout some DocumentSink) {
    let value = collapsed(value)
    if !value.isEmpty { sink.add(value, to: field) }
  }

  private static func collapsed(_ value: String) -> String {
    value.split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ")
  }

  /// Returns the code page and the property offsets of a section.
  private static func section(
    of stream: Span<UInt8>, index section: Int = 0
  ) -> (codePage: CodePage, offsets: [(identifier: Int, offset: Int)]) {
    guard stream.word(at: 0) == 0xfffe, let base = stream.doubleWord(at: 44 + section * 20),
      let count = stream.doubleWord(at: base + 4)
    else { return (.windows1252, []) }
    var offsets: [(identifier: Int, offset: Int)] = []
    var codePage = CodePage.windows1252
    for index in 0..<min(count, propertyLimit) {
      let entry = base + 8 + index * 8
      guard let identifier = stream.doubleWord(at: entry),
        let offset = stream.doubleWord(at: entry + 4)
      else { break }
      if identifier == 1, let number = stream.word(at: base + offset + 4) {
        codePage = CodePage(number)
      }
      offsets.append((identifier, base + offset))
    }
    return (codePage, offsets)
  }

  private static func text(_ stream: Span<UInt8>, _ offset: Int, _ codePage: CodePage) -> String {
    guard let type = stream.word(at: offset), type == 0x1e || type == 0x1f,
      let length = stream.doubleWord(at: offset + 4)
    else { return "" }
    let isWide = type == 0x1f
    let bytes = stream.extracting(
      stream.clamped(offset + 8, min(isWide ? length * 2 : length, textLimit)))
    let decoded = (isWide ? CodePage.utf16 : codePage).decode(bytes)
    return String(decoding: decoded.prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func date(_ stream: Span<UInt8>, _ offset: Int) -> String {
    guard stream.word(at: offset) == 0x40, let time = stream.quadWord(at: offset + 4) else {
      return ""
    }
    return CivilDate.rfc3339(fileTime: time) ?? ""
  }

  private static func number(_ stream: Span<UInt8>, _ offset: Int) -> String {
    guard stream.word(at: offset) == 3, let number = stream.doubleWord(at: offset + 4),
      (1...1_000_000).contains(number)
    else { return "" }
    return String(number)
  }
}
