import ArchiveReading
import CharacterEncodings
import DocumentReaders
import ExtractionProtocol

/// Reads a small document of each format, so that everything that loads at first use is loaded.
enum WarmUp {
  private struct NoSink: DocumentSink {
    var wantsMore: Bool { true }
    func add(_ value: String, to field: DocumentField) {}
    func begin(_ part: DocumentPart) {}
    func add(text: Span<UInt8>) {}
    func begin(_ member: DocumentMember) -> Bool { true }
    func add(content: Span<UInt8>) {}
    func endMember() {}
  }

  static func run() {
    ConverterFiles.ignore()
    ArchiveReader.prepare()
    var sink = NoSink()
    // The last byte has the statistics of letters loaded.
    let bytes = Array("Subject: =?koi8-r?Q?=C1?=\n\n<p>&auml; ".utf8) + [0xe4]
    for format in DocumentFormat.allCases {
      try? format.read(bytes.span, into: &sink)
    }
  }
}
