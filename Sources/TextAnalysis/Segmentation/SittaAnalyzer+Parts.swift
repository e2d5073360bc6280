extension SittaAnalyzer {
  /// Where the scratch buffer has the words of a name with joiners between them; before it is the name.
  private static let joined = 128

  /// Emits the words inside an ASCII name, which is folded in the scratch buffer, if there are several.
  @inline(never)
  mutating func emitParts<Failure: Error>(
    ofASCII text: Span<UInt8>, _ name: Range<Int>,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    guard (1...NameParts.longestName).contains(name.count) else { return }
    let kinds = NameParts.Kinds(ofASCII: text, in: name)
    var starts = NameParts.starts(of: kinds, count: name.count)
    if starts == 0 { return }
    let offset = name.lowerBound
    guard starts.nonzeroBitCount < NameParts.mostChained else {
      var begin = 0
      while begin < name.count {
        let end = starts == 0 ? name.count : starts.trailingZeroBitCount
        starts &= starts &- 1
        try emit(
          scratch.span.extracting(begin..<end), offset + begin..<offset + end, .colocated)
        begin = end
      }
      return
    }
    // Every chain is a piece of all the words with joiners between them.
    var ends = InlineArray<8, Int>(repeating: 0)
    var (begin, count) = (0, 0)
    while begin < name.count {
      let end = starts == 0 ? name.count : starts.trailingZeroBitCount
      starts &= starts &- 1
      for index in begin..<end { scratch[Self.joined + count + index] = scratch[index] }
      scratch[Self.joined + count + end] = Self.nameJoiner
      ends[count] = end
      count += 1
      begin = end
    }
    begin = 0
    for number in 0..<count {
      let end = ends[number]
      try emit(scratch.span.extracting(begin..<end), offset + begin..<offset + end, .colocated)
      let first = Self.joined + number + begin
      for next in number + 1..<min(count, number + Self.longestNameChain) {
        let last = Self.joined + next + ends[next]
        try emit(
          scratch.span.extracting(first..<last), offset + begin..<offset + ends[next], .colocated)
      }
      begin = end
    }
  }
}

extension NameParts.Kinds {
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// The kinds of at most 64 letters and digits of ASCII.
  ///
  /// A digit has neither the bit 0x40 nor a letter's case, and an uppercase letter lacks the bit 0x20.
  @inline(__always)
  init(ofASCII text: Span<UInt8>, in name: Range<Int>) {
    self.init()
    var index = name.lowerBound
    while index < name.upperBound, index + 8 <= text.count {
      let bytes = unsafe text.bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: index, as: UInt64.self)
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

  /// The lowest bit of each byte, that of the first byte first.
  @inline(__always)
  private static func lowestBits(of bytes: UInt64) -> UInt64 {
    ((bytes & ones) &* 0x0102_0408_1020_4080) >> 56
  }
}
