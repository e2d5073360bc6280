/// Converts the tokens of a document to text and metadata.
struct HTMLTextExtractor {
  /// Whether more of the document remains after a step.
  enum Progress {
    case `continue`, done
  }

  private enum Capture {
    case none, title, heading
  }

  /// A step reads this number of bytes at most; one comment, tag or script may exceed it.
  private static let stepSize = 1 << 20
  /// Longer alternative texts are cut after this number of bytes: they are data, not text.
  private static let maximumAlternative = 16 << 10

  private var tokenizer = HTMLTokenizer()
  private var text = TextBuffer()
  private var metadata = HTMLMetadata()
  /// The text of the title or heading so far.
  private var captured = TextBuffer()
  private var capture = Capture.none
  private var isXML: Bool
  /// The number of open elements in which line breaks are kept.
  private var preformattedDepth = 0
  private var templateDepth = 0
  private var foreignDepth = 0
  /// The role of the innermost element of a word with its reading.
  private var ruby = HTMLElement.Role.plain
  /// The readings of words in this line; they follow it, because they would part the words.
  private var readings = TextBuffer()

  init(_ bytes: Span<UInt8>) {
    isXML = HTMLSyntax.matches(bytes, at: 0, "<?xml")
    tokenizer.allowsSections = isXML
  }

  /// Reads the next part of the document: until a piece of text is complete, at most 1 MiB.
  mutating func step(_ bytes: Span<UInt8>) -> Progress {
    let limit = tokenizer.position + Self.stepSize
    while tokenizer.position < limit, !text.isFull {
      switch tokenizer.next(bytes) {
      case .text(let range): add(bytes.extracting(range))
      case .reference(let reference): add(reference)
      case .startTag(let name): start(name, bytes)
      case .endTag(let name): end(name)
      case .end: return .done
      }
    }
    return .continue
  }

  /// Adds the metadata that is known only at the end of the document.
  mutating func finish() {
    endCapture()
    addReadings()
    metadata.finish()
  }

  /// Gives the text and the fields to a sink that it has not received yet.
  mutating func flush(to sink: inout some DocumentSink) {
    metadata.flush(to: &sink)
    text.flush(to: &sink)
  }
}

// MARK: Text

extension HTMLTextExtractor {
  private var keepsLines: Bool { preformattedDepth > 0 || tokenizer.content != .data }

  private mutating func add(_ piece: Span<UInt8>) {
    if templateDepth > 0 || ruby == .rubyParenthesis { return }
    if ruby == .rubyText { return readings.append(piece) }
    if capture != .none {
      captured.append(piece)
      if capture == .title { return limitTitle(after: piece) }
      if captured.bytes.count > HTMLMetadata.maximumTitle { endCapture() }
    }
    if keepsLines { text.append(lines: piece) } else { text.append(piece) }
  }

  private mutating func add(_ reference: HTMLReference) {
    if templateDepth > 0 { return }
    add(reference.first)
    if let second = reference.second { add(second) }
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    // A browser shows a soft hyphen only at the end of a line; it is not part of the word.
    if scalar.value == 0xad || ruby == .rubyParenthesis { return }
    if ruby == .rubyText { return readings.append(scalar) }
    if capture != .none { captured.append(scalar) }
    if capture == .title { return limitTitle(after: nil) }
    if scalar.value == 0x0a, keepsLines { text.breakLine() } else { text.append(scalar) }
  }

  /// If the title is too long, its end tag is missing: adds it to the text, and ends the title.
  private mutating func limitTitle(after piece: Span<UInt8>?) {
    if captured.bytes.count <= HTMLMetadata.maximumTitle { return }
    let title = captured.bytes
    text.append(title.span)
    if let piece, !piece.isEmpty, HTMLSyntax.isBlank(piece[piece.count - 1]) { text.separate() }
    endCapture()
  }

  private mutating func endCapture() {
    switch capture {
    case .none: return
    case .title: metadata.add(title: captured.bytes)
    case .heading: metadata.add(heading: captured.bytes)
    }
    capture = .none
    captured = TextBuffer()
  }

  private mutating func addReadings() {
    ruby = .plain
    if readings.bytes.isEmpty { return }
    text.separate()
    // A copy, because a span of a property beside the text would overlap its mutation.
    let pending = readings.bytes
    text.append(pending.span)
    readings = TextBuffer()
  }

  private mutating func lay(_ layout: HTMLElement.Layout) {
    if templateDepth > 0 { return }
    switch layout {
    case .inline: return
    case .space: text.separate()
    case .line:
      addReadings()
      text.breakLine()
    case .paragraph:
      addReadings()
      text.breakParagraph()
    }
    if capture != .none { captured.separate() }
  }
}

// MARK: Elements

extension HTMLTextExtractor {
  private mutating func start(_ name: HTMLName, _ bytes: Span<UInt8>) {
    let element = tokenizer.elements[name]
    lay(element.layout)
    if element.role == .plain { return }
    let isEmpty = tokenizer.isSelfClosing && (isXML || foreignDepth > 0 || element.role == .foreign)
    switch element.role {
    case .plain: break
    case .html: startDocument(bytes)
    case .meta: if templateDepth == 0 { metadata.addMeta(tokenizer, bytes) }
    case .image: addAlternative(bytes)
    case .rubyBase, .rubyParenthesis: ruby = element.role
    case .rubyText:
      ruby = .rubyText
      readings.separate()
    case _ where isEmpty: break
    case .title: startTitle(name)
    case .heading: startHeading()
    case .preformatted: preformattedDepth += 1
    case .textArea: if foreignDepth == 0 { tokenizer.content = .text(upTo: name) }
    case .rawText: tokenizer.content = .rawText(upTo: name)
    case .plaintext: tokenizer.content = .plaintext
    case .hidden: tokenizer.skipRawText(bytes, of: name)
    case .script: tokenizer.skipScript(bytes)
    case .template: templateDepth += 1
    case .foreign:
      foreignDepth += 1
      tokenizer.allowsSections = true
    }
  }

  private mutating func end(_ name: HTMLName) {
    let element = tokenizer.elements[name]
    if capture == .title || (capture == .heading && element.role == .heading) { endCapture() }
    lay(element.layout)
    switch element.role {
    case .preformatted: preformattedDepth = max(0, preformattedDepth - 1)
    case .rubyBase, .rubyText, .rubyParenthesis: ruby = .plain
    case .template: templateDepth = max(0, templateDepth - 1)
    case .foreign:
      foreignDepth = max(0, foreignDepth - 1)
      tokenizer.allowsSections = isXML || foreignDepth > 0
    default: break
    }
  }

  private mutating func startDocument(_ bytes: Span<UInt8>) {
    if tokenizer.attributes.contains(where: { $0.name == .namespace }) {
      isXML = true
      tokenizer.allowsSections = true
    }
    metadata.addLanguage(tokenizer, bytes)
  }

  private mutating func startTitle(_ name: HTMLName) {
    // In SVG a title contains markup, and belongs to the picture's text.
    if foreignDepth > 0 { return }
    tokenizer.content = .text(upTo: name)
    if metadata.hasTitle || templateDepth > 0 { return }
    endCapture()
    capture = .title
  }

  private mutating func startHeading() {
    endCapture()
    if metadata.wantsHeading, templateDepth == 0 { capture = .heading }
  }

  private mutating func addAlternative(_ bytes: Span<UInt8>) {
    if templateDepth > 0 { return }
    guard let value = tokenizer.value(of: .alternative, bytes, limit: Self.maximumAlternative)
    else {
      return
    }
    add(value.span)
    lay(.space)
  }
}
