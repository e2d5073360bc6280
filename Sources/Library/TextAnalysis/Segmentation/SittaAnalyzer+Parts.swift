extension SittaAnalyzer {
  /// The offset in the scratch buffer of a name's words with joiners between them; before it is the name.
  private static let joined = 128

  /// Emits the words inside an ASCII name, if it has several; the scratch buffer has its folded form.
  @inline(never)
  mutating func emitParts<Failure: Error>(
    ofASCII text: Span<UInt8>, _ name: Range<Int>,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    guard (1...NameParts.longestName).contains(name.count) else { return }
    let kinds = NameParts.Kinds(ofASCII: text, in: name)
    let starts = NameParts.starts(of: kinds, count: name.count)
    if starts == 0 { return }
    let offset = name.lowerBound
    let parts = NameParts.Ranges(starts: starts, count: name.count)
    // All words are written with joiners between them: each chain of neighbours is one range of the buffer.
    var ends = InlineArray<8, Int>(repeating: 0)
    var count = 0
    if starts.nonzeroBitCount < NameParts.mostChained {
      for part in parts {
        for index in part { scratch[Self.joined + count + index] = scratch[index] }
        scratch[Self.joined + count + part.upperBound] = Self.nameJoiner
        ends[count] = part.upperBound
        count += 1
      }
    }
    var number = 0
    for part in parts {
      let begin = part.lowerBound
      try emit(scratch.span.extracting(part), offset + begin..<offset + part.upperBound, .colocated)
      let first = Self.joined + number + begin
      number += 1
      let last = min(count, number + Self.longestNameChain - 1)
      for next in number..<max(number, last) {
        let end = Self.joined + next + ends[next]
        try emit(
          scratch.span.extracting(first..<end), offset + begin..<offset + ends[next], .colocated)
      }
    }
  }
}

extension NameParts.Kinds {
  /// Finds the kinds of at most 64 ASCII letters and digits.
  ///
  /// A digit lacks the bit 0x40, which all letters have; an uppercase letter lacks the bit 0x20.
  @inline(__always)
  init(ofASCII text: Span<UInt8>, in name: Range<Int>) {
    self.init()
    var index = name.lowerBound
    while index < name.upperBound, index + 8 <= text.count {
      let bytes = ByteBlock(text, at: index).bytes
      let shift = UInt64(index - name.lowerBound)
      let letters = bytes >> 6
      uppercase |= Self.lowestBits(of: letters & ~(bytes >> 5)) << shift
      digits |= Self.lowestBits(of: ~letters) << shift
      index += 8
    }
    let all = UInt64.max >> UInt64(64 - name.count)
    uppercase &= all
    digits &= all
    while index < name.upperBound {
      set(LetterTable.kind(of: text[index]), at: index - name.lowerBound)
      index += 1
    }
  }

  /// Collects the lowest bit of each byte; the bit of the first byte is the lowest.
  @inline(__always)
  private static func lowestBits(of bytes: UInt64) -> UInt64 {
    ((bytes & ByteBlock.ones) &* 0x0102_0408_1020_4080) >> 56
  }
}
