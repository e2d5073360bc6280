/// Splits a text into tokens.
///
/// An analyzer keeps buffers between calls, so it has one owner at a time. It may move to another
/// thread between calls.
public protocol Analyzer: ~Copyable {
  /// Finds the tokens of a text, in order, and passes each one to a closure.
  ///
  /// Any bytes are allowed; invalid UTF-8 separates words, as a space does. Ranges are byte
  /// offsets in the text, at code point boundaries. Their lower bounds never decrease, but the
  /// ranges of adjacent tokens may overlap.
  ///
  /// - Parameters:
  ///   - text: The bytes, in UTF-8.
  ///   - purpose: Whether the text is a document or a query.
  ///   - emit: Is called for each token with its bytes, its range in the text and its flags. The
  ///     bytes are UTF-8 and valid only during the call.
  /// - Throws: The error of `emit`, which ends the analysis.
  mutating func analyze<Failure: Error>(
    _ text: Span<UInt8>, for purpose: AnalysisPurpose,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure)
}
