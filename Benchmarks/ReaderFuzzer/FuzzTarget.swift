import ArchiveReading
import CharacterEncodings
import DocumentReaders
import ExtractionProtocol
import GeneralReaders
import LanguageDetection
import PortableDocumentReading

/// A function that reads foreign bytes.
struct FuzzTarget {
  /// Its name in `READER`.
  let name: String
  /// Reads a document.
  let run: @Sendable (FuzzedInput) -> Void

  /// Each format, then the parts that several formats use.
  static let all: [Self] =
    DocumentFormat.allCases.map { format in Self(name: "\(format)") { read($0, as: format) } } + [
      Self(name: "package", run: readPackage),
      Self(name: "compressedText", run: readCompressedText),
      Self(name: "encodings", run: decode),
      Self(name: "languages", run: findLanguage),
      Self(name: "answers", run: takeAnswer),
      Self(name: "programs", run: FuzzedProgram.read),
      Self(name: "annotations", run: readAnnotations),
    ]

  private static func read(_ input: FuzzedInput, as format: DocumentFormat) {
    var sink = CheckedSink(input)
    var package = FuzzedPackage([])
    switch format {
    case .officeOpenXML, .openDocument, .epub, .xps, .iWork: package = FuzzedPackage(input.bytes)
    default: break
    }
    do throws(ReadingFailure) {
      switch format {
      case .officeOpenXML: try OfficeOpenXMLReader.read(&package, into: &sink)
      case .openDocument: try OpenDocumentReader.read(&package, into: &sink)
      case .epub: try EPUBReader.read(&package, into: &sink)
      case .xps: try FixedDocumentReader.read(&package, into: &sink)
      case .iWork: try IWorkReader.read(&package, into: &sink)
      default: try format.read(input.bytes.span, into: &sink)
      }
    } catch {
      // A failure is an answer.
    }
    sink.finish()
  }

  @Sendable private static func readAnnotations(_ input: FuzzedInput) {
    var annotations = PDFAnnotations(input.bytes.span)
    for file in annotations.files.prefix(20) {
      let content = annotations.content(
        ofFile: file.stream, limit: input.textLimit, input.bytes.span)
      precondition((content?.count ?? 0) <= input.textLimit)
    }
  }

  /// Reads each member of a zip file, forwards and backwards.
  @Sendable private static func readPackage(_ input: FuzzedInput) {
    try? ArchivePackage.read(input.bytes.span) { (package) throws(ReadingFailure) in
      let names = package.names.prefix(20)
      for name in names + names.reversed() {
        let content = try? package.content(of: name, limit: input.textLimit)
        precondition((content?.count ?? 0) <= input.textLimit)
      }
    }
  }

  @Sendable private static func readCompressedText(_ input: FuzzedInput) {
    var sink = CheckedSink(input)
    var content: [UInt8] = []
    try? GeneralProgram().unpack(input.bytes.span, limit: input.textLimit, into: &content)
    try? DocumentFormat.plainText.read(content.span, into: &sink)
    sink.finish()
  }

  /// The first line is the label of an encoding, and each line of the beginning is a file name.
  @Sendable private static func decode(_ input: FuzzedInput) {
    _ = EncodingDetector.encoding(of: input.bytes.span)
    // Names are compared in many encodings, which takes too long with a sanitizer.
    let names = input.bytes.prefix(4_096).split(separator: 0x0a).map(Array.init)
    for origin in [FileNameEncoding.Origin.zip, .other] {
      let encoding = FileNameEncoding.encoding(of: names, from: origin)
      for name in names.prefix(10) {
        let decoded = encoding.decode(name.span)
        precondition(!decoded.isEmpty, "A name is empty.")
        precondition(String(validating: decoded, as: UTF8.self) != nil, "A name is not UTF-8.")
      }
    }
    let label = String(decoding: input.bytes.prefix { $0 != 0x0a }, as: UTF8.self)
    guard let encoding = CharacterEncoding(label: label) else { return }
    let bytes = Array(input.bytes.drop { $0 != 0x0a }.dropFirst())
    var text: [UInt8] = []
    let count = encoding.decode(bytes.span, limit: input.textLimit, into: &text)
    precondition((0...bytes.count).contains(count), "More was decoded than there is.")
    precondition(text.count <= input.textLimit + 64 << 10, "The limit was exceeded.")
    precondition(String(validating: text, as: UTF8.self) != nil, "The text is not UTF-8.")
  }

  /// The first line is the declared language.
  @Sendable private static func findLanguage(_ input: FuzzedInput) {
    let label = String(decoding: input.bytes.prefix { $0 != 0x0a }, as: UTF8.self)
    _ = LanguageDetector.language(of: input.bytes.span)
    _ = LanguageDetector.language(of: input.bytes.span, declared: label)
  }

  /// Packets, each after its length in two bytes; the first one is also read as a request.
  @Sendable private static func takeAnswer(_ input: FuzzedInput) {
    var bytes = input.bytes[...]
    let request = ExtractionRequest(
      number: 1, format: .html, time: 1, textLimit: UInt64(input.textLimit), fileSize: 1)
    var answer = ExtractionAnswer(to: request)
    while bytes.count >= 2 {
      let length = Int(bytes.removeFirst()) << 8 | Int(bytes.removeFirst())
      let packet = bytes.prefix(length)
      bytes = bytes.dropFirst(length)
      if let request = ExtractionRequest(packet: packet) {
        precondition(ExtractionRequest(packet: request.packet[...]) == request)
      }
      guard let (number, frames) = ExtractionPacket.read(packet) else { continue }
      let written = ExtractionPacket(number, frames)
      precondition(ExtractionPacket.read(written.bytes[...])?.frames == frames)
      for frame in frames where answer.take(frame) != .more {
        answer = ExtractionAnswer(to: request)
      }
    }
    precondition(answer.text.count <= input.textLimit + 3 * ExtractionPacket.maximumSize * 2)
    precondition(String(validating: answer.text, as: UTF8.self) != nil, "The text is not UTF-8.")
  }
}
