import Arguments
import SearchInterface

/// The parameters that all calls with a query have.
protocol QueryParameters {
  var prefixes: PrefixMode? { get set }
  var away: Bool? { get set }
  var folder: String? { get set }
  var within: [String]? { get set }
}

extension SearchMethod.Parameters: QueryParameters {}
extension CountMethod.Parameters: QueryParameters {}
extension SubscribeMethod.Parameters: QueryParameters {}

extension ClientCommand {
  /// Sets the parameters from the options that all commands with a query share.
  ///
  /// - Throws: `UsageError` if a value of `--within` is not a path.
  func apply(_ parsed: ParsedArguments, to parameters: inout some QueryParameters) throws {
    parameters.prefixes = parsed.text(of: "prefixes").flatMap(PrefixMode.init)
    parameters.away = parsed.has("away") ? true : nil
    parameters.folder = Self.folder
    parameters.within = try within(parsed)
  }
}
