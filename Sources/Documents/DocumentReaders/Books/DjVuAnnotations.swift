import ExtractionProtocol

/// The metadata and the notes in annotations of a DjVu file, which are lists in parentheses.
///
/// Source: djvused(1), "Annotation syntax" and "Metadata annotations".
struct DjVuAnnotations {
  private enum Token: Equatable { case open, close, text(String) }

  /// The number of notes of a page that are read.
  private static let mostNotes = 10_000

  /// The properties, by name in lower case.
  private(set) var properties: [(name: String, value: String)] = []
  /// The XMP metadata; empty if there is none.
  private(set) var packet: [UInt8] = []
  /// The comments on areas of the page.
  private(set) var notes: [String] = []

  init(_ bytes: Span<UInt8>) {
    var index = 0
    /// The words at the beginnings of the open lists, and the number of the strings in the innermost one.
    var (lists, strings): ([String], Int) = ([], 0)
    while let token = Self.token(bytes, &index) {
      switch token {
      case .open:
        // Real lists are three deep.
        if lists.count >= 16 { return }
        lists.append("")
        strings = 0
      case .close:
        _ = lists.popLast()
        // A link may be a list, whose place is that of a string.
        strings = lists == ["maparea"] ? 1 : 0
      case .text(let text):
        guard let name = lists.last else { continue }
        if name.isEmpty {
          lists[lists.count - 1] = text.lowercased()
          continue
        }
        strings += 1
        take(text, strings, in: lists)
      }
    }
  }

  private mutating func take(_ text: String, _ number: Int, in lists: [String]) {
    if lists.count == 2, lists[0] == "metadata", number == 1 {
      if properties.count < XMLMetadata.mostValues { properties.append((lists[1], text)) }
    } else if lists == ["xmp"] {
      packet = Array(text.utf8)
    } else if lists == ["maparea"], number == 2, !text.isEmpty, notes.count < Self.mostNotes {
      notes.append(text)
    }
  }

  /// Adds the properties to metadata.
  func add(to metadata: inout XMLMetadata) {
    for (name, value) in properties {
      switch name {
      case "title": metadata.add(value, to: .title)
      case "author": metadata.add(value, to: .author)
      case "keywords", "keyword": metadata.add(value, to: .keyword)
      case "creationdate": metadata.add(value, to: .created)
      case "moddate": metadata.add(value, to: .changed)
      case "producer", "creator", "trapped": break
      default: metadata.add(remark: value)
      }
    }
    if packet.isEmpty { return }
    let properties = ExtensibleMetadata(packet.span)
    for (field, values) in properties.fields {
      for value in values { metadata.add(value, to: field) }
    }
    for remark in properties.remarks { metadata.add(remark: remark) }
  }

  /// Returns the next parenthesis, word or string; nil at the end.
  private static func token(_ bytes: Span<UInt8>, _ index: inout Int) -> Token? {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    guard index < bytes.count else { return nil }
    let start = index
    index += 1
    switch bytes[start] {
    case UInt8(ascii: "("): return .open
    case UInt8(ascii: ")"): return .close
    case UInt8(ascii: "\""): return .text(string(bytes, &index))
    default:
      while index < bytes.count, bytes[index] > 0x20,
        ![UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\"")].contains(bytes[index])
      { index += 1 }
      return .text(bytes.extracting(start..<index).string)
    }
  }

  /// Reads a string up to its quote, with the escapes of C.
  private static func string(_ bytes: Span<UInt8>, _ index: inout Int) -> String {
    var text: [UInt8] = []
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      var byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\\"), index < bytes.count {
        byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): byte = 0x20
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
          var value = Int(byte & 7)
          for _ in 0..<2 where index < bytes.count && bytes[index] & 0xf8 == 0x30 {
            value = value << 3 | Int(bytes[index] & 7)
            index += 1
          }
          byte = UInt8(truncatingIfNeeded: value)
        default: break
        }
      }
      text.append(byte)
    }
    index += 1
    return text.span.string
  }
}
