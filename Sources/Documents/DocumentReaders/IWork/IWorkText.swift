import ExtractionProtocol

/// Reads the texts and tables of an archive of iWork in the order of slides and sheets.
struct IWorkText {
  /// Types of objects; those up to 5 mean something else in each program.
  private enum Kind {
    static let document = 1
    static let sheet = 2
    static let show = 2
    static let slideNode = 4
    static let slide = 5
    static let storage = 2_001
    static let comment = 3_056
    static let tableInfo = 6_000
    static let tableModel = 6_001
    static let pagesDocument = 10_000
  }

  private let archive: IWorkArchive
  private var text = TextBuffer()
  /// The tables that were read.
  private var tables: Set<Int> = []

  init(_ archive: IWorkArchive) { self.archive = archive }

  /// Gives everything to a sink.
  mutating func read(into sink: inout some DocumentSink) {
    let slides = slides
    let sheets = slides.isEmpty ? sheets : []
    if !slides.isEmpty || !sheets.isEmpty {
      sink.add(String(max(slides.count, sheets.count)), to: .pages)
    }
    let archive = archive
    var files: Set<Int> = []
    for (index, slide) in slides.enumerated() where sink.wantsMore {
      text.begin(DocumentPart(.slide, label: String(index + 1)), in: &sink)
      files.insert(slide.file)
      for (_, object) in archive.objects where object.file == slide.file {
        add(object, to: &sink)
      }
    }
    for sheet in sheets where sink.wantsMore {
      let bytes = archive.bytes.span
      let name = bytes.messages(1, in: sheet.message).first.map { bytes.extracting($0).string }
      text.begin(DocumentPart(.sheet, label: name ?? ""), in: &sink)
      for id in bytes.references(2, in: sheet.message) {
        if let info = archive[id], info.type == Kind.tableInfo,
          let model = bytes.references(2, in: info.message).first.flatMap({ archive[$0] })
        {
          add(model, to: &sink)
        }
      }
    }
    text.breakParagraph()
    for (_, object) in archive.objects where !files.contains(object.file) && sink.wantsMore {
      add(object, to: &sink)
    }
    text.flush(to: &sink)
  }

  /// The slides of a presentation in their order; empty for other documents.
  private var slides: [IWorkArchive.Object] {
    let bytes = archive.bytes.span
    var slides: [IWorkArchive.Object] = []
    for (_, show) in archive.objects where show.type == Kind.show {
      for tree in bytes.messages(3, in: show.message) {
        for node in bytes.references(2, in: tree) {
          guard let node = archive[node], node.type == Kind.slideNode,
            let slide = bytes.references(2, in: node.message).first.flatMap({ archive[$0] }),
            slide.type == Kind.slide
          else { continue }
          slides.append(slide)
        }
      }
      if !slides.isEmpty { break }
    }
    return slides
  }

  /// The sheets of a workbook in their order; empty for other documents.
  private var sheets: [IWorkArchive.Object] {
    let bytes = archive.bytes.span
    guard !archive.objects.contains(where: { $0.object.type == Kind.pagesDocument }),
      let document = archive.objects.first(where: { $0.object.type == Kind.document })
    else { return [] }
    return bytes.references(1, in: document.object.message).compactMap { archive[$0] }
      .filter { $0.type == Kind.sheet }
  }

  /// Adds the text of an object if it has some; a table only once.
  private mutating func add(_ object: IWorkArchive.Object, to sink: inout some DocumentSink) {
    let archive = archive
    let bytes = archive.bytes.span
    if object.type == Kind.storage {
      for piece in bytes.messages(3, in: object.message) {
        text.breakLine()
        text.append(lines: Self.lines(bytes.extracting(piece)).span)
      }
      text.breakLine()
    } else if object.type == Kind.comment {
      text.breakLine()
      for piece in bytes.messages(1, in: object.message) {
        text.append(lines: Self.lines(bytes.extracting(piece)).span)
      }
      text.breakLine()
    } else if object.type == Kind.tableModel, tables.insert(object.message.lowerBound).inserted {
      let table = IWorkTable(object.message, archive)
      text.breakParagraph()
      text.append(table.name)
      table.forEachRow { cells in
        text.breakLine()
        for cell in cells {
          text.append(cell)
          text.separate()
        }
        text.flushIfFull(to: &sink)
        return sink.wantsMore
      }
      text.breakParagraph()
    }
    text.flushIfFull(to: &sink)
  }

  /// Returns valid UTF-8 without the characters that stand for objects in the text.
  private static func lines(_ bytes: Span<UInt8>) -> [UInt8] {
    let scalars = bytes.string.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.value {
      // Breaks of lines, columns, pages and sections.
      case 0x2028, 0x2029, 4...0xd: "\n"
      case 0xfffc, ..<0x20: " "
      default: scalar
      }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return Array(String(text).utf8)
  }
}
