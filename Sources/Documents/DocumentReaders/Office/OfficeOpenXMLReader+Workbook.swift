import ExtractionProtocol

extension OfficeOpenXMLReader {
  /// Reads a workbook: each sheet, followed by its comments and drawings, and then by embedded files.
  enum Workbook {
    /// The number of sheets that are read.
    private static let mostSheets = 10_000

    private enum Name: String, CaseIterable, XMLVocabulary {
      case sheet, name, id
      case properties = "workbookPr"
      case date1904
      case other = ""

      static let names = XMLNameTable<Self>()
    }

    static func read(
      _ bytes: Span<UInt8>, _ main: String, _ package: inout OfficePackage<some DocumentPackage>,
      _ sink: inout some DocumentSink
    ) {
      let relationships = package.relationships(of: main)
      var sheets: [(name: String, id: String)] = []
      var is1904 = false
      Name.forEachTag(in: bytes) { tag, bytes in
        if tag.name == .sheet, let id = tag.value(of: .id, isPrefixed: true, in: bytes) {
          sheets.append((tag.value(of: .name, in: bytes) ?? "", id))
        }
        if tag.name == .properties {
          is1904 = tag.has(.date1904, "1", in: bytes) || tag.has(.date1904, "true", in: bytes)
        }
        return sheets.count < mostSheets
      }
      if !sheets.isEmpty { sink.add(String(sheets.count), to: .pages) }

      var strings = WorksheetStrings()
      for part in relationships.parts("sharedStrings") {
        package.read(part, with: &strings, into: &sink)
      }
      var styles = WorkbookStyles()
      for part in relationships.parts("styles") { package.read(part, with: &styles, into: &sink) }
      var handler = WorksheetText(strings, styles, is1904: is1904)
      for (name, id) in sheets where sink.wantsMore {
        handler.flush(to: &sink)
        handler.reset()
        handler.text.begin(DocumentPart(.sheet, label: name), in: &sink)
        guard let part = relationships.part(withID: id) else { continue }
        guard package.read(part, with: &handler, into: &sink) else { continue }
        // The sheet and its drawings share a buffer, so that the separation of words continues.
        var attached = OfficeText()
        attached.text = handler.text
        let relationships = package.relationships(of: part)
        for type in ["comments", "threadedComment", "drawing"] {
          package.read(relationships.parts(type), with: &attached, into: &sink)
        }
        handler.text = attached.text
        package.addEmbeddedFiles(of: relationships, to: &sink)
      }
      handler.flush(to: &sink)
    }
  }
}
