extension OfficeOpenXMLReader {
  /// Reads a text document: its body, then headers, footers, notes and comments.
  enum WordDocument {
    /// The relationship types of the parts that follow the body, in reading order.
    private static let parts = [
      "header", "footer", "footnotes", "endnotes", "comments", "chart", "diagramData",
    ]

    static func read(
      _ bytes: Span<UInt8>, _ main: String, _ package: inout OfficePackage<some DocumentPackage>,
      _ sink: inout some DocumentSink
    ) {
      var handler = OfficeText()
      package.fail(handler.read(bytes, into: &sink))
      let relationships = package.relationships(of: main)
      for type in parts {
        package.read(relationships.parts(type), with: &handler, into: &sink)
      }
      handler.flush(to: &sink)
    }
  }
}
