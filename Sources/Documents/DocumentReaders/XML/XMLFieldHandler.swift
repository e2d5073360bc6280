import ExtractionProtocol

/// Takes the tokens of a format with elements whose text is a field of the metadata.
protocol XMLFieldHandler: XMLHandler {
  /// The fields by the names of their elements.
  static var fields: [Name: DocumentField] { get }

  /// The fields so far.
  var metadata: XMLMetadata { get set }

  /// The field whose element is open.
  var field: XMLField<Name>? { get set }

  /// Whether text outside of fields is taken.
  var isText: Bool { get }
}

/// A field whose element is open.
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

  /// Begins the field of an element, unless another one is open.
  mutating func beginField(_ name: Name, as target: DocumentField? = nil) {
    if field == nil { field = XMLField(name: name, target: target ?? Self.fields[name]) }
  }

  /// Ends the field of an element, if it is open, and adds it to the metadata.
  mutating func endField(_ name: Name) {
    let target = field?.target
    if let value = takeField(name), let target { metadata.add(value, to: target) }
  }

  /// Ends the field of an element, if it is open, and returns its value.
  mutating func takeField(_ name: Name) -> String? {
    guard let field, field.name == name else { return nil }
    self.field = nil
    return field.value.value
  }
}
