extension SittaAnalyzer {
  /// A space without width.
  static let breakingSpace: Unicode.Scalar = "\u{200b}"

  /// Processes one code point that is not ASCII, or that comes from a folding.
  mutating func read<Failure: Error>(
    _ scalar: Unicode.Scalar, from source: Range<Int>,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    switch table.entry(of: scalar) {
    case .unchanged(let scalarClass): try read(scalar, scalarClass, from: source, emit)
    case .folded(let folding): try read(folding, from: source, emit)
    }
  }

  private mutating func read<Failure: Error>(
    _ scalar: Unicode.Scalar, _ scalarClass: ScalarClass, from source: Range<Int>,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    switch scalarClass {
    // It only says where a line may be broken, except in scripts without blanks, where it separates words.
    case .separator where scalar == Self.breakingSpace && !word.isEmpty:
      read(mark: scalar, from: source)
    case .separator: try endAll(emit)
    case .word:
      try endUnspacedRuns(emit)
      word.append(scalar, from: source)
    case .composingWord:
      try endUnspacedRuns(emit)
      if !word.compose(with: scalar, table: table, from: source) {
        word.append(scalar, from: source)
      }
    case .ideographic:
      try prepareForIdeograph(emit)
      run.append(scalar, from: source)
    case .jamo:
      if run.compose(withJamo: scalar, from: source) { return }
      try prepareForIdeograph(emit)
      run.append(scalar, from: source)
    case .dictionary:
      try endWord(emit)
      try endIdeographs(emit)
      if dictionaryRun.isFull { try endDictionaryRun(isComplete: false, emit) }
      dictionaryRun.append(scalar, table: table, from: source)
    case .mark, .composingMark: read(mark: scalar, from: source)
    case .symbol:
      try endAll(emit)
      try emitSymbol(scalar, from: source, emit)
    }
  }

  /// Emits a symbol; of equal symbols in a row, only the first.
  private mutating func emitSymbol<Failure: Error>(
    _ scalar: Unicode.Scalar, from source: Range<Int>,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    defer { lastSymbol = (scalar, source.upperBound) }
    if let lastSymbol, lastSymbol == (scalar, source.lowerBound) { return }
    spelling.removeAll(keepingCapacity: true)
    spelling.append(contentsOf: String(scalar).utf8)
    try emit(spelling.span, source, [])
  }

  private mutating func read(mark: Unicode.Scalar, from source: Range<Int>) {
    if !word.isEmpty {
      if !word.compose(with: mark, table: table, from: source) {
        word.append(mark: mark, from: source)
      }
    } else if !run.isEmpty {
      run.compose(with: mark, table: table, from: source)
    } else {
      dictionaryRun.appendMark(from: source)
      if lastSymbol?.end == source.lowerBound { lastSymbol?.end = source.upperBound }
    }
  }

  private mutating func read<Failure: Error>(
    _ folding: Folding, from source: Range<Int>,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    switch folding.kind {
    case .word, .upper, .umlaut, .umlautUpper:
      try endUnspacedRuns(emit)
      word.append(table.texts[folding.utf8], kind: folding.kind, from: source)
    case .ideographic, .mixed:
      let text = String(decoding: table.texts[folding.utf8], as: UTF8.self)
      for scalar in text.unicodeScalars { try read(scalar, from: source, emit) }
    }
  }

  /// Ends a word or a dictionary run, and emits the pairs of a full ideograph run.
  ///
  /// It is called when no later mark can change the last character of the run.
  private mutating func prepareForIdeograph<Failure: Error>(
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    try endWord(emit)
    try endDictionaryRun(isComplete: true, emit)
    if run.count == IdeographRun.capacity {
      try emitPairs(emit)
      run.clearExceptLast()
    }
  }
}
