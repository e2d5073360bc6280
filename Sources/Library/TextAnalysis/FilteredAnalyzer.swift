/// An analyzer that passes its tokens through a filter.
public struct FilteredAnalyzer<Base: Analyzer & ~Copyable, Filter: TokenFilter & ~Copyable>:
  Analyzer, ~Copyable
{
  private var base: Base
  private var filter: Filter

  /// Adds a filter to an analyzer.
  public init(_ base: consuming Base, filter: consuming Filter) {
    self.base = base
    self.filter = filter
  }

  /// Finds the tokens of a text; see ``Analyzer``.
  public mutating func analyze<Failure: Error>(
    _ text: Span<UInt8>, for purpose: AnalysisPurpose,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    try Self.analyze(text, for: purpose, with: &base, &filter, emit)
  }

  private static func analyze<Failure: Error>(
    _ text: Span<UInt8>, for purpose: AnalysisPurpose, with base: inout Base,
    _ filter: inout Filter,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    var last = 0..<0
    try base.analyze(text, for: purpose) { (token, range, flags) throws(Failure) in
      last = range
      try filter.filter(token, flags: flags, for: purpose) { (token, flags) throws(Failure) in
        try emit(token, range, flags)
      }
    }
    try filter.finish(for: purpose) { (token, flags) throws(Failure) in
      try emit(token, last, flags)
    }
  }
}

extension Analyzer where Self: ~Copyable {
  /// Adds a filter to this analyzer: `SittaAnalyzer().filtered(by: stopWords)`.
  ///
  /// - Parameter filter: The filter that changes the tokens.
  /// - Returns: The analyzer with the filter.
  public consuming func filtered<Filter: TokenFilter & ~Copyable>(by filter: consuming Filter)
    -> FilteredAnalyzer<Self, Filter>
  {
    FilteredAnalyzer(self, filter: filter)
  }
}
