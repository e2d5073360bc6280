import ExtractionProtocol

/// Reads the XML of iWork 2008 and 2009: text, tables, notes and metadata.
struct IWorkXMLText: XMLFieldHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case metadata, title, authors, keywords, comment, string
    // Elements with text.
    case p, br, tab
    case lineBreak = "lnbr"
    case paragraphBreak = "crbr"
    // Cells: text, numbers, dates, and the results of formulas.
    case textValue = "ct"
    case number = "n"
    case date = "d"
    case result = "rn"
    case text = "s"
    case value = "v"
    case cellDate = "cell-date"
    case rows = "grid-row"
    // Menus: the texts to choose from, and the one that was chosen.
    case choices = "menu-choices"
    case choice = "t"
    case chosen = "proxied-cell-ref"
    case identifier = "ID"
    case reference = "IDREF"
    // Elements that begin parts.
    case slide
    case sheet = "workspace"
    case sheetName = "workspace-name"
    case table = "tabular-model"
    case name
    // Elements of templates.
    case theme, stylesheet, prototype, prototypes
    case themes = "theme-list"
    case masters = "master-slides"
    case anonymousStyles = "anon-styles"
    case sectionPrototypes = "section-prototypes"
    case drawablePrototypes = "prototype-drawables"
    case ghost = "ghost-text"
    case changes = "tracked-changes"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  /// The number of texts in menus that are kept.
  private static let mostChoices = 10_000

  var text = TextBuffer()
  var event: XMLEvent?
  var metadata = XMLMetadata()
  var field: XMLField<Name>?
  private var isInMetadata = false
  /// The property of the metadata whose values come.
  private var property: Name?
  private var paragraphs = 0
  private var slides = 0
  private var isInChoices = false
  /// The texts to choose from, by identifier, and the identifier of the open one.
  private var choices: [String: String] = [:]
  private var choice: String?

  static let fields: [Name: DocumentField] = [
    .title: .title, .authors: .author, .keywords: .keyword,
  ]

  var isText: Bool { paragraphs > 0 }

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .metadata: isInMetadata = true
    case .title, .authors, .keywords, .comment: if isInMetadata { property = tag.name }
    case .string:
      guard let property, let value = tag.value(of: .string, in: bytes) else { break }
      if let field = Self.fields[property] {
        metadata.add(value, to: field)
      } else {
        metadata.add(remark: value)
      }
    case .p:
      paragraphs += 1
      text.breakLine()
    case .br, .tab, .lineBreak, .paragraphBreak: if isText { text.separate() }
    case .choices: isInChoices = true
    case .choice: if isInChoices { choice = tag.value(of: .identifier, in: bytes) }
    case .chosen:
      addCell(tag.value(of: .reference, in: bytes).flatMap { choices[$0] })
    case .textValue:
      let value = tag.value(of: .text, in: bytes)
      if !isInChoices {
        addCell(value)
      } else if let choice, choices.count < Self.mostChoices {
        choices[choice] = value
      }
    case .number, .result:
      let value = tag.value(of: .value, in: bytes).flatMap(Double.init)
      addCell(value.flatMap(IWorkTable.searchable))
    case .date:
      let seconds = tag.value(of: .cellDate, in: bytes).flatMap(Double.init)
      addCell(seconds.flatMap(IWorkTable.date))
    case .slide:
      slides += 1
      event = .part(DocumentPart(.slide, label: String(slides)))
      text.breakParagraph()
    case .sheet:
      guard let name = tag.value(of: .sheetName, in: bytes) else { break }
      event = .part(DocumentPart(.sheet, label: name))
      text.breakParagraph()
    case .table:
      text.breakParagraph()
      text.append(tag.value(of: .name, in: bytes) ?? "")
      text.breakLine()
    case .rows: text.breakLine()
    case .theme, .themes, .masters, .stylesheet, .anonymousStyles, .prototype, .prototypes,
      .sectionPrototypes, .drawablePrototypes, .ghost, .changes:
      return false
    case .text, .value, .cellDate, .sheetName, .name, .identifier, .reference, .other: break
    }
    return true
  }

  mutating func close(_ name: Name) {
    switch name {
    case .metadata: isInMetadata = false
    case .title, .authors, .keywords, .comment: property = nil
    case .choices: isInChoices = false
    case .p:
      if paragraphs > 0 { paragraphs -= 1 }
      text.breakLine()
    default: break
    }
  }

  private mutating func addCell(_ value: String?) {
    guard let value else { return }
    text.separate()
    text.append(value)
    text.separate()
  }
}
