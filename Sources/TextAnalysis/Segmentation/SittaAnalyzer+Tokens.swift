extension SittaAnalyzer {
  /// Hands over whatever is being read.
  mutating func endAll<Failure: Error>(
    _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    try endWord(accept)
    try endUnspaced(accept)
  }

  /// Hands over a run of a script without spaces.
  mutating func endUnspaced<Failure: Error>(
    _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    try endIdeographs(accept)
    try endDictionaryRun(isComplete: true, accept)
  }

  /// Hands over a word, then the other ways to write it.
  mutating func endWord<Failure: Error>(
    _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    if word.isEmpty { return }
    defer { word.clear() }
    if word.count == 0 { return }
    try accept(word.storage.span.extracting(0..<word.count), word.range, [])
    if !word.umlauts.isEmpty {
      GermanSpelling.write(
        word.storage.span.extracting(0..<word.count), umlauts: word.umlauts, to: &spelling)
      try accept(spelling.span, word.range, .colocated)
    }
    guard word.parts.isEnabled else { return }
    for part in word.parts.find(byteCount: word.count) {
      try accept(word.storage.span.extracting(part.bytes), part.source, .colocated)
    }
  }

  /// Hands over the pairs of a run, then what a single character needs.
  mutating func endIdeographs<Failure: Error>(
    _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    if run.isEmpty { return }
    defer { run.clear() }
    try acceptPairs(accept)
    let isAlone = run.count == 1 && !run.isContinued
    let last = run.count - 1..<run.count
    if purpose == .document {
      let flags: TokenFlags = isAlone ? [] : .colocated
      try accept(run.bytes.span.extracting(run.bytes(of: last)), run.source(of: last), flags)
      try acceptReadings(startingAt: last.lowerBound, accept)
    } else if isAlone {
      try accept(run.bytes.span.extracting(run.bytes(of: last)), run.source(of: last), .prefix)
    }
  }

  /// Hands over the pairs of a run, and with each the readings of the words that begin there.
  mutating func acceptPairs<Failure: Error>(
    _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    readings = findsReadings ? readingFinder.find(in: run.scalars)[...] : []
    var start = 0
    while start + 1 < run.count {
      let pair = start..<start + 2
      try accept(run.bytes.span.extracting(run.bytes(of: pair)), run.source(of: pair), [])
      try acceptReadings(startingAt: start, accept)
      start += 1
    }
  }

  private mutating func acceptReadings<Failure: Error>(
    startingAt start: Int,
    _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    while let reading = readings.first, reading.characters.lowerBound <= start {
      readings.removeFirst()
      try accept(reading.latin.span, run.source(of: reading.characters), .colocated)
    }
  }

  /// Whether readings are asked for, which documents alone have.
  var findsReadings: Bool { !options.readings.isEmpty && purpose == .document }

  /// Hands over the words of a run that the dictionary finds.
  mutating func endDictionaryRun<Failure: Error>(
    isComplete: Bool, _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    if dictionaryRun.isEmpty { return }
    for characters in dictionaryRun.takeWords(isComplete: isComplete) {
      for character in characters { word.append(character.scalar, from: character.source) }
      try endWord(accept)
    }
  }
}
