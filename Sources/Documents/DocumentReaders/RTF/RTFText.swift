import ExtractionProtocol

/// The state of reading RTF: groups, fonts and the text so far.
struct RTFText {
  /// The number of open groups whose state is kept; deeper groups share the last state.
  private static let depthLimit = 1_000
  /// The number of fonts that are kept; Word writes a few hundred.
  private static let fontLimit = 4_096
  /// The longest value of a metadata field in bytes.
  private static let fieldLimit = 4_096
  /// Text is decoded in runs of about this number of bytes.
  private static let runSize = 16 << 10

  private enum Destination: Equatable {
    case body, skipped, alternative, fontTable, info, propertyName, field(DocumentField), object
    case instruction
  }

  private struct Group {
    var destination = Destination.body
    /// The code page of the group's font; nil for the default font's code page.
    var codePage: Int?
    var fallbackLength = 1
    var isHidden = false
    var isDeleted = false
    var endsBlock = false
    /// The destination around an alternative.
    var around = Destination.body
  }

  var buffer = TextBuffer()
  /// Whether the outermost group was closed.
  private(set) var isOver = false

  private var group = Group()
  private var outer: [Group] = []
  private var deeperGroups = 0
  private var isOptional = false
  /// Whether nothing was read yet of the innermost group.
  private var isAtStart = false

  private var ansi = CodePage.windows1252
  private var fonts: [Int: Int] = [:]
  private var font = 0
  private var defaultFont = 0
  /// The code pages used so far, by number; about 70 exist.
  private var codePages: [Int: CodePage] = [:]

  /// Bytes of text that are not decoded yet; ``runCodePage`` is their code page.
  private var run: [UInt8] = []
  private var runCodePage = CodePage.windows1252
  /// Decoded text that is not in the buffer yet.
  private var decoded: [UInt8] = []
  private var highSurrogate: UInt16?
  /// The number of characters still to skip: a fallback for programs without Unicode.
  private var fallback = 0

  /// The value of the open metadata field, or the name of the property.
  private var value: [UInt8] = []
  /// Whether the value of the property that was named last is a description for people who cannot see.
  private var isDescription = false
  private var date = (year: 0, month: 0, day: 0)
  /// The bytes of the open embedded object.
  private var object: [UInt8] = []
  /// The first of the two digits of the object's next byte.
  private var highDigit: UInt8?

  mutating func openGroup() {
    fallback = 0
    if outer.count == Self.depthLimit { return deeperGroups += 1 }
    outer.append(group)
    group.endsBlock = false
    (isOptional, isAtStart) = (false, true)
  }

  mutating func closeGroup(into sink: inout some DocumentSink) {
    fallback = 0
    if deeperGroups > 0 { return deeperGroups -= 1 }
    guard let before = outer.popLast() else { return isOver = true }
    if before.destination != group.destination || group.endsBlock {
      flush()
      if case .field(let field) = group.destination { add(field, to: &sink) }
      if group.destination == .propertyName {
        isDescription = String(decoding: value, as: UTF8.self).contains("wzDescription")
        value.removeAll()
      }
      if group.destination == .object { endObject(into: &sink) }
      if group.destination == .instruction {
        if before.destination == .body { buffer.append(FieldInstruction.shownText(value)) }
        value.removeAll()
      }
      if group.endsBlock { buffer.breakLine() }
    }
    group = before
    isOver = outer.isEmpty
  }

  /// Decodes the remaining text, and gives all text to the sink.
  mutating func finish(into sink: inout some DocumentSink) {
    flush()
    buffer.flush(to: &sink)
  }

  /// Gives the text to the sink if it is a complete piece.
  mutating func flushIfLong(into sink: inout some DocumentSink) {
    buffer.flushIfFull(to: &sink)
  }

  /// Notes that the group may be skipped if its first control word, which comes next, is unknown.
  ///
  /// Only the beginning of a group can say so: some programs write the mark in the middle of text.
  mutating func markOptional() { isOptional = isAtStart }

  /// Counts a control word as a character of the fallback, if one is being skipped.
  mutating func passControl() {
    if fallback > 0 { fallback -= 1 }
  }

  /// Appends a byte of text.
  mutating func append(_ byte: UInt8) {
    isAtStart = false
    if fallback > 0 { return fallback -= 1 }
    guard takesText else { return }
    prepareRun()
    run.append(byte)
    if run.count >= Self.runSize * 4 { flush() }
  }

  /// Appends bytes of text, or of an embedded object in hexadecimal digits.
  mutating func append(_ bytes: Span<UInt8>) {
    isAtStart = false
    if group.destination == .object { return appendDigits(bytes) }
    let start = min(fallback, bytes.count)
    fallback -= start
    guard takesText, start < bytes.count else { return }
    prepareRun()
    run.append(bytes.extracting(start..<bytes.count))
    // A run may end after a blank: in no encoding is a blank the second byte of a character.
    if run.count >= Self.runSize, run.last == 0x20 || run.count >= Self.runSize * 4 { flush() }
  }

  /// Appends bytes that are not encoded as text.
  mutating func append(binary bytes: Span<UInt8>) {
    if group.destination == .object { object.append(bytes) }
  }

  private mutating func appendDigits(_ bytes: Span<UInt8>) {
    for index in bytes.indices {
      guard let digit = bytes[index].hexValue else { continue }
      if let high = highDigit { object.append(high << 4 | digit) }
      highDigit = highDigit == nil ? digit : nil
    }
  }

  private mutating func endObject(into sink: inout some DocumentSink) {
    buffer.flush(to: &sink)
    EmbeddedObject.add(legacy: object, to: &sink)
    (object, highDigit) = ([], nil)
  }

  /// Ends the paragraph.
  mutating func breakParagraph() {
    guard group.destination == .body else { return }
    flush()
    buffer.breakParagraph()
  }

  /// Executes a control word.
  mutating func perform(
    _ action: RTFAction?, _ number: Int?, into sink: inout some DocumentSink
  ) {
    defer { (isOptional, isAtStart) = (false, false) }
    guard let action else {
      if isOptional { enter(Destination.skipped) }
      return passControl()
    }
    if group.destination == .skipped { return }
    if group.destination == .alternative, case .restored = action {
      group.destination = group.around
      return
    }
    if fallback > 0 { return fallback -= 1 }
    switch action {
    case .paragraph: breakParagraph()
    case .line:
      flush()
      buffer.breakLine()
    case .blank: append(0x20)
    case .character(let code): appendUnit(code)
    case .unicode:
      appendUnit(UInt16(truncatingIfNeeded: number ?? 0xfffd))
      fallback = group.fallbackLength
    case .fallbackLength: group.fallbackLength = min(max(number ?? 1, 0), 64)
    case .hidden: group.isHidden = number != 0
    case .deleted: group.isDeleted = number != 0
    case .plain: (group.isHidden, group.isDeleted, group.codePage) = (false, false, nil)
    case .pages where (number ?? 0) > 0: sink.add(String(number ?? 0), to: .pages)
    case .year: date.year = number ?? 0
    case .month: date.month = number ?? 0
    case .day: date.day = number ?? 0
    case .skip, .note, .content, .alternative, .restored, .remark, .propertyName, .propertyValue,
      .fontTable, .info, .field, .object, .instruction:
      if group.destination != .alternative { enter(action) }
    default: performFont(action, number ?? 0)
    }
  }

  private var takesText: Bool {
    switch group.destination {
    case .body: !group.isHidden && !group.isDeleted
    case .field, .propertyName, .instruction:
      value.count + decoded.count + run.count < Self.fieldLimit
    case .skipped, .alternative, .fontTable, .info, .object: false
    }
  }

  private mutating func enter(_ action: RTFAction) {
    switch action {
    case .note: enterBlock()
    case .content, .restored: break
    case .alternative:
      group.around = group.destination
      enter(Destination.alternative)
    case .remark where group.destination == .info:
      enter(Destination.body)
      enterBlock()
    case .remark: break
    case .propertyName:
      enter(Destination.propertyName)
      value.removeAll()
    case .propertyValue:
      enter(isDescription ? Destination.body : .skipped)
      if isDescription { enterBlock() }
    case .object: enter(Destination.object)
    case .instruction:
      enter(Destination.instruction)
      value.removeAll()
    case .fontTable: enter(Destination.fontTable)
    case .info: enter(Destination.info)
    case .field(let field) where group.destination == .info:
      enter(Destination.field(field))
      value.removeAll()
      date = (0, 0, 0)
    case .field: break
    default: enter(Destination.skipped)
    }
  }

  /// Separates the group from the text around it.
  private mutating func enterBlock() {
    flush()
    buffer.breakLine()
    group.endsBlock = true
  }

  private mutating func enter(_ destination: Destination) {
    flush()
    group.destination = destination
  }

  private mutating func performFont(_ action: RTFAction, _ number: Int) {
    switch action {
    case .font where group.destination == .fontTable: font = number
    case .font: group.codePage = fonts[number] ?? ansi.number
    case .fontCharset: define(CodePage.number(ofCharset: number))
    case .fontCodePage where number > 0: define(number)
    case .defaultFont: defaultFont = number
    case .codePage(let number): ansi = codePage(number)
    case .ansiCodePage where number > 0: ansi = codePage(number)
    default: break
    }
  }

  private mutating func define(_ codePage: Int?) {
    guard group.destination == .fontTable, fonts.count < Self.fontLimit else { return }
    fonts[font] = codePage
  }

  /// Prepares the run for text in the current code page; decodes a run in another code page.
  private mutating func prepareRun() {
    let number = group.codePage ?? fonts[defaultFont] ?? ansi.number
    if number == runCodePage.number { return }
    decodeRun()
    runCodePage = codePage(number)
  }

  private mutating func codePage(_ number: Int) -> CodePage {
    if let known = codePages[number] { return known }
    let codePage = CodePage(number)
    // An unknown code page is quickly made again, so it is not kept.
    if codePage.name != nil { codePages[number] = codePage }
    return codePage
  }

  private mutating func appendUnit(_ unit: UInt16) {
    guard takesText else { return }
    decodeRun()
    switch (highSurrogate, unit & 0xfc00) {
    case (let high?, 0xdc00):
      CodePage.append(high: high, low: unit, to: &decoded)
      highSurrogate = nil
      giveIfLong()
    case (_, 0xd800):
      endSurrogate()
      highSurrogate = unit
    default:
      endSurrogate()
      CodePage.append(unit, to: &decoded)
      giveIfLong()
    }
  }

  private mutating func endSurrogate() {
    if highSurrogate != nil { CodePage.append(0xfffd, to: &decoded) }
    highSurrogate = nil
  }

  private mutating func decodeRun() {
    if run.isEmpty { return }
    endSurrogate()
    runCodePage.decode(run, into: &decoded)
    run.removeAll(keepingCapacity: true)
    giveIfLong()
  }

  /// Moves all text so far to the metadata field or the document's text.
  private mutating func flush() {
    decodeRun()
    endSurrogate()
    give()
  }

  /// Moves decoded text to the metadata field or the document's text, if there is much of it.
  private mutating func giveIfLong() {
    if decoded.count >= Self.runSize { give() }
  }

  private mutating func give() {
    if decoded.isEmpty { return }
    switch group.destination {
    case .field, .propertyName, .instruction: value += decoded
    default: buffer.append(decoded: decoded)
    }
    decoded.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ field: DocumentField, to sink: inout some DocumentSink) {
    let text = String(decoding: value, as: UTF8.self)
    value.removeAll()
    switch field {
    case .keyword: PropertySet.addKeywords(text, to: &sink)
    case .created, .changed:
      let day = CivilDate.rfc3339(year: date.year, month: date.month, day: date.day)
      PropertySet.add(day ?? "", to: field, of: &sink)
    default: PropertySet.add(text, to: field, of: &sink)
    }
  }
}
