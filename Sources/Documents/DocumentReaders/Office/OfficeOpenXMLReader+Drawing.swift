import ExtractionProtocol

extension OfficeOpenXMLReader {
  /// Reads a drawing of Visio: the text of each page, and the comments.
  ///
  /// Source: MS-VSDX.
  enum Drawing {
    /// The number of pages and masters that are read.
    private static let mostPages = 10_000

    private enum Name: String, CaseIterable, XMLVocabulary {
      case page = "Page"
      case master = "Master"
      case relationship = "Rel"
      case name = "Name"
      case identifier = "ID"
      case id, background = "Background"
      case other = ""

      static let names = XMLNameTable<Self>()
    }

    static func read(
      _ main: String, _ package: inout OfficePackage<some DocumentPackage>,
      _ sink: inout some DocumentSink
    ) {
      let document = package.relationships(of: main)
      var handler = VisioText()
      for (number, part) in entries("masters", of: document, .master, &package) {
        handler.beginMaster(Int(number))
        package.read(part, with: &handler, into: &sink)
      }
      let pages = entries("pages", of: document, .page, &package)
      if !pages.isEmpty { sink.add(String(pages.count), to: .pages) }
      for (name, part) in pages where sink.wantsMore {
        handler.flush(to: &sink)
        sink.begin(DocumentPart(.page, label: name))
        handler.beginPage()
        guard package.read(part, with: &handler, into: &sink) else { continue }
        package.addEmbeddedFiles(of: package.relationships(of: part), to: &sink)
      }
      for part in document.parts("comments") {
        handler.beginPage()
        package.read(part, with: &handler, into: &sink)
      }
      handler.flush(to: &sink)
    }

    /// Returns the parts of pages or masters in their order, with their names or identifiers.
    private static func entries(
      _ type: String, of document: OfficeRelationships, _ element: Name,
      _ package: inout OfficePackage<some DocumentPackage>
    ) -> [(name: String, part: String)] {
      var entries: [(name: String, part: String)] = []
      for list in document.parts(type) {
        guard let content = package.content(of: list) else { continue }
        let relationships = package.relationships(of: list)
        var name = ""
        Name.forEachTag(in: content.span) { tag, bytes in
          if tag.name == element {
            name = tag.value(of: element == .page ? .name : .identifier, in: bytes) ?? ""
          } else if tag.name == .relationship, let id = tag.value(of: .id, in: bytes),
            let part = relationships.part(withID: id)
          {
            entries.append((name, part))
          }
          return entries.count < mostPages
        }
      }
      return entries
    }
  }
}

/// Reads the text of shapes, which may be that of their master, and comments.
struct VisioText: XMLHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case shape = "Shape"
    case master = "Master"
    case masterShape = "MasterShape"
    case identifier = "ID"
    case words = "Text"
    case comment = "CommentEntry"
    case cell = "Cell"
    case cellName = "N"
    case value = "V"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  /// A shape whose element is open.
  private struct Shape {
    /// The master, and the shape in it, whose text the shape shows if it has none.
    var master: Int?
    var shape: Int?
    var hasText = false
    var hasShapes = false
    /// Whether the text is not shown; nil if that is as in the master.
    var hidesText: Bool?
  }

  /// The texts of masters that are kept, in bytes.
  private static let longestTexts = 1 << 20

  var text = TextBuffer()
  var event: XMLEvent?
  private var shapes: [Shape] = []
  private var isText = false
  /// The master that is read; nil in pages.
  private var master: Int?
  /// The text of the open shape of a master.
  private var masterText: [UInt8] = []
  /// The texts of masters, each with its shape; and the shape of each master that has the others in it.
  private var texts: [Int: [(shape: Int, text: [UInt8])]] = [:]
  private var roots: [Int: Int] = [:]
  /// The shapes of masters whose text is not shown.
  private var hidden: [Int: Set<Int>] = [:]
  private var size = 0

  /// Prepares for the part of a master, whose texts are kept.
  mutating func beginMaster(_ number: Int?) {
    beginPage()
    master = number ?? -1
  }

  /// Prepares for the part of a page.
  mutating func beginPage() {
    (shapes, isText, master) = ([], false, nil)
    text.breakParagraph()
  }

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .shape:
      // A shape of a group has the master of the group.
      var shape = Shape(master: tag.number(of: .master, in: bytes))
      if master != nil {
        shape.shape = tag.number(of: .identifier, in: bytes)
        if let master, roots[master] == nil { roots[master] = shape.shape }
      } else if shape.master == nil, let group = shapes.last?.master {
        (shape.master, shape.shape) = (group, tag.number(of: .masterShape, in: bytes) ?? -1)
      }
      if !shapes.isEmpty { shapes[shapes.count - 1].hasShapes = true }
      if shapes.count < 1_000 { shapes.append(shape) }
    case .cell:
      if !shapes.isEmpty, tag.has(.cellName, "HideText", in: bytes) {
        shapes[shapes.count - 1].hidesText = !tag.has(.value, "0", in: bytes)
      }
    case .words, .comment:
      isText = !(shapes.last.map(hidesText) ?? false)
      masterText = []
      if !shapes.isEmpty { shapes[shapes.count - 1].hasText = true }
      text.breakLine()
    case .master, .masterShape, .identifier, .cellName, .value, .other: break
    }
    return true
  }

  mutating func close(_ name: Name) {
    switch name {
    case .shape:
      guard let shape = shapes.popLast() else { return }
      if let master {
        if shape.hidesText == true, let own = shape.shape, size < Self.longestTexts {
          size += 16
          hidden[master, default: []].insert(own)
        }
      } else if let number = shape.master {
        addTexts(of: number, for: shape)
      }
    case .words, .comment:
      isText = false
      text.breakLine()
      guard let master, let shape = shapes.last?.shape, size < Self.longestTexts else { return }
      size += masterText.count
      texts[master, default: []].append((shape, masterText))
    case .master, .masterShape, .identifier, .cell, .cellName, .value, .other: break
    }
  }

  /// Whether the text of a shape of a page is not shown.
  private func hidesText(_ shape: Shape) -> Bool {
    if let own = shape.hidesText { return own && master == nil }
    guard let number = shape.master, let own = shape.shape ?? roots[number] else { return false }
    return hidden[number]?.contains(own) ?? false
  }

  /// Adds the texts of a master that a shape shows: in the place of its own, and of the shapes in it.
  private mutating func addTexts(of master: Int, for shape: Shape) {
    let own = shape.shape ?? roots[master]
    let isWhole = shape.shape == nil && !shape.hasShapes
    for entry in texts[master] ?? [] {
      let isHidden = hidden[master]?.contains(entry.shape) ?? false
      let isShown =
        entry.shape == own ? !shape.hasText && !hidesText(shape) : isWhole && !isHidden
      guard isShown else { continue }
      text.breakLine()
      text.append(entry.text.span)
    }
  }

  mutating func append(_ piece: Span<UInt8>) {
    if !isText { return }
    if master == nil {
      text.append(piece)
    } else if masterText.count < Self.longestTexts {
      masterText.append(piece)
    }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    if !isText { return }
    if master == nil {
      text.append(scalar)
    } else if masterText.count < Self.longestTexts {
      masterText.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
