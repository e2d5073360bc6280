/// The meaning of a field name in a query (`title:`, `type:`); names of other programs are known, too.
enum FieldName: Equatable {
  /// The text after the colon is searched in this column.
  case column(Query.Column)
  /// The value after the colon is a condition on the file.
  case filter(Query.Filter.Field)

  /// Finds the meaning of a name without its colon, in any case; nil if there is no such field.
  init?(_ text: String) {
    let name = text.lowercased()
    if let column = Query.Column(rawValue: name) {
      self = .column(column)
    } else if let field = Query.Filter.Field(rawValue: name) {
      self = .filter(field)
    } else if let other = Self.otherNames[name] {
      self = other
    } else {
      return nil
    }
  }

  /// Field names of Gmail, Spotlight, Recoll, GitHub and web search engines.
  private static let otherNames: [String: FieldName] = [
    "cc": .column(.recipient), "recipient": .column(.recipient), "sender": .column(.sender),
    "filename": .column(.name), "intitle": .column(.title), "label": .column(.tag),
    "tags": .column(.tag),
    "date": .filter(.modified), "dir": .filter(.in), "directory": .filter(.in),
    "extension": .filter(.ext), "filetype": .filter(.type), "folder": .filter(.in),
    "kind": .filter(.type), "language": .filter(.lang), "mime": .filter(.type),
    "newer": .filter(.since), "newer_than": .filter(.since), "after": .filter(.since),
    "older": .filter(.before), "older_than": .filter(.before), "larger": .filter(.larger),
    "smaller": .filter(.smaller),
  ]
}
