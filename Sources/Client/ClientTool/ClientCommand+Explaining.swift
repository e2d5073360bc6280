import Arguments
import HostSearch
import LinuxSystem
import SearchInterface

/// The command `sitta explain`.
extension ClientCommand {
  func explain(_ parsed: ParsedArguments) throws -> ExitCode {
    let place = parsed.operands.first.flatMap {
      RemotePlace(uri: String(decoding: $0, as: UTF8.self))
    }
    guard let operand = parsed.operands.first, let home = ProcessEnvironment.home,
      let location = try place?.location
        ?? DocumentLocation(
          operand: operand, relativeTo: .workingDirectory(), home: home)
    else { throw UsageError("'explain' takes a file.") }
    var parameters = ExplainMethod.Parameters(path: location.uri)
    let words = parsed.operands.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    if !words.isEmpty { parameters.query = words.joined(separator: " ") }
    parameters.prefixes = parsed.text(of: "prefixes").flatMap(PrefixMode.init)
    parameters.folder = Self.folder
    parameters.within = try within(parsed)
    parameters.away = parsed.has("away") ? true : nil
    parameters.strict = parsed.has("strict") ? true : nil
    parameters.language = ProcessEnvironment.language
    let choice = parsed.text(of: "color").flatMap(Appearance.Choice.init) ?? .auto
    let appearance = Appearance(choice, on: output.terminal)
    if let exchange = try hosts(parsed, having: place) {
      defer { exchange.close() }
      return try explain(parameters, on: exchange, isJSON: parsed.has("json"), appearance)
    }
    let reply = try connect(parsed).explain(parameters)
    try output.write(
      parsed.has("json")
        ? JSONLine.text(of: reply) : ExplanationText(reply: reply, appearance: appearance).text)
    return reply.found ? .found : .notFound
  }
}

extension DocumentLocation {
  /// Parses a location that was typed or copied: a path, a path with a member such as
  /// `a.zip!/docs/b.txt`, or a `file:` URI.
  ///
  /// If a file has exactly this path, the location is that file.
  init?(operand: [UInt8], relativeTo folder: FilePath, home: FilePath) {
    if operand.starts(with: Array("file:".utf8)),
      let location = DocumentLocation(uri: String(decoding: operand, as: UTF8.self))
    {
      self = location
      return
    }
    guard let path = FilePath(operand, relativeTo: folder, home: home) else { return nil }
    self.init(path)
    let names = path.components
    // In such a path, the container's name ends with an exclamation mark.
    guard !path.exists, names.dropLast().contains(where: { $0.last == UInt8(ascii: "!") }) else {
      return
    }
    self = names.enumerated().reduce(DocumentLocation(.root)) { location, entry in
      let (index, name) = entry
      guard name.last == UInt8(ascii: "!"), name.count > 1, index < names.count - 1 else {
        return location.appending(name)
      }
      return location.appending(Array(name.dropLast())).container
    }
  }
}
