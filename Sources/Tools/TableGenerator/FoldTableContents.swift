/// The class of a code point in the analyzer; the raw values are the same as in `TextAnalysis`.
enum ScalarClass: UInt8, CaseIterable {
  case separator, word, ideographic, dictionary, mark, composingMark, composingWord, jamo,
    symbol

  var isMark: Bool { self == .mark || self == .composingMark }
}

/// A folded text and its kind; the raw values of the kind are the same as in `Folding.Kind`.
struct FoldedText: Hashable {
  enum Kind: UInt8 {
    case word, upper, umlaut, umlautUpper, ideographic, mixed
  }

  var utf8: [UInt8]
  var kind: Kind
}

/// The content of the fold table: an entry for each code point, and the texts that the entries refer to.
struct FoldTableContents {
  var entries: [UInt16] = []
  var foldings: [FoldedText] = []
  var compositions: [(Unicode.Scalar, Unicode.Scalar, Unicode.Scalar)] = []
  var secondParts: Set<Unicode.Scalar> = []

  /// Returns the table in the format that `FoldTable` in `TextAnalysis` reads.
  ///
  /// Integers have a variable length: seven bits a byte, lowest bits first. In order: the number of foldings,
  /// then the kind, length and bytes of each; the number of compositions, then three code points for each;
  /// the block number for each 256 code points, then the entries of all blocks. Both are lists: the number of
  /// values, then runs of (twice the length, plus one if the values rise by one; first value).
  func serialized() -> [UInt8] {
    var blocks: [[UInt16]: UInt16] = [:]
    var blockNumbers: [UInt16] = []
    var values: [UInt16] = []
    for start in stride(from: 0, to: entries.count, by: 256) {
      let block = Array(entries[start..<start + 256])
      let number = blocks[block] ?? UInt16(blocks.count)
      if blocks.updateValue(number, forKey: block) == nil { values += block }
      blockNumbers.append(number)
    }
    var writer = VariableLengthWriter()
    writer.append(foldings.count)
    for folding in foldings {
      writer.append(Int(folding.kind.rawValue))
      writer.append(folding.utf8.count)
      writer.bytes += folding.utf8
    }
    writer.append(compositions.count)
    for (base, mark, composed) in compositions {
      for scalar in [base, mark, composed] { writer.append(Int(scalar.value)) }
    }
    writer.append(runs: blockNumbers)
    writer.append(runs: values)
    return writer.bytes
  }
}
