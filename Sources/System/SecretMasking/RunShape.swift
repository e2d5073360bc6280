/// The kinds of characters in a run: keys change between letters, digits and capitals more often
/// than words do.
struct RunShape {
  private(set) var count = 0
  private(set) var digits = 0
  private(set) var small = 0
  private(set) var capitals = 0
  private(set) var others = 0
  /// How often a character is of another class than the one before it.
  private(set) var changes = 0
  /// Whether all letters are digits of hexadecimal numbers.
  private(set) var isHex = true
  /// Whether all characters are the same.
  private(set) var isUniform = true

  init(_ run: ArraySlice<UInt8>) {
    var last = -1
    for byte in run {
      let kind =
        byte.isDigit ? 0 : byte.isSmall ? 1 : byte.isCapital ? 2 : 3
      switch kind {
      case 0: digits += 1
      case 1: small += 1
      case 2: capitals += 1
      default: others += 1
      }
      if last >= 0, kind != last { changes += 1 }
      if !byte.isHexDigit { isHex = false }
      if byte != run[run.startIndex] { isUniform = false }
      last = kind
      count += 1
    }
  }

  var letters: Int { small + capitals }

  /// Whether the characters look as if they were drawn by lot; never for less than 16.
  var isRandom: Bool {
    if count < 16 || isUniform { return false }
    if digits > 0, small > 0, capitals > 0 { return changes * 100 >= 38 * (count - 1) }
    if digits == 0 { return small > 0 && capitals > 0 && changes * 100 >= 42 * (count - 1) }
    return letters > 0 && digits * 10 >= count && changes * 100 >= 20 * (count - 1)
  }

  /// Whether it has the letters of both cases and the digits of a key, without a word in it.
  var isRandomInThreeClasses: Bool {
    digits > 0 && small > 0 && capitals > 0 && !isUniform && changes * 100 >= 45 * (count - 1)
      && digits * 25 >= count
  }

  /// Whether a value beside a name such as `token` is one: letters and digits that are no words.
  var isKeyLike: Bool {
    if count < 8 || isUniform { return false }
    if isRandom || isMixedCase { return true }
    if others == 0, count >= 24, digits > 0, letters > 0, changes >= 4 { return true }
    return count < 24 && digits > 0 && letters > 0 && changes >= 2
      || isHex && count >= 16 && digits > 0 && letters > 0
  }

  /// Whether it has letters only, of both cases as if drawn by lot.
  var isMixedCase: Bool {
    count >= 8 && small > 0 && capitals > 0 && digits == 0 && others == 0
      && changes * 100 >= 40 * (count - 1)
  }

  /// Whether it has letters of both cases, and more capitals than a word of a language or a name has.
  var isUnevenCase: Bool {
    isMixedCase
      || count >= 10 && small >= 3 && capitals >= 3 && digits == 0 && others == 0 && changes >= 2
  }

  /// Whether it has letters beside other characters, or letters of both cases in a random order.
  ///
  /// Then it is no word of a sentence.
  var isMixed: Bool { digits > 0 && letters > 0 || others > 0 && letters > 0 || isMixedCase }
}
