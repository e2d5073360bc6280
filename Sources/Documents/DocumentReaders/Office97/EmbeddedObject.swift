/// Reads the objects that are embedded in compound files: each is a storage with the streams of a document, or
/// with a file of another program.
///
/// Sources: MS-OLEDS, sections 2.2.5 and 2.3; MS-DOC, section 2.1.5; MS-XLS, section 2.1.7.18.
enum EmbeddedObject {
  /// The number of objects that are read.
  private static let mostObjects = 10_000
  /// Streams that contain a whole file; controls of forms have contents, too.
  private static let fileStreams: [(name: String, beginning: [UInt8])] = [
    ("Package", []), ("EmbeddedOdf", []), ("CONTENTS", Array("%PDF".utf8)),
  ]
  private static let nativeStream = "\u{1}Ole10Native"
  private static let documentStreams: [(name: String, type: String)] = [
    ("WordDocument", "application/msword"), ("Workbook", "application/vnd.ms-excel"),
    ("Book", "application/vnd.ms-excel"), ("PowerPoint Document", "application/vnd.ms-powerpoint"),
  ]

  /// Whether a storage has a document or a file.
  static func isKnown(_ storage: Int, _ file: CompoundFile) -> Bool {
    (documentStreams.map(\.name) + fileStreams.map(\.name) + [nativeStream]).contains {
      file.entry($0, in: storage) != nil
    }
  }

  /// Reads the document or the file of a storage.
  ///
  /// - Returns: why it, or the rest of it, cannot be read; nil if all was read.
  static func readDocument(
    _ file: inout CompoundFile, in storage: Int, of bytes: Span<UInt8>,
    into sink: inout some DocumentSink
  ) -> ReadingFailure? {
    do throws(ReadingFailure) {
      if file.entry("WordDocument", in: storage) != nil {
        try WordReader.read(&file, in: storage, of: bytes, into: &sink)
      } else if let workbook = file.read("Workbook", in: storage, of: bytes)
        ?? file.read("Book", in: storage, of: bytes)
      {
        try WorkbookReader.read(workbook.span, into: &sink)
      } else if storage == CompoundFile.root, let dual = file.entry("PP97_DUALSTORAGE"),
        !file.isStream(dual)
      {
        // The document for PowerPoint 97 beside that for PowerPoint 95.
        return readDocument(&file, in: dual, of: bytes, into: &sink)
      } else if let slides = file.read("PowerPoint Document", in: storage, of: bytes) {
        let user = file.read("Current User", in: storage, of: bytes) ?? []
        try PresentationReader.read(slides.span, currentUser: user.span, into: &sink)
      } else if !addFile(&file, in: storage, of: bytes, to: &sink) {
        throw .unsupported("compound file without a known document")
      }
      return nil
    } catch {
      return error
    }
  }

  /// Reads all objects of a document of Word or Excel, each as a member.
  static func readAll(
    of file: inout CompoundFile, _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) {
    let pool = file.entry("ObjectPool").map { file.children(of: $0) } ?? []
    let sheets = file.children(of: CompoundFile.root).filter { file.name(of: $0).hasPrefix("mbd") }
    for storage in (pool + sheets).prefix(mostObjects) where !file.isStream(storage) {
      guard sink.wantsMore else { return }
      let type = documentStreams.first { file.entry($0.name, in: storage) != nil }?.type
      guard let type else {
        _ = addFile(&file, in: storage, of: bytes, to: &sink)
        continue
      }
      let path = Array(file.name(of: storage).utf8)
      if sink.begin(DocumentMember(path: path, type: type)) {
        if let failure = readDocument(&file, in: storage, of: bytes, into: &sink) {
          sink.fail(failure)
        }
      }
      sink.endMember()
    }
  }

  /// Gives the file of a storage to a sink as a member.
  ///
  /// - Returns: false if there is none.
  private static func addFile(
    _ file: inout CompoundFile, in storage: Int, of bytes: Span<UInt8>,
    to sink: inout some DocumentSink
  ) -> Bool {
    if let native = file.read(nativeStream, in: storage, of: bytes) {
      guard let (name, range) = nativeFile(native.span, from: 4) else { return false }
      let content = Array(native[range])
      sink.add(DocumentMember(path: name, size: Int64(content.count)), content: content)
      return true
    }
    for (name, beginning) in fileStreams {
      guard let content = file.read(name, in: storage, of: bytes), content.starts(with: beginning)
      else { continue }
      let path = Array((storage == CompoundFile.root ? name : file.name(of: storage)).utf8)
      sink.add(DocumentMember(path: path, size: Int64(content.count)), content: content)
      return true
    }
    return false
  }

  /// Gives an object of OLE 1, as RTF has it, to a sink as a member if it can have text.
  ///
  /// The names of its class, of a topic and of an item are followed by the content.
  static func add(legacy object: [UInt8], to sink: inout some DocumentSink) {
    let bytes = object.span
    guard bytes.doubleWord(at: 4) == embeddedFormat else { return }
    var (offset, names): (Int, [Range<Int>]) = (8, [])
    for _ in 0..<3 {
      guard let size = bytes.doubleWord(at: offset) else { return }
      names.append(bytes.clamped(offset + 4, size))
      offset = names.last?.upperBound ?? offset
    }
    guard let size = bytes.doubleWord(at: offset) else { return }
    let range = bytes.clamped(offset + 4, size)
    let content = bytes.extracting(range)
    if bytes.hasBytes("Package\0", at: names[0].lowerBound) {
      guard let (name, file) = nativeFile(content, from: 0) else { return }
      let bytes = content.extracting(file).copied()
      return sink.add(DocumentMember(path: name, size: Int64(bytes.count)), content: bytes)
    }
    add(storage: content.copied(), to: &sink)
  }

  private static let embeddedFormat = 2

  /// Gives a compound file to a sink as a member if it can have text.
  static func add(storage content: [UInt8], to sink: inout some DocumentSink) {
    guard content.starts(with: CompoundFile.signature),
      CompoundFileReader.canRead(object: content.span)
    else { return }
    sink.add(
      DocumentMember(path: Array("object".utf8), size: Int64(content.count)), content: content)
  }

  /// Finds the name and the content of a file in a native stream, which may begin after a size.
  ///
  /// The name is followed by the path of the file, a temporary path, and the content.
  private static func nativeFile(
    _ stream: Span<UInt8>, from start: Int
  ) -> (name: [UInt8], content: Range<Int>)? {
    let start = start + 2
    guard let nameEnd = stream.firstIndex(of: 0, from: start),
      let pathEnd = stream.firstIndex(of: 0, from: nameEnd + 1),
      let temporarySize = stream.doubleWord(at: pathEnd + 5),
      let size = stream.doubleWord(at: pathEnd + 9 + temporarySize)
    else { return nil }
    let name = CodePage.windows1252.decode(stream.extracting(start..<nameEnd))
    let last = name.split { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "/") }.last ?? []
    let content = stream.clamped(pathEnd + 13 + temporarySize, size)
    return (last.isEmpty ? Array("object".utf8) : Array(last), content)
  }
}
