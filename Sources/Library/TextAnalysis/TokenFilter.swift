/// Changes the tokens of an analyzer: replaces each token by any number of tokens.
///
/// A filter does not know ranges: each token that it emits gets the range of the input token.
public protocol TokenFilter: ~Copyable {
  /// Processes one token and emits the tokens that replace it.
  ///
  /// - Parameters:
  ///   - token: The bytes of the token, which are valid only during the call.
  ///   - flags: The flags of the token.
  ///   - purpose: Whether the text is a document or a query.
  ///   - emit: Is called for each replacement token.
  /// - Throws: The error of `emit`.
  mutating func filter<Failure: Error>(
    _ token: Span<UInt8>, flags: TokenFlags, for purpose: AnalysisPurpose,
    _ emit: (Span<UInt8>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure)

  /// Ends a text; the filter can now emit tokens that it has held back.
  ///
  /// - Parameters:
  ///   - purpose: Whether the text is a document or a query.
  ///   - emit: Is called for each token that was held back.
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
