extension SittaAnalyzer {
  /// Reads a word that begins with an ASCII letter or digit; small letters are not even copied.
  @inline(__always)
  mutating func analyzeASCIIWord<Failure: Error>(
    in text: Span<UInt8>, from start: Int,
    _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    var position = start
    var lowest = UInt8.max
    while position < text.count, letters.isSame(text[position]) {
      lowest = min(lowest, text[position])
      position += 1
    }
    var next = position < text.count ? letters[text[position]] : LetterTable.separator
    if next == LetterTable.separator {
      let bytes = start..<min(position, start + WordBuffer.capacity)
      try accept(text.extracting(bytes), start..<position, [])
      if word.parts.isEnabled, lowest < UInt8(ascii: "A") {
        try acceptParts(of: text, start..<position, text.extracting(bytes), accept)
      }
      return position
    }
    if next == LetterTable.notASCII { return try analyzeScalars(in: text, from: start, accept) }
    position = start
    next = letters[text[start]]
    var count = 0
    while next > LetterTable.notASCII {
      if count < WordBuffer.capacity {
        scratch[count] = next
        count += 1
      }
      position += 1
      next = position < text.count ? letters[text[position]] : LetterTable.separator
    }
    if next == LetterTable.notASCII { return try analyzeScalars(in: text, from: start, accept) }
    try accept(scratch.span.extracting(0..<count), start..<position, [])
    if word.parts.isEnabled {
      try acceptParts(of: text, start..<position, scratch.span.extracting(0..<count), accept)
    }
    return position
  }

  /// Hands over the words inside an ASCII name, if there are several.
  private func acceptParts<Failure: Error>(
    of text: Span<UInt8>, _ name: Range<Int>, _ folded: Span<UInt8>,
    _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    let start = name.lowerBound
    if name.count > NameParts.longestName { return }
    if letters.areSmall(text, in: start + 1..<name.upperBound) { return }
    var partStart = 0
    for index in 1..<name.count {
      // Most characters are small letters, and no word begins there.
      if text[start + index] >= UInt8(ascii: "a"), text[start + index - 1] >= UInt8(ascii: "A") {
        continue
      }
      let isBoundary = NameParts.isBoundary(index, count: name.count) {
        LetterTable.kind(of: text[start + $0])
      }
      guard isBoundary else { continue }
      try accept(
        folded.extracting(partStart..<index), start + partStart..<start + index, .colocated)
      partStart = index
    }
    if partStart > 0 {
      try accept(
        folded.extracting(partStart..<name.count), start + partStart..<name.upperBound, .colocated)
    }
  }

  /// Reads a run of Han, kana and hangul whose characters stay as they are and take no marks.
  ///
  /// - Returns: Where the run ends; nil where it must be read code point by code point.
  @inline(__always)
  mutating func analyzeIdeographs<Failure: Error>(
    in text: Span<UInt8>, from start: Int,
    _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
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
      try accept(text.extracting(position..<position + 6), position..<position + 6, [])
      position += 3
    }
    let isAlone = position == start
    if purpose == .document {
      try accept(
        text.extracting(position..<end), position..<end, isAlone ? [] : .colocated)
    } else if isAlone {
      try accept(text.extracting(position..<end), position..<end, .prefix)
    }
    return end
  }

  /// Whether what stands at an offset neither belongs to the run before it nor changes it.
  private func endsRun(_ text: Span<UInt8>, at offset: Int) -> Bool {
    guard offset < text.count, text[offset] >= 0x80 else { return true }
    guard let scalar = text.scalar(at: offset).scalar else { return true }
    switch table.entry(of: scalar) {
    case .same(let scalarClass):
      return scalarClass == .separator || scalarClass == .word || scalarClass == .dictionary
    case .folded(let folding): return folding.kind.isWord
    }
  }

  /// Reads a word or a run code point by code point.
  mutating func analyzeScalars<Failure: Error>(
    in text: Span<UInt8>, from start: Int,
    _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
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
      let (scalar, length) = text.scalar(at: position)
      if length == 2, let scalar, !isInUnspacedRun {
        let letter = twoByteLetters[Int(scalar.value)]
        if letter.count > 0 {
          word.append(letter, at: position)
          position += 2
          continue
        }
      }
      guard let scalar else {
        position += length
        break
      }
      if !word.isEmpty, table.isPlainIdeograph(scalar) { break }
      try read(scalar, from: position..<position + length, accept)
      position += length
      if word.isEmpty, !isInUnspacedRun { break }
    }
    try endAll(accept)
    return position
  }

  private var isInUnspacedRun: Bool { !run.isEmpty || !dictionaryRun.isEmpty }
}
