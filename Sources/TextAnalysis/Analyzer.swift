/// Splits a text into tokens.
///
/// An analyzer keeps buffers between calls, so it belongs to one owner at a time; it may move from
/// one thread to another between calls.
public protocol Analyzer: ~Copyable {
  /// Finds the tokens of a text, in order, and hands each one over.
  ///
  /// Every text is allowed: what is not UTF-8 parts words, as a space does. Ranges count the bytes
  /// of the text, begin and end between characters, and their lower bounds never decrease; ranges
  /// of neighbouring tokens may overlap.
  ///
  /// - Parameters:
  ///   - text: The bytes, in UTF-8.
  ///   - purpose: Whether the text is a document or a query.
  ///   - accept: Is called for each token with its bytes, in UTF-8, which are valid for the call
  ///     only; the range of the text that it stands for; and its flags.
  /// - Throws: What `accept` throws; no further token is found then.
  mutating func analyze<Failure: Error>(
    _ text: Span<UInt8>, for purpose: AnalysisPurpose,
    _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure)
}
