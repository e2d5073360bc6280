/// Changes the tokens of an analyzer: one token in, any number of tokens out.
///
/// A token keeps the range of the token that it is made from, so a filter sees no ranges.
public protocol TokenFilter: ~Copyable {
  /// Takes one token and hands over what becomes of it.
  ///
  /// - Parameters:
  ///   - token: The bytes of the token, valid for the call only.
  ///   - flags: Its flags.
  ///   - purpose: Whether the text is a document or a query.
  ///   - emit: Takes what becomes of the token.
  /// - Throws: What `emit` throws.
  mutating func filter<Failure: Error>(
    _ token: Span<UInt8>, flags: TokenFlags, for purpose: AnalysisPurpose,
    _ emit: (Span<UInt8>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure)

  /// Is called behind the last token of a text, for filters that hold tokens back.
  ///
  /// - Parameters:
  ///   - purpose: Whether the text is a document or a query.
  ///   - emit: Takes what becomes of the last token.
  /// - Throws: What `emit` throws.
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
