/// Decodes header fields with encoded words (RFC 2047) among other text.
enum MailEncodedWords {
  /// Bytes in one charset; successive encoded words share a run, because some writers split a character
  /// between two words.
  private struct Run {
    var charset: String?
    var isEncoded: Bool
    var bytes: [UInt8]
  }

  /// Decodes the value of a field.
  ///
  /// Also decodes encoded words in wrong places: beside other text, in quotation marks, and with blanks
  /// inside. O(bytes).
  ///
  /// - Parameters:
  ///   - value: the value without line breaks.
  ///   - charset: the charset of other bytes outside encoded words than ASCII and UTF-8.
  /// - Returns: valid UTF-8 with single spaces between words, without blanks at both ends.
  static func decode(_ value: [UInt8], charset: String?) -> [UInt8] {
    var text: [UInt8] = []
    for run in runs(of: value.span) {
      if run.isEncoded {
        text += MailCharset.decode(run.bytes, label: run.charset)
      } else if run.bytes.span.indices.contains(where: { run.bytes[$0] >= 0x80 }),
        (try? UTF8Span(validating: run.bytes.span)) == nil
      {
        text += MailCharset.decode(run.bytes, label: charset)
      } else {
        text += MailCharset.decode(run.bytes, label: nil)
      }
    }
    return text.span.collapsed()
  }

  private static func runs(of value: Span<UInt8>) -> [Run] {
    var runs: [Run] = []
    var (start, index) = (0, 0)
    // False once no "?=" follows: there are no more encoded words.
    var hasEnd = true
    while index + 1 < value.count {
      guard value[index] == 0x3d, value[index + 1] == 0x3f, hasEnd else {
        index += 1
        continue
      }
      guard let word = word(in: value, at: index, hasEnd: &hasEnd) else {
        index += 2
        continue
      }
      append(value, start..<index, to: &runs)
      append(word.run, to: &runs)
      index = word.end
      start = index
    }
    append(value, start..<value.count, to: &runs)
    return runs
  }

  /// Appends text outside encoded words; drops blanks between two encoded words.
  private static func append(_ value: Span<UInt8>, _ range: Range<Int>, to runs: inout [Run]) {
    if range.isEmpty { return }
    let isBlank = range.allSatisfy { value[$0] == 0x20 || value[$0] == 0x09 }
    if isBlank, range.upperBound < value.count, runs.last?.isEncoded == true { return }
    runs.append(Run(charset: nil, isEncoded: false, bytes: value.extracting(range).copied()))
  }

  private static func append(_ run: Run, to runs: inout [Run]) {
    let last = runs.count - 1
    // Words in ISO 2022 are not joined: each begins and ends in ASCII, and ICU rejects an empty run between two.
    let isJoined = run.charset?.hasPrefix("iso-2022") == false
    if isJoined, last >= 0, runs[last].isEncoded, runs[last].charset == run.charset {
      runs[last].bytes += run.bytes
    } else {
      runs.append(run)
    }
  }

  /// Reads an encoded word, `=?charset*language?B-or-Q?text?=`; nil if there is none.
  private static func word(
    in value: Span<UInt8>, at start: Int, hasEnd: inout Bool
  ) -> (run: Run, end: Int)? {
    var index = start + 2
    let charsetStart = index
    // The limit is generous: RFC 2047 allows 75 bytes for the whole encoded word.
    while index < value.count, index - charsetStart < 64, value[index] > 0x20, value[index] != 0x3f
    {
      index += 1
    }
    var charsetEnd = charsetStart
    while charsetEnd < index, value[charsetEnd] != 0x2a { charsetEnd += 1 }
    guard index + 2 < value.count, value[index] == 0x3f, value[index + 2] == 0x3f,
      charsetEnd > charsetStart
    else { return nil }
    let method = value[index + 1].lowercased
    guard method == 0x62 || method == 0x71 else { return nil }
    let textStart = index + 3
    index = textStart
    while index + 1 < value.count, value[index] != 0x3f || value[index + 1] != 0x3d { index += 1 }
    guard index + 1 < value.count else {
      hasEnd = false
      return nil
    }
    let text = textStart..<index
    let charset = MailLines.lowercased(value, charsetStart..<charsetEnd)
    let bytes = method == 0x62 ? MailBase64.decode(value, text) : decodeQ(value, text)
    return (Run(charset: charset, isEncoded: true, bytes: bytes), index + 2)
  }

  private static func decodeQ(_ value: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    let text = range.map { value[$0] == 0x5f ? 0x20 : value[$0] }
    return text.span.decodingEscapes(after: 0x3d)
  }
}
