import ExtractionProtocol

/// Reads what OpenDocument has of a database: names of tables, queries, forms and reports, and the queries.
struct OpenDatabaseText: XMLHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case query, component
    case table = "table-representation"
    case name, title, description, command
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  var text = TextBuffer()
  var event: XMLEvent?

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .query, .component, .table:
      for property in [Name.name, .title, .description, .command] {
        guard let value = tag.value(of: property, in: bytes) else { continue }
        text.breakLine()
        text.append(value)
      }
      text.breakLine()
    default: break
    }
    return true
  }

  mutating func close(_ name: Name) {}
  mutating func append(_ piece: Span<UInt8>) {}
  mutating func append(_ scalar: Unicode.Scalar) {}
}

/// Reads the rows of tables in the script of HSQLDB, which LibreOffice embeds in its databases.
///
/// Source: HyperSQL user guide, "Script and log files".
enum DatabaseScript {
  /// Gives each row as a line of values to a sink.
  static func read(_ script: Span<UInt8>, into sink: inout some DocumentSink) {
    var text = TextBuffer()
    var start = 0
    while start < script.count, sink.wantsMore {
      let line = script.lineRange(at: start)
      start = script.nextLine(after: line.upperBound)
      let statement = script.extracting(line)
      guard statement.hasBytes("INSERT INTO "), let start = statement.firstRange(of: " VALUES(")
      else { continue }
      // A damaged script is no valid UTF-8.
      text.append(values(in: statement.extracting(start.upperBound...)).span.string)
      text.breakLine()
      text.flushIfFull(to: &sink)
    }
    text.flush(to: &sink)
  }

  /// Returns the values of a row with blanks between them.
  private static func values(in row: Span<UInt8>) -> [UInt8] {
    var (values, isString, index) = ([UInt8](), false, 0)
    while index < row.count {
      let byte = row[index]
      index += 1
      switch byte {
      case UInt8(ascii: "'"):
        // Two quotes are one quote of a string.
        if isString, index < row.count, row[index] == byte {
          values.append(byte)
          index += 1
        } else {
          isString.toggle()
        }
      case UInt8(ascii: "\\") where isString:
        if index + 5 <= row.count, row[index] == UInt8(ascii: "u"),
          let unit = UInt16(row.extracting(index + 1..<index + 5).string, radix: 16)
        {
          index += 5
          values += Array(String(decoding: [unit], as: UTF16.self).utf8)
        } else {
          values.append(byte)
        }
      case UInt8(ascii: ",") where !isString: values.append(0x20)
      case UInt8(ascii: ")") where !isString: return values
      default: values.append(byte)
      }
    }
    return values
  }
}
