package import SittaSQLite

/// A condition for a row of `document` in SQL, with the values for its `?` in their order.
package struct FilterCondition: Equatable {
  package let sql: String
  package let values: [SQLiteValue]

}

extension FilterCondition {
  package init(_ sql: String, _ values: SQLiteValue...) {
    self.init(sql: sql, values: values)
  }

  /// All conditions hold, or one of them.
  private init(joining conditions: [FilterCondition], with word: String) {
    self.init(
      sql: "(" + conditions.map(\.sql).joined(separator: " \(word) ") + ")",
      values: conditions.flatMap(\.values))
  }

  package static func all(_ conditions: [FilterCondition]) -> FilterCondition {
    FilterCondition(joining: conditions, with: "AND")
  }

  package static func any(_ conditions: [FilterCondition]) -> FilterCondition {
    FilterCondition(joining: conditions, with: "OR")
  }

  package static func not(_ condition: FilterCondition) -> FilterCondition {
    FilterCondition(sql: "NOT \(condition.sql)", values: condition.values)
  }

  /// The condition as a part of another one.
  package func embedded(after before: String, before after: String) -> FilterCondition {
    FilterCondition(sql: before + sql + after, values: values)
  }

  /// The document is in one of these folders or below it.
  package static func below(_ folders: [FolderID]) -> FilterCondition {
    // Everything is below the root.
    if folders == [.root] { return FilterCondition("1") }
    return FilterCondition(
      """
      (document.directory IN (
        WITH RECURSIVE below(id) AS (
          SELECT value FROM json_each(?)
          UNION SELECT directory.id FROM directory, below WHERE parent = below.id)
        SELECT id FROM below))
      """, .text("[" + folders.map { "\($0.rawValue)" }.joined(separator: ",") + "]"))
  }

  /// The document has this name and is in this folder.
  static func named(_ name: [UInt8], in folder: FolderID) -> FilterCondition {
    FilterCondition("(document.directory = ? AND document.name = ?)", .folder(folder), .blob(name))
  }

  /// The document is neither in one of these folders nor below it; nil for no folders.
  package static func outside(_ folders: [FolderID]) -> FilterCondition? {
    folders.isEmpty ? nil : .not(.below(folders))
  }
}
