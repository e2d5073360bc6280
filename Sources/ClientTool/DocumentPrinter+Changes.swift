import LinuxSystem
import SearchInterface

/// What a change of the hits is called in `--json`; its first character marks it in text.
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
  /// The changes of a search that is watched, each in one piece, first what is gone.
  func print(_ changes: SubscribeMethod.Reply) throws {
    for place in changes.gone { try printGone(place) }
    for change in changes.changed { try print(.changed, change.hit, former: change.former) }
    for hit in changes.appeared { try print(.appeared, hit, former: nil) }
  }

  private func print(_ mark: HitMark, _ hit: HitMessage, former: LocationMessage?) throws {
    guard case .text(let appearance) = form else {
      return try output.write(JSONLine.text(of: FoundChange(mark, hit, former: former)))
    }
    let former = former.map { " (was \(Self.shown($0)))" } ?? ""
    try output.write(
      sign(mark, appearance) + lines(of: hit, appearance, behindPath: former))
  }

  private func printGone(_ place: LocationMessage) throws {
    guard case .text(let appearance) = form else {
      return try output.write(JSONLine.text(of: GonePlace(place)))
    }
    try output.write(sign(.gone, appearance) + Self.shown(place) + "\n")
  }

  private func sign(_ mark: HitMark, _ appearance: Appearance) -> String {
    appearance.styled(mark.sign, mark.style) + " "
  }

  private static func shown(_ place: LocationMessage) -> String {
    FilePath(uri: place.uri)?.description ?? place.uri.escapingControls()
  }
}

/// What `--json` prints of a hit that came or changed; other programs rely on the names.
private struct FoundChange: Encodable {
  let mark: HitMark
  let hit: HitMessage
  let former: LocationMessage?

  private enum Key: String, CodingKey {
    case change, former
  }

  init(_ mark: HitMark, _ hit: HitMessage, former: LocationMessage?) {
    self.mark = mark
    self.hit = hit
    self.former = former
  }

  func encode(to encoder: any Encoder) throws {
    try FoundDocument(hit.document, hit).encode(to: encoder)
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(mark.rawValue, forKey: .change)
    try object.encodeIfPresent(former?.uri, forKey: .former)
  }
}

/// What `--json` prints of a hit that has gone.
private struct GonePlace: Encodable {
  let change = HitMark.gone.rawValue
  let uri: String
  let path: String?

  init(_ place: LocationMessage) {
    uri = place.uri
    path = place.path
  }
}
