/// A full stop and the word before it, which may be an abbreviation.
struct Abbreviation {
  /// Whether the full stop probably does not end a sentence.
  let isLikely: Bool

  /// The most bytes of an abbreviation.
  private static let longest = 12

  private static let known: Set<String> = [
    "mr", "mrs", "ms", "dr", "prof", "st", "jr", "sr", "rev", "gen", "col", "capt", "lt", "sgt",
    "vs", "cf", "fig", "figs", "eq", "eqs", "sec", "ch", "vol", "vols", "pp", "ed", "eds", "no",
    "nos", "approx", "al", "inc", "ltd", "co", "corp", "dept", "est", "ca", "nr", "abs", "art",
    "bzw", "vgl", "ggf", "evtl", "str", "tel", "hr", "fr", "hrsg", "bd", "sog", "max", "min", "mme",
    "mlle", "sig", "sra", "dra", "ing", "av", "op", "cit", "ibid", "viz", "esp", "incl", "resp",
  ]

  /// Examines the word before a full stop.
  init(endingAt stop: Int, in text: Span<UInt8>) {
    var start = stop
    var (letters, digits, stops) = (0, 0, 0)
    while start > 0, stop - start <= Self.longest {
      let byte = text[start - 1]
      switch byte {
      case UInt8(ascii: "."): stops += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0xc0...:
        letters += 1
      case 0x80...0xbf: break
      default:
        self.init(text, start..<stop, (letters, digits, stops))
        return
      }
      start -= 1
    }
    self.init(text, start..<stop, (letters, digits, stops))
  }

  private init(
    _ text: Span<UInt8>, _ word: Range<Int>, _ count: (letters: Int, digits: Int, stops: Int)
  ) {
    if word.isEmpty || word.count > Self.longest || text[word.lowerBound] == UInt8(ascii: ".") {
      isLikely = false
    } else if count.letters == 0 {
      // A number: of a list item or heading, or a German ordinal.
      let isFirst = word.lowerBound == 0 || text[word.lowerBound - 1] == 0x0a
      isLikely = count.digits <= 2 && count.stops == 0 || isFirst
    } else if count.stops > 0 {
      // "e.g", "z.B" and "U.S" are abbreviations; "sitta.conf" is not, and "p.m." often ends a sentence.
      isLikely =
        count.digits == 0 && count.letters <= 2 * (count.stops + 1)
        && !["a.m", "p.m"].contains(text.lowercaseASCII(in: word))
    } else {
      isLikely =
        count.letters == 1 && count.digits == 0
        || Self.known.contains(text.lowercaseASCII(in: word))
    }
  }
}
