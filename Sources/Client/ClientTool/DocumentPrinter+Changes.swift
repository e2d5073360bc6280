import LinuxSystem
import SearchInterface

/// A change of the hits: its name in `--json`, and its sign in text.
enum HitMark: String {
  case appeared, changed, gone

  fileprivate var sign: String {
    switch self {
    case .appeared: "+"
    case .changed: "~"
    case .gone: "-"
    }
  }

  fileprivate var style: Appearance.Style {
    switch self {
    case .appeared: .added
    case .changed: .changed
    case .gone: .removed
    }
  }
}

extension DocumentPrinter {
  /// Prints the changes of a watched search, removed hits first; each change is written in one piece.
  func print(_ changes: SubscribeMethod.Reply) throws {
    for location in changes.gone { try printGone(location) }
    for change in changes.changed { try print(.changed, change.hit, former: change.former) }
    for hit in changes.appeared { try print(.appeared, hit, former: nil) }
  }

  private func print(_ mark: HitMark, _ hit: HitMessage, former: LocationMessage?) throws {
    guard case .text(let appearance) = form else {
      return try output.write(JSONLine.text(of: FoundChange(mark: mark, hit: hit, former: former)))
    }
    let former = former.map { " (was \(Self.shown($0)))" } ?? ""
    try output.write(
      sign(mark, appearance) + lines(of: hit, appearance, afterPath: former))
  }

  private func printGone(_ location: LocationMessage) throws {
    guard case .text(let appearance) = form else {
      return try output.write(
        JSONLine.text(of: GoneDocument(uri: location.uri, path: location.path)))
    }
    try output.write(sign(.gone, appearance) + Self.shown(location) + "\n")
  }

  private func sign(_ mark: HitMark, _ appearance: Appearance) -> String {
    appearance.styled(mark.sign, mark.style) + " "
  }

  private static func shown(_ location: LocationMessage) -> String {
    DocumentLocation(uri: location.uri)?.description ?? location.uri.escapingControls()
  }
}

/// The `--json` output for a hit that appeared or changed; other programs rely on the keys.
struct FoundChange: Encodable {
  let mark: HitMark
  let hit: HitMessage
  let former: LocationMessage?

  /// The keys that follow those of ``FoundDocument``.
  enum Key: String, CodingKey, CaseIterable {
    case change, former

    /// The description of the key in the manual.
    var meaning: String {
      switch self {
      case .change: "`appeared`, `changed` or `gone`; `gone` has only `uri` and `path` beside it."
      case .former: "The URI that the document had before, if that has changed."
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    try FoundDocument(document: hit.document, hit: hit).encode(to: encoder)
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(mark.rawValue, forKey: .change)
    try object.encodeIfPresent(former?.uri, forKey: .former)
  }
}

/// The `--json` output for a hit that is gone.
struct GoneDocument: Encodable {
  let change = HitMark.gone.rawValue
  let uri: String
  let path: String?
}
