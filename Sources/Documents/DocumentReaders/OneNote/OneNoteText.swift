import ExtractionProtocol

/// Gives the text of a section of a notebook to a sink, page by page.
///
/// Source: MS-ONE, sections 2.1 and 2.2.
struct OneNoteText {
  private enum Property {
    static let author = 0x1c00_1d75
    static let text = 0x1c00_1c22
    static let narrowText = 0x1c00_3498
    static let title = 0x1c00_1cf3
    static let titleFromPage = 0x1c00_1d3c
    static let sectionName = 0x1c00_349b
    /// The title of a page, which comes before the other objects of the page.
    static let titleNode = 0x2400_1d5f
    /// Names of files, descriptions of pictures, addresses of links, and labels of tags.
    static let others = [0x1c00_1d9c, 0x1c00_1dd7, 0x1c00_1e58, 0x1c00_1e20, 0x1c00_3468]
  }

  /// What precedes the hidden address of a link: U+FDDF, and the name of a field.
  private static let linkMark = [0xef, 0xb7, 0x9f] + Array("HYPERLINK ".utf8)
  /// The most bytes of a title or of a name.
  private static let nameLimit = 1_024

  private let content: OneNoteContent
  private var buffer = TextBuffer()
  private var title: String?
  private var pages = 0
  private var authors: Set<String> = []

  /// Begins to read a section.
  init(_ content: OneNoteContent) { self.content = content }

  /// Gives the pages to a sink in their order, then the fields.
  mutating func read(_ bytes: Span<UInt8>, into sink: inout some DocumentSink) {
    var spaces = content.root.map { [$0] } ?? Array(content.spaces.keys)
    var (seen, index) = (Set(spaces), 0)
    while index < spaces.count, sink.wantsMore {
      if let space = content.spaces[spaces[index]] {
        for found in read(space, bytes, into: &sink) where seen.insert(found).inserted {
          spaces.append(found)
        }
      }
      index += 1
    }
    buffer.flush(to: &sink)
    if let title { PropertySet.add(title, to: .title, of: &sink) }
    for author in authors.sorted() { PropertySet.add(author, to: .author, of: &sink) }
  }

  /// Reads the objects of a space, each once, and returns the spaces that they refer to.
  private mutating func read(
    _ space: OneNoteContent.Space, _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) -> [OneNoteID] {
    let description = space.roots[OneNoteContent.descriptionRole].flatMap { space.objects[$0] }
    let label = description.map { object in
      let properties = OneNoteProperties(bytes, object.properties)
      return Self.text(Property.title, properties, bytes)
    }
    if let label, !label.isEmpty {
      buffer.begin(DocumentPart(.chapter, label: label), in: &sink)
      title = pages == 0 ? label : nil
      pages += 1
    }
    var spaces: [OneNoteID] = []
    var waiting = [space.roots[OneNoteContent.contentRole]].compactMap { $0 }
    var seen = Set(waiting)
    while let name = waiting.popLast(), sink.wantsMore {
      guard let object = space.objects[name] else { continue }
      let properties = OneNoteProperties(bytes, object.properties)
      add(properties, bytes, into: &sink)
      var children: [OneNoteID] = []
      let (first, others) = (
        properties.references.filter { $0.property == Property.titleNode },
        properties.references.filter { $0.property != Property.titleNode }
      )
      for (_, reference) in first + others {
        guard let target = object.target(of: reference, in: properties) else { continue }
        switch reference {
        case .space: spaces.append(target)
        case .object: if seen.insert(target).inserted { children.append(target) }
        }
      }
      waiting += children.reversed()
    }
    buffer.breakParagraph()
    return spaces
  }

  private mutating func add(
    _ properties: OneNoteProperties, _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) {
    if let range = properties.values[Property.text] {
      addParagraph(CodePage.utf16.decode(bytes.extracting(range)))
    } else if let range = properties.values[Property.narrowText] {
      let text = bytes.extracting(range)
      addParagraph(SourceText.decoded(text) ?? text.copied())
    }
    for property in Property.others {
      if let range = properties.values[property] {
        addParagraph(CodePage.utf16.decode(bytes.extracting(range)))
      }
    }
    let author = Self.text(Property.author, properties, bytes)
    if !author.isEmpty { authors.insert(author) }
    buffer.flushIfFull(to: &sink)
  }

  /// Adds a paragraph; a mark in front of hidden fields of links is left out.
  private mutating func addParagraph(_ text: [UInt8]) {
    let text = text.filter { $0 != 0 }
    if text.isEmpty { return }
    let shown = text.replacing(Self.linkMark, with: [0x20])
    buffer.append(lines: shown.span)
    buffer.breakLine()
  }

  private static func text(
    _ property: Int, _ properties: OneNoteProperties, _ bytes: Span<UInt8>
  ) -> String {
    guard let range = properties.values[property] else { return "" }
    let text = CodePage.utf16.decode(bytes.extracting(range)).prefix(nameLimit).prefix { $0 != 0 }
    return String(decoding: text, as: UTF8.self)
  }
}
