import ExtractionProtocol

extension OfficeOpenXMLReader {
  /// Reads a text document: its body, then headers, footers, notes and comments, then embedded documents.
  enum WordDocument {
    /// The relationship types of the parts that follow the body, in reading order.
    private static let parts = [
      "header", "footer", "footnotes", "endnotes", "comments", "chart", "chartEx", "diagramData",
    ]

    static func read(
      _ bytes: Span<UInt8>, _ main: String, _ package: inout OfficePackage<some DocumentPackage>,
      _ sink: inout some DocumentSink
    ) {
      var handler = OfficeText()
      package.fail(handler.read(bytes, into: &sink))
      let relationships = package.relationships(of: main)
      for part in relationships.parts("aFChunk") { read(chunk: part, &handler, &package, &sink) }
      for type in parts {
        package.read(relationships.parts(type), with: &handler, into: &sink)
      }
      handler.flush(to: &sink)
      package.addEmbeddedFiles(of: relationships, to: &sink)
    }

    /// Reads a document of another format that is a part of the text; a package becomes a member.
    private static func read(
      chunk part: String, _ handler: inout OfficeText,
      _ package: inout OfficePackage<some DocumentPackage>, _ sink: inout some DocumentSink
    ) {
      handler.flush(to: &sink)
      guard sink.wantsMore, let content = package.content(of: part) else { return }
      if content.starts(with: Array("PK".utf8)) {
        return sink.add(DocumentMember(part: part, size: content.count), content: content)
      }
      var text = OfficeChunkText(base: sink)
      text.read(content.span, isPlain: part.hasSuffix(".txt"))
      sink = text.base
      handler.text.breakParagraph()
    }
  }
}

/// Gives the text of an inserted document to a sink, and drops its fields, parts and members.
private struct OfficeChunkText<Base: DocumentSink>: TextSink {
  var base: Base

  var wantsMore: Bool { base.wantsMore }

  mutating func add(text: Span<UInt8>) { base.add(text: text) }
  mutating func add(_ value: String, to field: DocumentField) {}

  /// Reads a document in plain text, RTF, HTML, or HTML with its pictures in a mail.
  ///
  /// A damaged chunk is no damage of the document around it.
  mutating func read(_ bytes: Span<UInt8>, isPlain: Bool) {
    let start = bytes.extracting(first: 1_024)
    base.add(text: ([0x0a, 0x0a] as [UInt8]).span)
    if start.firstRange(of: #"{\rtf"#) != nil {
      try? RTFReader.read(bytes, into: &self)
    } else if start.firstRange(of: "MIME-Version" as StaticString) != nil {
      try? MailReader.read(mhtml: bytes, into: &self)
    } else if isPlain {
      SourceText.read(bytes) { base.add(text: $0) }
    } else {
      HTMLReader.read(bytes, into: &self)
    }
  }
}
