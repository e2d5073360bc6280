import FoundationEssentials
import SearchInterface
import Testing
import Varlink

/// Holds the Swift types against the interface that other programs are written for.
struct InterfaceFileTests {
  static let file = InterfaceFile(SearchInterfaceDescription.text)

  @Test func `Everything in the interface has its Swift type`() {
    let errors = Sample.failures.map { $0.wire.name.replacing("io.sitta.Search.", with: "") }
    let empty = [
      "Status.in", "Resume.in", "Rebuild.in", "Opened.out", "ForgetQueries.in", "Reload.in",
    ]
    let known = Sample.all.map(\.name) + errors + empty
    #expect(Set(Self.file.structures.keys) == Set(known))
    for name in empty { #expect(Self.file.structures[name] == [:]) }
    #expect(
      SearchInterfaceDescription.text.contains("\ninterface \(SearchInterfaceDescription.name)\n"))
  }

  @Test(arguments: Sample.all.map(\.name))
  func `A message has the fields of the interface, and their types`(name: String) throws {
    let message = try #require(Sample.all.first { $0.name == name }?.message)
    let fields = try #require(Self.file.structures[name])
    #expect(try keys(of: message) == Set(fields.keys))
    for child in Mirror(reflecting: message).children {
      let label = try #require(child.label)
      let type = try #require(fields[label], "\(label) does not stand in the interface")
      let expected = varlinkType(Substring(String(reflecting: Swift.type(of: child.value))))
      // The words of a choice are held against each other below.
      let spelt = type.replacing(/\(.*\)/, with: "choice")
      #expect(spelt == expected, "\(label)")
    }
  }

  @Test(
    arguments: [
      ("Document", "state", { @Sendable in DocumentMessage.State(rawValue: $0) != nil }),
      ("Root", "state", { @Sendable in RootMessage.State(rawValue: $0) != nil }),
      ("Status.out", "state", { @Sendable in StatusMethod.State(rawValue: $0) != nil }),
      ("Pause", "reason", { @Sendable in PauseMessage.Reason(rawValue: $0) != nil }),
      ("Facet", "field", { @Sendable in FacetMessage.Field(rawValue: $0) != nil }),
      ("Search.in", "facets", { @Sendable in FacetMessage.Field(rawValue: $0) != nil }),
      ("Count.in", "facets", { @Sendable in FacetMessage.Field(rawValue: $0) != nil }),
      ("Count.in", "prefixes", { @Sendable in SearchMethod.Prefixes(rawValue: $0) != nil }),
      ("Recovery", "action", { @Sendable in RecoveryMessage.Action(rawValue: $0) != nil }),
      ("IndexRebuild", "serving", { @Sendable in RebuildMessage.Serving(rawValue: $0) != nil }),
      ("Search.in", "order", { @Sendable in SearchMethod.Order(rawValue: $0) != nil }),
      ("Search.in", "prefixes", { @Sendable in SearchMethod.Prefixes(rawValue: $0) != nil }),
      ("Subscribe.in", "prefixes", { @Sendable in SearchMethod.Prefixes(rawValue: $0) != nil }),
      ("Explain.in", "prefixes", { @Sendable in SearchMethod.Prefixes(rawValue: $0) != nil }),
      ("Explain.out", "kind", { @Sendable in ExplainMethod.Kind(rawValue: $0) != nil }),
      ("Explain.out", "waiting", { @Sendable in ExplainMethod.Lane(rawValue: $0) != nil }),
      ("Step", "topic", { @Sendable in StepMessage.Topic(rawValue: $0) != nil }),
      ("Rule", "reason", { @Sendable in RuleMessage.Reason(rawValue: $0) != nil }),
      ("Watch", "mode", { @Sendable in WatchMessage.Mode(rawValue: $0) != nil }),
      ("Extraction", "state", { @Sendable in DocumentMessage.State(rawValue: $0) != nil }),
    ] as [(String, String, @Sendable (String) -> Bool)])
  func `Every choice of the interface has its case`(
    name: String, field: String, isKnown: @Sendable (String) -> Bool
  ) throws {
    let type = try #require(Self.file.structures[name]?[field])
    let words = type.split { "?[](), ".contains($0) }.map(String.init)
    #expect(words.count >= 2)
    for word in words { #expect(isKnown(word), "\(word)") }
  }

  @Test func `Every order has its word`() throws {
    let type = try #require(Self.file.structures["Search.in"]?["order"])
    let words = SearchMethod.Order.allCases.map(\.rawValue).joined(separator: ", ")
    #expect(type == "?(\(words))")
  }

  @Test(arguments: Sample.failures)
  func `An error has the fields of the interface`(failure: SearchFailure) throws {
    let wire = failure.wire
    let name = try #require(wire.name.wholeMatch(of: /io\.sitta\.Search\.(\w+)/)?.output.1)
    let fields = try #require(Self.file.structures[String(name)])
    #expect(try keys(of: wire.parameters) == Set(fields.keys))
  }

  private func keys(of message: any Encodable) throws -> Set<String> {
    try JSONDecoder().decode(Keys.self, from: JSONEncoder().encode(message)).names
  }
}

/// The keys of any JSON object.
private struct Keys: Decodable {
  let names: Set<String>

  init(from decoder: any Decoder) throws {
    names = Set(try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue))
  }
}

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// How the interface spells a Swift type.
private func varlinkType(_ type: Substring) -> String {
  if let match = type.wholeMatch(of: /Swift\.Optional<(.*)>/) {
    return "?" + varlinkType(match.output.1)
  }
  if let match = type.wholeMatch(of: /Swift\.Array<(.*)>/) {
    return "[]" + varlinkType(match.output.1)
  }
  let names = [
    "Swift.String": "string", "Swift.Int": "int", "Swift.Int32": "int", "Swift.Int64": "int",
    "Swift.Bool": "bool", "Swift.Double": "float", "SearchInterface.Clock": "Clock",
    "SearchInterface.ByteRange": "Range", "SearchInterface.DocumentMessage": "Document",
    "SearchInterface.HitMessage": "Hit", "SearchInterface.RootMessage": "Root",
    "SearchInterface.PauseMessage": "Pause", "SearchInterface.PlaceMessage": "Place",
    "SearchInterface.HitChangeMessage": "HitChange",
    "SearchInterface.SuggestionMessage": "Suggestion", "SearchInterface.Markers": "Markers",
    "SearchInterface.FacetMessage": "Facet", "SearchInterface.FacetValueMessage": "FacetValue",
    "SearchInterface.FacetMessage.Field": "choice",
    "SearchInterface.RecoveryMessage": "Recovery",
    "SearchInterface.RebuildMessage": "IndexRebuild",
    "SearchInterface.SearchMethod.Order": "choice",
    "SearchInterface.SearchMethod.Prefixes": "choice",
    "SearchInterface.StatusMethod.State": "choice",
    "SearchInterface.DocumentMessage.State": "choice",
    "SearchInterface.RootMessage.State": "choice",
    "SearchInterface.PauseMessage.Reason": "choice",
    "SearchInterface.RecoveryMessage.Action": "choice",
    "SearchInterface.RebuildMessage.Serving": "choice",
    "SearchInterface.StepMessage": "Step", "SearchInterface.RuleMessage": "Rule",
    "SearchInterface.WatchMessage": "Watch", "SearchInterface.ExtractionMessage": "Extraction",
    "SearchInterface.CountsMessage": "Counts", "SearchInterface.MatchMessage": "Match",
    "SearchInterface.TermMessage": "Term", "SearchInterface.FilterMessage": "Filter",
    "SearchInterface.MissingWordMessage": "MissingWord",
    "SearchInterface.RankPartMessage": "RankPart",
    "SearchInterface.AskedQueryMessage": "AskedQuery",
    "SearchInterface.ExplainMethod.Kind": "choice",
    "SearchInterface.ExplainMethod.Lane": "choice",
    "SearchInterface.StepMessage.Topic": "choice",
    "SearchInterface.RuleMessage.Reason": "choice",
    "SearchInterface.WatchMessage.Mode": "choice",
  ]
  return names[String(type)] ?? "\(type), which has no name here"
}
