package import LinuxSystem
import SearchInterface

/// The search of GNOME's overview: the interface `org.gnome.Shell.SearchProvider2`.
///
/// See <https://developer.gnome.org/documentation/tutorials/search-provider.html>.
package final class SearchProvider: BusObject {
  package static let path = "/io/sitta/SearchProvider"
  package static let interface = "org.gnome.Shell.SearchProvider2"
  package static let methods = [
    ("GetInitialResultSet", "as", "as"), ("GetSubsearchResultSet", "asas", "as"),
    ("GetResultMetas", "as", "aa{sv}"), ("ActivateResult", "sasu", ""), ("LaunchSearch", "asu", ""),
  ].map { (member: $0.0, arguments: $0.1, results: $0.2) }
  package static let searches: Set = ["GetInitialResultSet", "GetSubsearchResultSet"]

  /// The shell shows five; more are behind "show more".
  private static let limit = 10
  /// The most hits that are remembered, for the look of results.
  private static let mostKnown = 200

  private let actions: any DesktopActions
  private let home: FilePath?
  /// The hits of the last searches by their URIs.
  private var known: [String: HitMessage] = [:]

  /// - Parameters:
  ///   - actions: searches and opens.
  ///   - home: the home folder.
  package init(_ actions: any DesktopActions, home: FilePath?) {
    (self.actions, self.home) = (actions, home)
  }

  package func answer(_ call: BusCall, isOutdated: Bool) {
    switch call.member {
    case "GetInitialResultSet":
      call.reply(.list("s", found(call.texts(), isOutdated)))
    case "GetSubsearchResultSet":
      _ = call.texts()
      call.reply(.list("s", found(call.texts(), isOutdated)))
    case "GetResultMetas":
      call.reply(.list("a{sv}", call.texts().map(look)))
    case "ActivateResult":
      let uri = call.text()
      actions.open(uri, query: call.texts().joined(separator: " "), reveal: false)
      call.reply()
    case "LaunchSearch":
      actions.showPage(call.texts().joined(separator: " "))
      call.reply()
    default: call.refuse()
    }
  }

  /// The URIs of the hits for words; none for a single letter.
  private func found(_ words: [String], _ isOutdated: Bool) -> [BusValue] {
    let query = words.joined(separator: " ")
    guard !isOutdated, query.count > 1 else { return [] }
    let hits = actions.search(query, limit: Self.limit)
    if known.count + hits.count > Self.mostKnown { known = [:] }
    for hit in hits { known[hit.document.uri] = hit }
    return hits.map { .text($0.document.uri) }
  }

  /// How a result looks; each one that is asked for must get an answer, or else none is shown.
  private func look(of uri: String) -> BusValue {
    guard let hit = known[uri] else {
      let name = FilePath(uri: uri).map { String(decoding: $0.name, as: UTF8.self) } ?? uri
      return .table([
        ("id", .text(uri)), ("name", .text(name.escapingControls())),
        ("gicon", .text("text-x-generic")),
      ])
    }
    let shown = ShownDocument(document: hit.document, home: home)
    let snippet = hit.snippet.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var entries: [(String, BusValue)] = [
      ("id", .text(uri)), ("name", .text(shown.name)),
      ("description", .text((snippet.isEmpty ? shown.folder : snippet).escapingControls())),
      ("gicon", .text(". GThemedIcon \(shown.icons.joined(separator: " "))")),
    ]
    if let path = hit.document.path { entries.append(("clipboardText", .text(path))) }
    return .table(entries)
  }
}
