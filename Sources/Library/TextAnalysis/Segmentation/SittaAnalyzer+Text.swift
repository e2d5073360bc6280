extension SittaAnalyzer {
  /// Emits an ASCII word, whose folded form is in the scratch buffer; does nothing if the word is empty.
  @inline(__always)
  mutating func endASCIIWord<Failure: Error>(
    _ ascii: ASCIIWord, from start: Int, in text: Span<UInt8>,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    let range = start..<ascii.end
    if range.isEmpty { return }
    if NameSymbols.mayBe(around: range, in: text, before: ascii.next) {
      try emitName(of: text, range, emit)
    } else {
      try emit(scratch.span.extracting(0..<range.count), range, [])
    }
    guard word.parts.isEnabled else { return }
    // Before the parts, because tokens must not begin before earlier ones.
    if HyphenatedWord.mayEnd(at: start, in: text) { try emitJoined(ofASCII: text, range, emit) }
    if ascii.mayHaveParts { try emitParts(ofASCII: text, range, emit) }
  }

  /// Emits a word in the scratch buffer, and if it has symbols such as `++`, the name with the symbols.
  @inline(never)
  private mutating func emitName<Failure: Error>(
    of text: Span<UInt8>, _ range: Range<Int>,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    let symbols = NameSymbols(around: range, in: text)
    let bytes = 0..<range.count
    if symbols.isEmpty || purpose == .document {
      try emit(scratch.span.extracting(bytes), range, [])
    }
    if !symbols.isEmpty {
      symbols.write(scratch.span.extracting(bytes), to: &spelling)
      try emit(spelling.span, symbols.range, purpose == .document ? .colocated : [])
    }
  }

  /// Reads a word of ASCII letters, digits and two-byte letters into the scratch buffer.
  @inline(never)
  mutating func analyzeLetters<Failure: Error>(
    in text: Span<UInt8>, from start: Int,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    var position = start
    var count = 0
    var isASCII = true
    if !umlauts.isEmpty { umlauts.removeAll(keepingCapacity: true) }
    while position < text.count {
      let letter = letters[text[position]]
      if letter > LetterTable.notASCII {
        if count < WordBuffer.capacity {
          scratch[count] = letter
          count += 1
        }
        position += 1
        continue
      }
      if letter == LetterTable.separator { break }
      guard let folded = twoByteLetter(in: text, at: position) else {
        if endsWord(text, at: position) { break }
        return try analyzeScalars(in: text, from: start, emit)
      }
      isASCII = false
      if count + folded.count > WordBuffer.capacity || word.parts.isEnabled {
        return try analyzeScalars(in: text, from: start, emit)
      }
      scratch[count] = folded.first
      if folded.count > 1 { scratch[count + 1] = folded.second }
      count += folded.count
      position += 2
      if folded.isUmlaut { umlauts.append(count) }
    }
    if !isASCII, position - start > WordBuffer.capacity {
      return try analyzeScalars(in: text, from: start, emit)
    }
    let symbols = NameSymbols(around: start..<position, in: text)
    if symbols.isEmpty || purpose == .document {
      try emit(scratch.span.extracting(0..<count), start..<position, [])
      if !umlauts.isEmpty {
        GermanSpelling.write(scratch.span.extracting(0..<count), umlauts: umlauts, to: &spelling)
        try emit(spelling.span, start..<position, .colocated)
      }
    }
    if !symbols.isEmpty {
      symbols.write(scratch.span.extracting(0..<count), to: &spelling)
      try emit(spelling.span, symbols.range, purpose == .document ? .colocated : [])
    }
    if word.parts.isEnabled {
      if HyphenatedWord.mayEnd(at: start, in: text) {
        try emitJoined(ofASCII: text, start..<position, emit)
      }
      try emitParts(ofASCII: text, start..<position, emit)
    }
    return position
  }

  /// Returns the two-byte letter at an offset; nil if it must be read as a code point.
  @inline(__always)
  func twoByteLetter(in text: Span<UInt8>, at offset: Int) -> TwoByteLetter? {
    let byte = text[offset]
    guard byte >= 0xc2, byte < 0xe0, offset + 1 < text.count, text[offset + 1] & 0xc0 == 0x80
    else { return nil }
    let letter = twoByteLetters[Int(byte & 0x1f) << 6 | Int(text[offset + 1] & 0x3f)]
    return letter.count > 0 ? letter : nil
  }

  /// Whether the code point at an offset ends the word before it without changing the word.
  private func endsWord(_ text: Span<UInt8>, at offset: Int) -> Bool {
    guard let scalar = text.scalar(at: offset).scalar else { return true }
    switch table.entry(of: scalar) {
    case .unchanged(let scalarClass):
      return scalarClass == .separator && scalar != SittaAnalyzer.breakingSpace
        || scalarClass == .ideographic || scalarClass == .dictionary || scalarClass == .symbol
    case .folded(let folding): return folding.kind == .ideographic
    }
  }

  /// Reads text that begins with neither an ASCII character nor a simple two-byte letter.
  mutating func analyzeOtherScripts<Failure: Error>(
    in text: Span<UInt8>, from start: Int,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    let (scalar, length) = text.scalar(at: start)
    guard let scalar, !table.isSeparator(scalar) else { return start + length }
    if let end = try analyzeIdeographs(in: text, from: start, emit) { return end }
    return try analyzeScalars(in: text, from: start, emit)
  }

  /// Reads a run of Han, kana and hangul that has no marks and that folding does not change.
  ///
  /// - Returns: The end offset; nil if the run must be read code point by code point.
  @inline(__always)
  mutating func analyzeIdeographs<Failure: Error>(
    in text: Span<UInt8>, from start: Int,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) -> Int? {
    if findsReadings { return nil }
    var end = start
    while end < text.count, text[end] >= 0xe3 {
      let (scalar, length) = text.scalar(at: end)
      guard let scalar, length == 3, table.isPlainIdeograph(scalar) else { break }
      end += length
    }
    if start == end || !endsRun(text, at: end) { return nil }
    var position = start
    while position + 3 < end {
      try emit(text.extracting(position..<position + 6), position..<position + 6, [])
      position += 3
    }
    let isAlone = position == start
    if purpose == .document {
      try emit(
        text.extracting(position..<end), position..<end, isAlone ? [] : .colocated)
    } else if isAlone {
      try emit(text.extracting(position..<end), position..<end, .prefix)
    }
    return end
  }

  /// Whether the code point at an offset ends the run before it without changing the run.
  private func endsRun(_ text: Span<UInt8>, at offset: Int) -> Bool {
    guard offset < text.count, text[offset] >= 0x80 else { return true }
    guard let scalar = text.scalar(at: offset).scalar else { return true }
    switch table.entry(of: scalar) {
    case .unchanged(let scalarClass):
      return scalarClass == .separator || scalarClass == .word || scalarClass == .dictionary
        || scalarClass == .symbol
    case .folded(let folding): return folding.kind.isWord
    }
  }

  /// Reads a word or a run code point by code point.
  mutating func analyzeScalars<Failure: Error>(
    in text: Span<UInt8>, from start: Int,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    var position = start
    while position < text.count {
      let byte = text[position]
      let letter = letters[byte]
      if letter == LetterTable.separator { break }
      if letter != LetterTable.notASCII {
        if isInUnspacedRun { break }
        word.append(ascii: letter, byte, at: position)
        position += 1
        continue
      }
      if !isInUnspacedRun, let folded = twoByteLetter(in: text, at: position) {
        word.append(folded, at: position)
        position += 2
        continue
      }
      let (scalar, length) = text.scalar(at: position)
      guard let scalar else {
        position += length
        break
      }
      if !word.isEmpty, table.isPlainIdeograph(scalar) { break }
      try read(scalar, from: position..<position + length, emit)
      position += length
      if word.isEmpty, !isInUnspacedRun { break }
    }
    if !word.isEmpty { try endWord(with: NameSymbols(around: word.range, in: text), emit) }
    try endAll(emit)
    return position
  }

  private var isInUnspacedRun: Bool { !run.isEmpty || !dictionaryRun.isEmpty }
}
