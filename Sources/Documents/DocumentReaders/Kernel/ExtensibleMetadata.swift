public import ExtractionProtocol

/// The properties of a document in XMP metadata.
public struct ExtensibleMetadata {
  /// The values of fields, in their order.
  public private(set) var fields: [DocumentField: [String]] = [:]
  /// The values that have no field, such as a description.
  public private(set) var remarks: [String] = []

  /// Reads a packet in UTF-8.
  public init(_ packet: Span<UInt8>) {
    var (text, sink) = (MediaText(), PropertySink())
    MetadataPlatform.read(packet, into: &text)
    text.write(into: &sink)
    let values = Set(sink.fields.values.joined())
    fields = sink.fields
    remarks = sink.text.split(separator: "\n").map(String.init).filter { !values.contains($0) }
  }
}

/// Keeps fields and text.
private struct PropertySink: TextSink {
  let wantsMore = true
  var fields: [DocumentField: [String]] = [:]
  var text = ""

  mutating func add(_ value: String, to field: DocumentField) {
    fields[field, default: []].append(value)
  }

  mutating func add(text: Span<UInt8>) { self.text += text.string }
}
