import ExtractionProtocol

/// Takes the tokens of XML and makes text, parts and fields of them.
///
/// Documents may be malformed: ends without beginnings occur, and beginnings without ends. A
/// handler knows no sink, so that the compiler specializes the loop for each handler.
protocol XMLHandler {
  associatedtype Name: XMLVocabulary

  /// The text that goes to the sink.
  var text: TextBuffer { get set }

  /// The event for the sink after the text so far; a handler sets it when it takes a token.
  var event: XMLEvent? { get set }

  /// Takes the start of an element.
  ///
  /// - Returns: false if its content is not wanted; then its end is not reported either.
  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool

  /// Takes the end of an element.
  mutating func close(_ name: Name)

  /// Takes text; one run of text may come in several pieces.
  mutating func append(_ piece: Span<UInt8>)

  /// Takes a character that was written as a reference.
  mutating func append(_ scalar: Unicode.Scalar)

  /// Sets ``event`` to the last event for the sink at the end of the document.
  mutating func finish()

  /// Takes tokens until something is to go to the sink, or for 256 KiB.
  ///
  /// A requirement only so that the compiler specializes it. Returns false at the end of the tokens.
  mutating func advance(_ progress: inout XMLProgress<Name>, in bytes: Span<UInt8>) -> Bool
}

/// An event that a handler gives to a sink beside text.
enum XMLEvent {
  case metadata(XMLMetadata)
  case part(DocumentPart)
}

/// How far a document is read.
struct XMLProgress<Name: XMLVocabulary> {
  var tokenizer: XMLTokenizer<Name>
  /// The depth of an element whose content is left out.
  var skippedDepth = Int.max
  /// Whether there was no element so far.
  var isEmpty = true
}

extension XMLHandler {
  /// Reads a whole XML document.
  ///
  /// Text stays in ``text`` until it is a complete piece; the caller calls ``flush(to:)``.
  ///
  /// - Parameters:
  ///   - bytes: XML in any encoding.
  ///   - sink: where the text goes.
  /// - Returns: why reading ended before the end of the document, if it did.
  mutating func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) -> ReadingFailure? {
    if let decoded = XMLEncoding.decoded(bytes) { return readUTF8(decoded.span, into: &sink) }
    return readUTF8(bytes, into: &sink)
  }

  /// Reads a document that is one XML file.
  ///
  /// - Throws: ``ReadingFailure`` after everything that could be read was given.
  mutating func readDocument(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    let failure = read(bytes, into: &sink)
    finish()
    flush(to: &sink)
    if let failure { throw failure }
  }

  mutating func finish() {}

  /// Gives text and event to a sink.
  mutating func flush(to sink: inout some DocumentSink) {
    text.flush(to: &sink)
    switch event {
    case .metadata(let metadata): metadata.flush(to: &sink)
    case .part(let part): text.begin(part, in: &sink)
    case nil: break
    }
    event = nil
  }

  mutating func advance(_ progress: inout XMLProgress<Name>, in bytes: Span<UInt8>) -> Bool {
    let limit = progress.tokenizer.position &+ (256 << 10)
    while let token = progress.tokenizer.next(in: bytes) {
      if progress.skippedDepth != .max {
        if progress.tokenizer.depth < progress.skippedDepth { progress.skippedDepth = .max }
      } else {
        switch token {
        case .open(let tag):
          progress.isEmpty = false
          if !open(tag, in: bytes) { progress.skippedDepth = progress.tokenizer.depth }
        case .close(let name): close(name)
        case .text(let range): append(bytes.extracting(range))
        case .character(let scalar): append(scalar)
        }
      }
      if text.isFull || event != nil || progress.tokenizer.position >= limit { return true }
    }
    return false
  }

  private mutating func readUTF8(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) -> ReadingFailure? {
    let start = bytes.byteOrderMark
    var progress = XMLProgress<Name>(tokenizer: XMLTokenizer(at: start))
    while advance(&progress, in: bytes) {
      if text.isFull || event != nil { flush(to: &sink) }
      if !sink.wantsMore { return nil }
    }
    let failure = progress.tokenizer.failure
    return failure ?? (progress.isEmpty ? .damaged("there is no XML element") : nil)
  }
}
