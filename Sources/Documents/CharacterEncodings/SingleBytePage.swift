/// A single-byte encoding whose lower half is ASCII.
struct SingleBytePage {
  let encoding: CharacterEncoding
  /// The characters of the bytes 0x80 to 0xff, each as UTF-8.
  private let upperHalf: [[UInt8]]
  private let kinds: [CharacterKind]

  /// Loads the page of an encoding; nil if it is not a single-byte encoding.
  init?(_ encoding: CharacterEncoding) {
    if encoding.isMultibyte { return nil }
    guard let converter = Converter(encoding.name) else { return nil }
    let bytes = (UInt8(0x80)...0xff).map(\.self)
    var text: [UInt8] = []
    _ = converter.decode(bytes.span, limit: .max, into: &text)
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    if scalars.count != bytes.count { return nil }
    self.encoding = encoding
    upperHalf = scalars.map { Array(String($0).utf8) }
    kinds =
      (UInt8(0)..<0x80).map { CharacterKind(Unicode.Scalar($0)) }
      + scalars.map { CharacterKind($0) }
  }

  /// Decodes bytes; unlike some of ICU's converters, it leaves control characters as they are.
  ///
  /// - Returns: the number of bytes that were decoded.
  func decode(_ bytes: Span<UInt8>, limit: Int, into text: inout [UInt8]) -> Int {
    for index in bytes.indices {
      if text.count >= limit { return index }
      if bytes[index] < 0x80 {
        text.append(bytes[index])
      } else {
        text.append(contentsOf: upperHalf[Int(bytes[index]) - 0x80])
      }
    }
    return bytes.count
  }

  /// Returns how unlikely the bytes from 0x80 on are in this page, about in bits.
  ///
  /// O(bytes). Letters are likely beside letters of the same script in fitting case, signs between words.
  /// Pass false as `hasFrames` for names: frames and lines then cost more, because names contain none.
  func cost(of bytes: Span<UInt8>, hasFrames: Bool = true) -> Int {
    var sum = 0
    for index in bytes.indices where bytes[index] >= 0x80 {
      if !hasFrames, kinds[Int(bytes[index])].isDrawing {
        sum += 14
        continue
      }
      sum += cost(
        kinds[Int(bytes[index])], after: index > 0 ? kinds[Int(bytes[index - 1])] : .blank,
        before: index + 1 < bytes.count ? kinds[Int(bytes[index + 1])] : .blank)
      let isTripled =
        index > 1 && bytes[index - 1] == bytes[index] && bytes[index - 2] == bytes[index]
      if isTripled, kinds[Int(bytes[index])].isLetter { sum += 8 }
      if index > 1, kinds[Int(bytes[index])].isLower, kinds[Int(bytes[index - 1])].isUpper,
        kinds[Int(bytes[index - 2])].isUpper
      {
        sum += 4
      }
    }
    return sum
  }

  private func cost(
    _ kind: CharacterKind, after former: CharacterKind, before next: CharacterKind
  ) -> Int {
    let isInside = former.isLetter && next.isLetter
    let isAlone = !former.isLetter && !next.isLetter
    switch kind.class {
    case .lower, .upper, .caseless:
      var cost = kind.cost + (isAlone ? 3 : 0)
      for neighbour in [former, next] where neighbour.isLetter && neighbour.script != kind.script {
        cost += 8
      }
      if kind.isUpper, former.isLower { cost += 10 }
      if kind.isUpper, former.isUpper, next.isLower { cost += 6 }
      if kind.isLower, next.isUpper { cost += 6 }
      return cost
    case .quote: return isInside ? 14 : kind.cost
    case .opening: return former.isLetter ? 14 : kind.cost + (next.isBlank ? 3 : 0)
    case .closing: return next.isLetter ? 14 : kind.cost
    case .apostrophe: return kind.cost
    case .dash: return isInside ? 8 : kind.cost
    case .line: return former == kind || next == kind ? 1 : isAlone ? kind.cost : 14
    case .frame:
      let isFramed = former.class == .line || next.class == .line || former.isBlank && next.isBlank
      return isFramed ? 2 : isAlone ? kind.cost : 14
    case .symbol: return isInside ? 14 : kind.cost + (kind.cost == 9 && !isAlone ? 3 : 0)
    case .blank: return isInside ? 9 : kind.cost
    case .invalid, .asciiLetter, .otherASCII: return kind.cost
    }
  }
}
