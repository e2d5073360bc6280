import Arguments
import MediaTypes

extension ClientCommand {
  /// How shells complete a query.
  static let queryTerms = CommandLineTable.Completion.query(
    words: "suggest --quick --limit 20 --")

  /// The fields of queries with their possible values.
  static let queryFields: @Sendable () -> [CommandLineTable.QueryField] = {
    [
      .init("author"), .init("body"), .init("created", values: .choices(days)), .init("ext"),
      .init("from"), .init("has", values: .choices(["attachment"])),
      .init("in", values: .folders), .init("lang"),
      .init("modified", values: .choices(days)), .init("name"), .init("pages"), .init("path"),
      .init("size"), .init("subject"), .init("tag"), .init("title"), .init("to"),
      .init("type", values: .choices(TypeName.kindNames + MediaType.types.keys.sorted())),
    ]
  }

  private static let days =
    ["today", "yesterday"]
    + ["week", "month", "year"].flatMap { ["this-\($0)", "last-\($0)"] }
}
