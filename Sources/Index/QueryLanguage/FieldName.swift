/// The meaning of a name before a colon: `title:`, `type:`, and the names that other programs use.
enum FieldName: Equatable {
  /// The text after it is searched in a column.
  case column(Query.Column)
  /// The value after it is a condition.
  case filter(Query.Filter.Field)

  /// Finds the meaning of a name; nil if there is no such field.
  ///
  /// - Parameter text: the name without its colon; case does not matter.
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

  /// Names in Gmail, Spotlight, Recoll, GitHub and search engines of the web.
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
