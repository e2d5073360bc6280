import ExtractionProtocol

/// Converts XML tokens to text, parts and metadata fields of a format.
///
/// A malformed document may have ends without starts, and starts without ends. A handler does not know the
/// sink, so that the compiler can specialize the loop for each handler.
protocol XMLHandler {
  associatedtype Name: XMLVocabulary

  /// The text that was not yet given to the sink.
  var text: TextBuffer { get set }

  /// An event that the sink gets after the text so far; handling a token may set it.
  var event: XMLEvent? { get set }

  /// Handles the start of an element.
  ///
  /// - Returns: false to skip the content of the element; its end is then not reported either.
  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool

  /// Handles the end of an element.
  mutating func close(_ name: Name)

  /// Handles text; one run of text may come in several pieces.
  mutating func append(_ piece: Span<UInt8>)

  /// Handles a character that was written as a reference.
  mutating func append(_ scalar: Unicode.Scalar)

  /// At the end of the document, sets ``event`` if the sink must get one more event.
  mutating func finish()

  /// Handles tokens until there is something for the sink, or up to 256 KiB.
  ///
  /// Returns false at the end of the tokens. It is a requirement only to be specialized by the compiler.
  mutating func advance(_ progress: inout XMLProgress<Name>, in bytes: Span<UInt8>) -> Bool
}

/// Something besides text that a handler gives to a sink.
enum XMLEvent {
  case metadata(XMLMetadata)
  case part(DocumentPart)
}

/// The state of reading a document.
struct XMLProgress<Name: XMLVocabulary> {
  var tokenizer: XMLTokenizer<Name>
  /// The depth of the element whose content is being skipped; `Int.max` if none is.
  var skippedDepth = Int.max
  /// Whether there has been no element yet.
  var isEmpty = true
}

extension XMLHandler {
  /// Reads a whole XML document.
  ///
  /// Complete pieces of text go to the sink; the caller must call ``flush(to:)`` for the rest.
  ///
  /// - Parameters:
  ///   - bytes: XML in any encoding.
  ///   - sink: gets the text, the parts and the fields.
  /// - Returns: why reading ended before the end of the document; nil if it did not.
  mutating func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) -> ReadingFailure? {
    if let decoded = XMLEncoding.decoded(bytes) { return readUTF8(decoded.span, into: &sink) }
    return readUTF8(bytes, into: &sink)
  }

  /// Reads a document that consists of one XML file.
  ///
  /// - Throws: ``ReadingFailure`` after everything readable was given to the sink.
  mutating func readDocument(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    let failure = read(bytes, into: &sink)
    finish()
    flush(to: &sink)
    // Remarks of metadata at the end are text, too.
    text.flush(to: &sink)
    if let failure { throw failure }
  }

  mutating func finish() {}

  /// Gives the text, then the event, to a sink.
  mutating func flush(to sink: inout some DocumentSink) {
    text.flush(to: &sink)
    switch event {
    case .metadata(let metadata):
      metadata.addFields(to: &sink)
      for remark in metadata.remarks {
        text.breakLine()
        text.append(remark)
      }
      if !metadata.remarks.isEmpty { text.breakParagraph() }
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
