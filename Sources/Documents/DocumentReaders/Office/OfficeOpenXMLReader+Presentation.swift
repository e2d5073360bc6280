import ExtractionProtocol

extension OfficeOpenXMLReader {
  /// Reads a presentation: each slide, followed by its diagrams, notes and comments, and by the fixed texts of
  /// its layout and master.
  enum Presentation {
    /// The number of slides that are read.
    private static let mostSlides = 100_000

    private enum Name: String, CaseIterable, XMLVocabulary {
      case slide = "sldId"
      case id
      case other = ""

      static let names = XMLNameTable<Self>()
    }

    static func read(
      _ bytes: Span<UInt8>, _ main: String, _ package: inout OfficePackage<some DocumentPackage>,
      _ sink: inout some DocumentSink
    ) {
      let relationships = package.relationships(of: main)
      var slides: [String] = []
      Name.forEachTag(in: bytes) { tag, bytes in
        if tag.name == .slide, let id = tag.value(of: .id, isPrefixed: true, in: bytes),
          let slide = relationships.part(withID: id)
        {
          slides.append(slide)
        }
        return slides.count < mostSlides
      }
      if !slides.isEmpty { sink.add(String(slides.count), to: .pages) }
      var handler = OfficeText()
      for (index, slide) in slides.enumerated() where sink.wantsMore {
        handler.flush(to: &sink)
        sink.begin(DocumentPart(.slide, label: String(index + 1)))
        handler.reset()
        guard package.read(slide, with: &handler, into: &sink) else { continue }
        let related = package.relationships(of: slide)
        for type in ["diagramData", "chart", "chartEx", "notesSlide", "comments"] {
          package.read(related.parts(type), with: &handler, into: &sink)
        }
        handler.skipsPlaceholders = true
        package.read(related.parts("slideLayout"), with: &handler, into: &sink)
        handler.skipsPlaceholders = false
        package.addEmbeddedFiles(of: related, to: &sink)
      }
      handler.flush(to: &sink)
    }
  }
}
