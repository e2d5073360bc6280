/// Reads the text of WordprocessingML, PresentationML and DrawingML: documents, headers, notes,
/// comments, slides, charts, diagrams.
///
/// Runs are joined; a paragraph is a line. Deleted text has elements of its own (`w:delText`), which are not
/// read; text that was moved away is also left out.
struct OfficeText: XMLHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case p, t, tab, ptab, br, cr, noBreakHyphen, text, v, tc
    case pPr, rPr, sectPr, sdtPr, tblPr, tblGrid, tcPr, trPr, bodyPr, lstStyle, spPr
    case del, moveFrom, rPh, strCache
    case fallback = "Fallback"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  var text = TextBuffer()
  var event: XMLEvent?
  private var isText = false
  private var isInStrings = false

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .p, .tc: text.breakLine()
    case .t: isText = true
    case .text:
      text.breakLine()
      isText = true
    case .strCache: isInStrings = true
    case .v:
      text.breakLine()
      isText = isInStrings
    case .tab, .ptab, .br, .cr: text.separate()
    case .noBreakHyphen: text.append("-" as Unicode.Scalar)
    // Repeats the content of the choice before it, for older programs.
    case .fallback: return false
    case .del, .moveFrom, .rPh: return false
    case .pPr, .rPr, .sectPr, .sdtPr, .tblPr, .tblGrid, .tcPr, .trPr, .bodyPr, .lstStyle, .spPr:
      return false
    case .other: break
    }
    return true
  }

  mutating func close(_ name: Name) {
    switch name {
    case .p, .tc: text.breakLine()
    case .t: isText = false
    case .text, .v:
      text.breakLine()
      isText = false
    case .strCache: isInStrings = false
    default: break
    }
  }

  mutating func append(_ piece: Span<UInt8>) {
    if isText { text.append(piece) }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    if isText { text.append(scalar) }
  }

  /// Prepares for the next part; the part before may have ended early.
  mutating func reset() {
    (isText, isInStrings) = (false, false)
    text.breakParagraph()
  }
}
