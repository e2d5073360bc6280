import ExtractionProtocol

/// Reads a format in which the text of certain elements is metadata.
protocol XMLFieldHandler: XMLHandler {
  /// The metadata fields, by the names of their elements.
  static var fields: [Name: DocumentField] { get }

  /// The metadata so far.
  var metadata: XMLMetadata { get set }

  /// The field whose element is open; nil if there is none.
  var field: XMLField<Name>? { get set }

  /// Whether text outside of fields belongs to the document's text.
  var isText: Bool { get }
}

/// A metadata field whose element is open.
struct XMLField<Name: XMLVocabulary> {
  let name: Name
  let target: DocumentField?
  var value = XMLFieldText()
}

extension XMLFieldHandler {
  mutating func append(_ piece: Span<UInt8>) {
    if field != nil { field?.value.append(piece) } else if isText { text.append(piece) }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    if field != nil { field?.value.append(scalar) } else if isText { text.append(scalar) }
  }

  mutating func finish() {
    if let all = metadata.complete() { event = all }
  }

  /// Begins the field of an element, unless another field is open.
  mutating func beginField(_ name: Name, as target: DocumentField? = nil) {
    if field == nil { field = XMLField(name: name, target: target ?? Self.fields[name]) }
  }

  /// Ends the field of an element if it is open, and adds its value to the metadata.
  mutating func endField(_ name: Name) {
    let target = field?.target
    if let value = takeField(name), let target { metadata.add(value, to: target) }
  }

  /// Ends the field of an element if it is open, and returns its value; else nil.
  mutating func takeField(_ name: Name) -> String? {
    guard let field, field.name == name else { return nil }
    self.field = nil
    return field.value.value
  }
}
