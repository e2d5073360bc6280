/// Counts the kinds of characters in a run; a key changes more often between letters, digits and capitals
/// than a word.
struct RunShape {
  private(set) var count = 0
  private(set) var digits = 0
  private(set) var small = 0
  private(set) var capitals = 0
  private(set) var others = 0
  /// How often a character is of another kind than the character before it.
  private(set) var changes = 0
  /// Whether all characters are hexadecimal digits.
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

  /// Whether the characters look random; always false for fewer than 16.
  var isRandom: Bool {
    if count < 16 || isUniform { return false }
    if digits > 0, small > 0, capitals > 0 { return changes * 100 >= 38 * (count - 1) }
    if digits == 0 { return small > 0 && capitals > 0 && changes * 100 >= 42 * (count - 1) }
    return letters > 0 && digits * 10 >= count && changes * 100 >= 20 * (count - 1)
  }

  /// Whether small letters, capitals and digits alternate so often that the run contains no words.
  var isRandomInThreeClasses: Bool {
    digits > 0 && small > 0 && capitals > 0 && !isUniform && changes * 100 >= 45 * (count - 1)
      && digits * 25 >= count
  }

  /// Whether the run looks like the value of a name such as `token`: letters and digits, but no words.
  var isKeyLike: Bool {
    if count < 8 || isUniform { return false }
    if isRandom || isMixedCase { return true }
    if others == 0, count >= 24, digits > 0, letters > 0, changes >= 4 { return true }
    return count < 24 && digits > 0 && letters > 0 && changes >= 2
      || isHex && count >= 16 && digits > 0 && letters > 0
  }

  /// Whether there are only letters, and small letters and capitals alternate as if at random.
  var isMixedCase: Bool {
    count >= 8 && small > 0 && capitals > 0 && digits == 0 && others == 0
      && changes * 100 >= 40 * (count - 1)
  }

  /// Whether there are only letters, with more capitals inside than words and names have.
  var isUnevenCase: Bool {
    isMixedCase
      || count >= 10 && small >= 3 && capitals >= 3 && digits == 0 && others == 0 && changes >= 2
  }

  /// Whether there are letters beside other characters, or small letters and capitals in random order.
  ///
  /// Such a run is not a word of a sentence.
  var isMixed: Bool { digits > 0 && letters > 0 || others > 0 && letters > 0 || isMixedCase }
}
