import DocumentReaders
import ExtractionProtocol
import TestSupport
import Testing

@testable import PortableDocumentReading

extension PortableDocumentReaderTests {
  /// Notes, attached files and metadata of PDF documents.
  ///
  /// It is in the other suite, because poppler runs on one thread at a time.
  struct PDFAnnotationsTests {
    init() {
      #expect(PortableDocumentReader.prepare())
    }

    /// `9 0 <</Subtype/Text/Contents(packed)>>`, packed with zlib.
    private static let packed: [UInt8] = [
      0x78, 0x9c, 0xb3, 0x54, 0x30, 0x50, 0xb0, 0xb1, 0xd1, 0x0f, 0x2e, 0x4d, 0x2a, 0xa9, 0x2c,
      0x48, 0xd5, 0x0f, 0x49, 0xad, 0x28, 0xd1, 0x77, 0xce, 0xcf, 0x2b, 0x49, 0xcd, 0x2b, 0x29,
      0xd6, 0x28, 0x48, 0x4c, 0xce, 0x4e, 0x4d, 0xd1, 0xb4, 0xb3, 0x03, 0x00, 0xec, 0x3f, 0x0c,
      0xc3,
    ]

    private func read(_ bytes: [UInt8]) -> GatheringSink {
      var sink = GatheringSink()
      try? PortableDocumentReader.read(bytes.span, into: &sink)
      return sink
    }

    @Test(arguments: [
      ("/Subtype/Text/Contents(sticky \\(note\\) \\344)", "sticky (note) ä"),
      ("/Subtype/Highlight/Contents<FEFF0077006F007200640061>", "worda"),
      ("/Subtype/Square/Contents(a\\\nb\\rc)", "ab\nc"),
      ("/Subtype/Text/Contents 10 0 R", "referred"),
      ("/Subtype/Text/Subj(About the fish)/Contents(x)", "About the fish\nx"),
      ("/Subtype/Highlight/Subj(Highlight)/Contents(x)", "x"),
      ("/Subtype/Text/T(Anna Smith)/Contents(x)", "Anna Smith\nx"),
      ("/Subtype/FreeText/Contents(typed)", "typed"),
      ("/Subtype/FreeText/AP<</N 10 0 R>>/Contents(typed)", ""),
      ("/Subtype/Widget/T(field)/V(typed)", "typed"),
      ("/Subtype/Widget/T(field)/V(typed)/AP<</N 10 0 R>>", ""), ("/Subtype/Widget/V/Off", ""),
      ("/Subtype/Popup/Contents(copy)", ""), ("/Subtype/Link/Contents(link)", ""),
      ("/Contents(kind)", ""),
      ("/Subtype/Text/Contents(\\357\\273\\277\\303\\244)", "ä"),
      ("/Subtype/Text/Contents(\\200 \\240)", "• €"),
    ])
    func `The text of notes follows their page`(annotation: String, text: String) {
      var document = PortableDocument(["page", "other"])
      document.page = "/Annots[11 0 R]"
      document.more = [
        Array("null".utf8), Array("(referred)".utf8),
        Array("<</Type/Annot/Rect[1 1 2 2]\(annotation)>>".utf8),
      ]
      let sink = read(document.bytes)
      let lines = sink.texts.map { $0.split(separator: "\n").joined(separator: "\n") }
      #expect(lines == ["page" + (text.isEmpty ? "" : "\n" + text), "other"])
    }

    @Test func `Attached files are members`() {
      var document = PortableDocument(["page"])
      document.catalog = "/Names<</EmbeddedFiles<</Names[(n)8 0 R]>>>>"
      document.page = "/Annots[9 0 R]"
      document.more = [
        PortableDocument.object(Array("attached".utf8), "/Type/EmbeddedFile"),
        Array("<</Type/Filespec/F(note.txt)/UF<FEFF00E400620063002E0068>/EF<</F 7 0 R>>>>".utf8),
        Array(
          """
          <</Type/Annot/Subtype/FileAttachment/Rect[1 1 2 2]/FS<</F(b.txt)/EF<</F 10 0 R>>>>>>
          """.utf8), PortableDocument.object(Array("clipped".utf8)),
      ]
      let sink = read(document.bytes)
      #expect(sink.members.map(\.name) == ["äbc.h", "b.txt"])
      #expect(sink.members.map(\.content) == ["attached", "clipped"])
    }

    @Test func `Notes in packed objects are found`() {
      var document = PortableDocument(["page"])
      document.page = "/Annots[9 0 R]"
      document.more = [
        PortableDocument.object(Self.packed, "/Type/ObjStm/N 1/First 4/Filter/FlateDecode"),
        Array("null".utf8),
      ]
      #expect(read(document.bytes).texts[0].contains("packed"))
      document.more[0] = PortableDocument.object(
        Array(Self.packed.dropLast(12)), "/Type/ObjStm/N 99999999999/First 4/Filter/FlateDecode")
      _ = read(document.bytes)
    }

    @Test func `Objects that are referred to any number of times are read for a while`() {
      let notes = [String](repeating: "<</Subtype/Text/Contents 9 0 R>>", count: 20_000).joined()
      let numbers = [String](repeating: "0 ", count: 100_000).joined()
      let text =
        "/Root 1 0 R 1 0 obj<</Pages 2 0 R>>2 0 obj<</Annots[\(notes)]>>9 0 obj[\(numbers)]"
      #expect(PDFAnnotations(Array(text.utf8).span).texts.isEmpty)
      let roots = [String](repeating: "/Root%", count: 100_000).joined()
      #expect(PDFAnnotations(Array(roots.utf8).span).texts.isEmpty)
    }

    @Test func `Dictionaries before streams that do not end are read for a while`() {
      let objects = [String](repeating: "1 0 obj<</A[(stream ", count: 100_000).joined()
      #expect(PDFAnnotations(Array(objects.utf8).span).texts.isEmpty)
    }

    @Test func `What looks like an object in a stream is none`() {
      var document = PortableDocument(["page"])
      document.page = "/Annots[7 0 R]"
      let inner = Array("7 0 obj<</Subtype/Text/Contents(inner)>>endobj".utf8)
      document.more = [
        Array("<</Subtype/Text/Contents(outer)>>".utf8), PortableDocument.object(inner),
      ]
      #expect(PDFAnnotations(document.bytes.span).texts == [0: ["outer"]])
    }

    @Test func `A page that was changed later is in packed objects`() {
      var document = PortableDocument(["page"])
      document.page = "/Annots[9 0 R]"
      document.more = [
        Array("null".utf8), Array("null".utf8),
        Array("<</Subtype/Text/Contents(former)>>".utf8),
        PortableDocument.object(Self.packed, "/Type/ObjStm/N 1/First 4/Filter/FlateDecode"),
      ]
      #expect(PDFAnnotations(document.bytes.span).texts == [0: ["packed"]])
    }

    @Test func `XMP gives what the information dictionary lacks`() {
      var document = PortableDocument(["page"])
      document.catalog = "/Metadata 7 0 R"
      document.more = [
        PortableDocument.object(
          Array(
            """
            <x:xmpmeta><rdf:Description><dc:title><rdf:Alt><rdf:li>Größe title</rdf:li></rdf:Alt></dc:title>\
            <dc:creator><rdf:Seq><rdf:li>Ada</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator>\
            <dc:description><rdf:Alt><rdf:li>About it</rdf:li></rdf:Alt></dc:description></rdf:Description>\
            </x:xmpmeta>
            """.utf8), "/Type/Metadata/Subtype/XML")
      ]
      var sink = read(document.bytes)
      #expect(sink.fields[.title] == ["Größe title"])
      #expect(sink.fields[.author] == ["Ada", "Bob"])
      #expect(sink.start == "About it\n\n")
      document.information = "/Title(Own title)/Author(Eve)/Subject(Own subject)"
      sink = read(document.bytes)
      #expect(sink.fields[.title] == ["Own title"])
      #expect(sink.fields[.author] == ["Eve"])
      #expect(sink.start == "Own subject\n\n")
    }

    @Test(arguments: [
      ("/MediaBox[0 0 595 842]/CropBox[1000 1000 1200 1200]", "word"),
      ("/MediaBox[0 0 595 842]/CropBox[1000 1000 1200 1200]/Rotate 90", "word"),
      ("/MediaBox[0 0 595 842]/CropBox[-500 -500 -100 -100]", "word"),
      ("/MediaBox[0 0 595 842]/CropBox[0 700 595 842]", "word"),
      ("/MediaBox[0 0 595 842]/CropBox[0 0 595 100]", ""),
    ])
    func `A crop box outside of the page is ignored`(boxes: String, text: String) {
      var document = PortableDocument(["word"])
      document.boxes = boxes
      let words = read(document.bytes).texts.joined().split(whereSeparator: \.isWhitespace)
      #expect(words.joined() == text)
    }

    @Test func `Damaged objects do not trap`() {
      var document = PortableDocument(["page"])
      document.page = "/Annots[9 0 R[9 0 R]<</Subtype/Text/Contents(a)>>]"
      document.more = [
        PortableDocument.object(Self.packed, "/Type/ObjStm/N 1/First 4/Filter/FlateDecode"),
        Array("<</Kids[8 0 R]/A<<<</B[[[[(\\(\\1)<a>]]>>".utf8),
      ]
      let bytes = document.bytes
      var generator = SplitMix(seed: 5)
      for _ in 0..<2_000 {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          let index = Int.random(in: 0..<changed.count, using: &generator)
          changed[index] = UInt8.random(in: 0...255, using: &generator)
        }
        _ = PDFAnnotations(changed.span)
      }
      let deep =
        Array("/Root 1 0 R 1 0 obj".utf8) + [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
      #expect(PDFAnnotations(deep.span).texts.isEmpty)
    }
  }
}
