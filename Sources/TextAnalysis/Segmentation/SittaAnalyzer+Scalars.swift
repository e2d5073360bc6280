extension SittaAnalyzer {
  /// Takes in one code point, which is not ASCII or comes from a folded text.
  mutating func read<Failure: Error>(
    _ scalar: Unicode.Scalar, from source: Range<Int>,
    _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    switch table.entry(of: scalar) {
    case .same(let scalarClass): try read(scalar, scalarClass, from: source, accept)
    case .folded(let folding): try read(folding, from: source, accept)
    }
  }

  private mutating func read<Failure: Error>(
    _ scalar: Unicode.Scalar, _ scalarClass: ScalarClass, from source: Range<Int>,
    _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    switch scalarClass {
    case .separator: try endAll(accept)
    case .word:
      try endUnspaced(accept)
      word.append(scalar, from: source)
    case .composingWord:
      try endUnspaced(accept)
      if !word.compose(with: scalar, table: table, from: source) {
        word.append(scalar, from: source)
      }
    case .ideographic:
      try makeRoom(accept)
      run.append(scalar, from: source)
    case .jamo:
      if run.compose(withJamo: scalar, from: source) { return }
      try makeRoom(accept)
      run.append(scalar, from: source)
    case .dictionary:
      try endWord(accept)
      try endIdeographs(accept)
      if dictionaryRun.isFull { try endDictionaryRun(isComplete: false, accept) }
      dictionaryRun.append(scalar, table: table, from: source)
    case .mark, .composingMark: read(mark: scalar, from: source)
    }
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
    }
  }

  private mutating func read<Failure: Error>(
    _ folding: Folding, from source: Range<Int>,
    _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    switch folding.kind {
    case .word, .upper, .umlaut, .umlautUpper:
      try endUnspaced(accept)
      word.append(table.texts[folding.utf8], kind: folding.kind, from: source)
    case .ideographic, .mixed:
      let text = String(decoding: table.texts[folding.utf8], as: UTF8.self)
      for scalar in text.unicodeScalars { try read(scalar, from: source, accept) }
    }
  }

  /// Ends what is no run of Han, kana and hangul, and hands over the pairs of one that is full.
  ///
  /// It is called when the last character of the run is known to be complete.
  private mutating func makeRoom<Failure: Error>(
    _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    try endWord(accept)
    try endDictionaryRun(isComplete: true, accept)
    if run.count == IdeographRun.capacity {
      try acceptPairs(accept)
      run.clearButLast()
    }
  }
}
