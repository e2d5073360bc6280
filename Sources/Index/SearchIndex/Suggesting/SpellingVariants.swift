/// Groups of letters that are often written for each other because they sound alike.
struct SpellingVariants: Sendable {
  /// Two groups of letters.
  struct Pair: Sendable {
    let typed: [Unicode.Scalar]
    let intended: [Unicode.Scalar]
  }

  /// The shared table.
  static let shared = SpellingVariants()

  /// Pairs of groups of which one may be written for the other, with semicolons between them.
  private static let groups = """
    ph f; ck k; ck c; qu kw; x ks; x cs; x cks; gh g; wh w; sc s; tch ch; dge ge; ght t; kn n
    gn n; ps s; mb m; rh r; th t; sch sh; ti si; ti ci; ci si; ch k; ch sh; cc ks; au aw; ou u
    ea e; ee e; ea ee; oo u; ai a; ae e; oe e; ie i; ei i; ue u; eo o; eu u; io o; ue oo; ous us
    ious eous; our or; er re; er or; er ar; or ar; le el; al el; al le; il le; ary ery
    ible able; ence ance; ency ancy; ent ant; ly ally; ley ly; eable able; ise ize; yze ise
    ei ie; oa o; y ie; ys ies; y ey; dg g; ff ph; pt t; mn m; ui u; augh af; sede cede; ceed cede
    s ss; ss sz; ies ys
    αι ε; ει ι; οι ι; υι ι; ει η; οι υ; αυ αβ; ευ εβ; γγ γκ
    тся ться; жы жи; шы ши; нн н; сс с; ого ово; его ево; зд з; стн сн; сч щ; йо е; ьо е
    """

  private static let vowels = "aeiouyаеиоуыэюяйіїєαεηιουω"

  /// Each word consists of letters that sound alike.
  private static let alike = """
    ckq csz yi gj vw vf dt bp mn ij
    иые ао эе бп дт зс гк вф жш ьъ мн
    ιηυ οω
    """

  /// For each letter, the pairs whose first group ends in it.
  private let pairs: [[Pair]]
  private let letters: LetterPairs
  /// Each vowel with itself.
  private let vowels: LetterPairs

  private init() {
    var pairs = [[Pair]](repeating: [], count: LetterPairs.letterCount)
    let groups = Self.groups.split { $0 == ";" || $0 == "\n" }.map { group in
      group.split(separator: " ").map { Array($0.unicodeScalars) }
    }
    for group in groups where group.count == 2 {
      for (typed, intended) in [(group[0], group[1]), (group[1], group[0])] {
        guard let last = typed.last.flatMap(LetterPairs.number) else { continue }
        pairs[last].append(Pair(typed: typed, intended: intended))
      }
    }
    self.pairs = pairs
    var letters = LetterPairs()
    for group in Self.alike.split(whereSeparator: \.isWhitespace) {
      for left in group.unicodeScalars {
        for right in group.unicodeScalars where left != right { letters.insert(left, right) }
      }
    }
    self.letters = letters
    var vowels = LetterPairs()
    for vowel in Self.vowels.unicodeScalars { vowels.insert(vowel, vowel) }
    self.vowels = vowels
  }

  /// For each number of letters at the beginning of a word, the pairs whose first group they end in.
  func pairs(in typed: [Unicode.Scalar]) -> [[Pair]] {
    [[]]
      + typed.indices.map { position in
        guard let last = LetterPairs.number(of: typed[position]) else { return [] }
        return pairs[last].filter { typed[...position].ends(with: $0.typed) }
      }
  }

  /// Whether two letters sound alike.
  func areAlike(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
    letters.contains(left, right)
  }

  /// Whether it is a vowel.
  func isVowel(_ letter: Unicode.Scalar) -> Bool { vowels.contains(letter, letter) }
}
