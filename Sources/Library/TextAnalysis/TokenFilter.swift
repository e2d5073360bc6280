/// Changes the tokens of an analyzer: one token in, any number of tokens out.
///
/// A filter does not see ranges: each token that it emits has the range of the input token.
public protocol TokenFilter: ~Copyable {
  /// Processes one token and emits the tokens that replace it.
  ///
  /// - Parameters:
  ///   - token: The bytes of the token, valid for the call only.
  ///   - flags: Its flags.
  ///   - purpose: Whether the text is a document or a query.
  ///   - emit: Is called for each replacement token.
  /// - Throws: The error of `emit`.
  mutating func filter<Failure: Error>(
    _ token: Span<UInt8>, flags: TokenFlags, for purpose: AnalysisPurpose,
    _ emit: (Span<UInt8>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure)

  /// Ends a text, so that filters can emit tokens that they delayed.
  ///
  /// - Parameters:
  ///   - purpose: Whether the text is a document or a query.
  ///   - emit: Is called for each delayed token.
  /// - Throws: The error of `emit`.
  mutating func finish<Failure: Error>(
    for purpose: AnalysisPurpose, _ emit: (Span<UInt8>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure)
}

extension TokenFilter where Self: ~Copyable {
  /// Does nothing; see ``TokenFilter``.
  public mutating func finish<Failure: Error>(
    for purpose: AnalysisPurpose, _ emit: (Span<UInt8>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {}
}
