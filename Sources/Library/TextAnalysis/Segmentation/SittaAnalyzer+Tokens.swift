extension SittaAnalyzer {
  /// Ends and emits the current word or run.
  mutating func endAll<Failure: Error>(
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    try endWord(emit)
    try endUnspacedRuns(emit)
  }

  /// Ends and emits the current run of a script that has no spaces between words.
  mutating func endUnspacedRuns<Failure: Error>(
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    try endIdeographs(emit)
    try endDictionaryRun(isComplete: true, emit)
  }

  /// Ends and emits the current word, then its other spellings and its parts.
  mutating func endWord<Failure: Error>(
    with symbols: NameSymbols? = nil,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    if word.isEmpty { return }
    defer { word.clear() }
    if word.count == 0 { return }
    let hasSymbols = symbols.map { !$0.isEmpty } ?? false
    let isWhole = !hasSymbols || purpose == .document
    if isWhole { try emit(word.storage.span.extracting(0..<word.count), word.range, []) }
    if isWhole, !word.umlauts.isEmpty {
      GermanSpelling.write(
        word.storage.span.extracting(0..<word.count), umlauts: word.umlauts, to: &spelling)
      try emit(spelling.span, word.range, .colocated)
    }
    if let symbols, hasSymbols {
      symbols.write(word.storage.span.extracting(0..<word.count), to: &spelling)
      try emit(spelling.span, symbols.range, isWhole ? .colocated : [])
    }
    guard word.parts.isEnabled else { return }
    let parts = word.parts.find(byteCount: word.count)
    for (number, part) in parts.enumerated() {
      try emit(word.storage.span.extracting(part.bytes), part.source, .colocated)
      if parts.count > NameParts.mostChained { continue }
      spelling.removeAll(keepingCapacity: true)
      spelling.append(word.storage.span.extracting(part.bytes))
      for next in parts[(number + 1)...].prefix(SittaAnalyzer.longestNameChain - 1) {
        spelling.append(Self.nameJoiner)
        spelling.append(word.storage.span.extracting(next.bytes))
        try emit(
          spelling.span, part.source.lowerBound..<next.source.upperBound, .colocated)
      }
    }
  }

  /// Ends the ideograph run and emits its pairs, then its last character if needed.
  mutating func endIdeographs<Failure: Error>(
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    if run.isEmpty { return }
    defer { run.clear() }
    try emitPairs(emit)
    let isAlone = run.count == 1 && !run.isContinued
    let last = run.count - 1..<run.count
    if purpose == .document {
      let flags: TokenFlags = isAlone ? [] : .colocated
      try emit(run.bytes.span.extracting(run.bytes(of: last)), run.source(of: last), flags)
      try emitReadings(startingAt: last.lowerBound, emit)
    } else if isAlone {
      try emit(run.bytes.span.extracting(run.bytes(of: last)), run.source(of: last), .prefix)
    }
  }

  /// Emits the pairs of a run, and after each pair the readings of the words that begin at it.
  mutating func emitPairs<Failure: Error>(
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    readings = findsReadings ? readingFinder.find(in: run.scalars)[...] : []
    var start = 0
    while start + 1 < run.count {
      let pair = start..<start + 2
      try emit(run.bytes.span.extracting(run.bytes(of: pair)), run.source(of: pair), [])
      try emitReadings(startingAt: start, emit)
      start += 1
    }
  }

  private mutating func emitReadings<Failure: Error>(
    startingAt start: Int,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    while let reading = readings.first, reading.characters.lowerBound <= start {
      readings.removeFirst()
      try emit(reading.latin.span, run.source(of: reading.characters), .colocated)
    }
  }

  /// Whether readings are enabled and the text is a document.
  var findsReadings: Bool { !options.readings.isEmpty && purpose == .document }

  /// Emits the words of the dictionary run.
  mutating func endDictionaryRun<Failure: Error>(
    isComplete: Bool, _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    if dictionaryRun.isEmpty { return }
    for characters in dictionaryRun.takeWords(isComplete: isComplete) {
      for character in characters { word.append(character.scalar, from: character.source) }
      try endWord(emit)
    }
  }
}
