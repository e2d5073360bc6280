/// Reads the text of WordprocessingML, PresentationML and DrawingML: documents, headers, notes,
/// comments, slides, charts, diagrams.
///
/// Runs are joined; a paragraph is a line. Deleted text has elements of its own (`w:delText`), which are not
/// read; text that was moved away is also left out. A paragraph whose end was deleted goes on in the next one.
struct OfficeText: XMLHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case p, t, tab, ptab, br, cr, noBreakHyphen, text, v, tr, tc
    case pPr, rPr, sdtPr, tblGrid, tcPr, trPr, bodyPr, lstStyle, spPr
    case pPrChange, rPrChange, tblPrChange
    case del, moveFrom, rPh, rt
    case fallback = "Fallback"
    // Elements of charts.
    case strCache, strLit, multiLvlStrCache, dlblRangeCache, strDim, tx, cat, pt
    case numCache, numLit, formatCode
    // Elements and attributes of alternative texts.
    case docPr, cNvPr, tblCaption, tblDescription, shape, rect, oval, group, textpath
    case title, descr, alt, string, val
    // Elements of placeholders in slides.
    case ph, txBody
    // Elements and attributes of fields.
    case fldChar, fldCharType, instrText, fldSimple, instr
    // Elements of formulas.
    case num, den, e, sub, sup, deg, lim, mr, fName
    // Elements of lists in forms.
    case ddList, result, listEntry
    case defaultEntry = "default"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  private static let descriptions: [Name] = [.title, .descr, .alt, .string, .val]

  var text = TextBuffer()
  var event: XMLEvent?
  /// Whether placeholders are left out: in layouts and masters, which are not slides, they say "Click here".
  var skipsPlaceholders = false
  private var isPlaceholder = false
  private var isText = false
  /// How many fields are open.
  private var fields = 0
  /// The instruction of the outermost open field; nil outside of it, or if it has ended.
  private var instruction: [UInt8]?
  private var isInstruction = false
  private var chart = OfficeChartValues()
  private var isInProperties = false
  private var isEndDeleted = false
  private var isInRowProperties = false
  private var isRowDeleted = false
  private var goesOn = false
  private var lastDescription = ""
  /// The number of the entry of the open list that a person has chosen, or of the one that is chosen at first.
  private var chosenEntry: Int?
  /// How many entries of the open list were passed; nil outside of lists.
  private var passedEntries: Int?

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .p:
      if !goesOn { text.breakLine() }
      (goesOn, isEndDeleted) = (false, false)
    case .tc: text.breakLine()
    case .t: isText = !isRowDeleted
    case .trPr: isInRowProperties = true
    case .tr: isRowDeleted = false
    case .text:
      text.breakLine()
      isText = true
    case .v, .pt, .formatCode, .strCache, .strLit, .multiLvlStrCache, .dlblRangeCache, .strDim, .tx,
      .cat, .numCache, .numLit:
      chart.open(tag.name)
    case .tab, .ptab: if !isInProperties { text.separate() }
    case .br, .cr: text.separate()
    case .noBreakHyphen: text.append("-" as Unicode.Scalar)
    // Repeats the content of the choice before it, for older programs.
    case .fallback: return false
    case .pPr: isInProperties = true
    case .rPr: return isInProperties
    case .del, .moveFrom:
      if isInProperties { isEndDeleted = true }
      if isInRowProperties { isRowDeleted = true }
      return false
    case .rPh, .rt, .pPrChange, .rPrChange, .tblPrChange, .sdtPr, .tblGrid, .tcPr,
      .bodyPr, .lstStyle, .spPr:
      return false
    case .docPr, .cNvPr, .tblCaption, .tblDescription, .shape, .rect, .oval, .group, .textpath:
      isPlaceholder = false
      describe(tag, bytes)
    case .ph: isPlaceholder = true
    case .txBody: return !(skipsPlaceholders && isPlaceholder)
    case .fldChar: passFieldMark(tag, bytes)
    case .instrText: isInstruction = instruction != nil
    case .fldSimple:
      if let code = tag.value(of: .instr, in: bytes) {
        text.append(FieldInstruction.shownText(Array(code.utf8)))
      }
    case .ddList: (passedEntries, chosenEntry) = (0, nil)
    case .result: chosenEntry = tag.number(of: .val, in: bytes)
    case .defaultEntry: chosenEntry = chosenEntry ?? tag.number(of: .val, in: bytes)
    case .listEntry: chooseEntry(tag, bytes)
    case .num, .den, .e, .sub, .sup, .deg, .lim, .mr, .fName: text.separate()
    case .title, .descr, .alt, .string, .val, .fldCharType, .instr, .other: break
    }
    return true
  }

  mutating func close(_ name: Name) {
    switch name {
    case .p where isEndDeleted: goesOn = true
    case .p, .tc: text.breakLine()
    case .t: isText = false
    case .instrText: isInstruction = false
    case .text:
      text.breakLine()
      isText = false
    case .pPr: isInProperties = false
    case .trPr: isInRowProperties = false
    case .tr: isRowDeleted = false
    case .num, .den, .e, .sub, .sup, .deg, .lim, .mr, .fName: text.separate()
    case .ddList: passedEntries = nil
    default: if let value = chart.close(name) { append(line: value) }
    }
  }

  mutating func append(_ piece: Span<UInt8>) {
    if isText {
      text.append(piece)
    } else if isInstruction {
      let room = FieldInstruction.limit - (instruction?.count ?? 0)
      instruction?.append(piece.extracting(first: max(0, room)))
    } else {
      chart.append(piece)
    }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    if isText {
      text.append(scalar)
    } else if isInstruction {
      if instruction?.count ?? 0 < FieldInstruction.limit {
        instruction?.appendScalar(scalar.value)
      }
    } else {
      chart.append(scalar)
    }
  }

  /// Begins or ends a field, or ends its instruction.
  private mutating func passFieldMark(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    switch tag.value(of: .fldCharType, in: bytes) {
    case "begin":
      instruction = fields == 0 ? [] : nil
      fields += 1
    case "separate": instruction = nil
    case "end":
      if let instruction { text.append(FieldInstruction.shownText(instruction)) }
      instruction = nil
      fields = max(0, fields - 1)
    default: break
    }
  }

  /// Prepares for the next part; the part before may have ended early.
  mutating func reset() {
    (isText, isInProperties, isEndDeleted, goesOn) = (false, false, false, false)
    (chart, passedEntries, isPlaceholder) = (OfficeChartValues(), nil, false)
    (fields, instruction, isInstruction) = (0, nil, false)
    (isInRowProperties, isRowDeleted) = (false, false)
    text.breakParagraph()
  }

  private mutating func append(line value: String) {
    text.breakLine()
    text.append(value)
    text.breakLine()
  }

  /// Appends the description of a picture or table for people who cannot see it, or the text of WordArt.
  ///
  /// A picture and its frame usually have the same description.
  private mutating func describe(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    for name in Self.descriptions {
      let isPrefixed = name == .val ? nil : false
      guard let value = tag.value(of: name, isPrefixed: isPrefixed, in: bytes), !value.isEmpty,
        value != lastDescription
      else { continue }
      lastDescription = value
      text.separate()
      text.append(value)
      text.separate()
    }
  }

  /// Appends an entry of a list if it is the chosen one.
  private mutating func chooseEntry(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    guard let count = passedEntries else { return }
    passedEntries = count + 1
    if count == chosenEntry ?? 0, let entry = tag.value(of: .val, in: bytes) { text.append(entry) }
  }
}
