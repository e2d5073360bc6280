/// Reads an address book of Thunderbird: a table with a row for each property of each person.
///
/// Since version 102 one of the properties is a vCard; before, there were only single properties.
enum ContactProperties {
  /// The most bytes of properties that are kept until all rows are read.
  private static let mostBytes = 64 << 20

  static func read(
    _ table: DatabaseFile.Table, of file: DatabaseFile, _ bytes: Span<UInt8>,
    into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var people: [String: [String: String]] = [:]
    var order: [String] = []
    var size = 0
    var rows = DatabaseRows(of: table, ["card", "name", "value"], in: file)
    var failure: ReadingFailure?
    do throws(ReadingFailure) {
      while sink.wantsMore, size < mostBytes, let row = try rows.next(in: bytes) {
        guard let card = row.text(0), let name = row.text(1), let value = row.text(2),
          name == "_vCard" || fields[name] != nil
        else { continue }
        if people[card] == nil { order.append(card) }
        people[card, default: [:]][name] = value
        size += value.utf8.count + 128
      }
      if size >= mostBytes { failure = .sizeLimit }
    } catch {
      failure = error
    }
    for card in order where sink.wantsMore {
      guard let properties = people[card] else { continue }
      sink.add(contact: card, card: properties["_vCard"] ?? Self.card(properties))
    }
    if let failure { throw failure }
  }

  /// The property of a vCard for each property of Thunderbird that has words of a person.
  private static let fields: [String: String] = [
    "DisplayName": "FN", "NickName": "NICKNAME", "PrimaryEmail": "EMAIL", "SecondEmail": "EMAIL",
    "WorkPhone": "TEL", "HomePhone": "TEL", "CellularNumber": "TEL", "FaxNumber": "TEL",
    "JobTitle": "TITLE", "Company": "ORG", "Department": "ORG", "Notes": "NOTE",
    "WebPage1": "URL", "WebPage2": "URL", "HomeAddress": "ADR", "HomeCity": "ADR",
    "HomeZipCode": "ADR", "HomeCountry": "ADR", "WorkAddress": "ADR", "WorkCity": "ADR",
    "WorkZipCode": "ADR", "WorkCountry": "ADR", "FirstName": "N", "LastName": "N",
  ]

  /// A vCard from single properties.
  private static func card(_ properties: [String: String]) -> String {
    let lines = properties.sorted { $0.key < $1.key }.compactMap { name, value in
      fields[name].map { "\($0):\(escaped(value))" }
    }
    return (["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
  }

  /// Escapes a value; see RFC 6350, section 3.4.
  private static func escaped(_ value: String) -> String {
    value.reduce(into: "") { text, character in
      if character.isNewline {
        text += "\\n"
      } else {
        if "\\;,".contains(character) { text += "\\" }
        text.append(character)
      }
    }
  }
}
