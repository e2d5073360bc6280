package import LinuxSystem
import SearchInterface

/// The search of KDE's KRunner: the interface `org.kde.krunner1`.
///
/// See <https://develop.kde.org/docs/plasma/krunner/>, and for the types `org.kde.krunner1.xml` in KDE's framework.
package final class Runner: BusObject {
  package static let path = "/io/sitta/Runner"
  package static let interface = "org.kde.krunner1"
  package static let methods = [
    ("Match", "s", "a(sssida{sv})"), ("Actions", "", "a(sss)"), ("Run", "ss", ""),
    ("Teardown", "", ""), ("Config", "", "a{sv}"), ("SetActivationToken", "s", ""),
  ].map { (member: $0.0, arguments: $0.1, results: $0.2) }
  package static let searches: Set = ["Match"]

  private static let limit = 10
  /// `PossibleMatch` of KRunner: applications stay on top.
  private static let category: Int32 = 30
  /// The relevance of the first hit, from 0 to 1.
  private static let highest = 0.7

  private let actions: any DesktopActions
  private let home: FilePath?
  private let isGerman: Bool
  private var query = ""

  /// - Parameters:
  ///   - actions: searches and opens.
  ///   - home: the home folder.
  ///   - language: the code of the language of the session.
  package init(_ actions: any DesktopActions, home: FilePath?, language: String?) {
    (self.actions, self.home, isGerman) = (actions, home, language == "de")
  }

  package func answer(_ call: BusCall, isOutdated: Bool) {
    switch call.member {
    case "Match":
      let text = call.text()
      let hits = isOutdated || text.count < 2 ? [] : actions.search(text, limit: Self.limit)
      if !isOutdated { query = text }
      call.reply(.list("(sssida{sv})", hits.enumerated().map { match($0.element, $0.offset) }))
    case "Actions":
      let title = isGerman ? "Im Ordner zeigen" : "Show in folder"
      call.reply(
        .list(
          "(sss)",
          [.structure("sss", [.text("reveal"), .text(title), .text("document-open-folder")])]))
    case "Run":
      let uri = call.text()
      actions.open(uri, query: query, reveal: call.text() == "reveal")
      call.reply()
    case "Config":
      call.reply(.table([("X-Plasma-API", .text("DBus2")), ("MinLetterCount", .number(2))]))
    default:
      // Between two searches nothing is kept that would have to go.
      call.reply()
    }
  }

  private func match(_ hit: HitMessage, _ rank: Int) -> BusValue {
    let shown = ShownDocument(document: hit.document, home: home)
    let properties: [(String, BusValue)] = [
      ("subtext", .text(shown.folder)), ("category", .text(isGerman ? "Dateien" : "Files")),
      ("urls", .list("s", [.text(shown.file?.uri ?? hit.document.uri)])),
    ]
    return .structure(
      "sssida{sv}",
      [
        .text(hit.document.uri), .text(shown.name), .text(shown.icons.dropFirst().first ?? ""),
        .number(Self.category), .fraction(Self.highest - Double(rank) * 0.02), .table(properties),
      ])
  }
}
