/// The named characters of roff.
///
/// Source: the manual pages groff_char(7) and mandoc_char(7).
enum RoffCharacters {
  /// The character of `\(xx` or `\[name]`.
  ///
  /// - Returns: nil for unknown names.
  static func scalar(named name: Span<UInt8>) -> Unicode.Scalar? {
    if let scalar = table[key(name)] { return scalar }
    if name.count >= 5, name[0] == 0x75 { return scalar(digits: name, from: 1, radix: 16) }
    if name.hasBytes("char") { return scalar(digits: name, from: 4, radix: 10) }
    return nil
  }

  /// The character of a number.
  static func scalar(digits: Span<UInt8>, from start: Int, radix: UInt32) -> Unicode.Scalar? {
    var value: UInt32 = 0
    guard start < digits.count, digits.count - start <= 6 else { return nil }
    for index in start..<digits.count {
      guard let digit = digits[index].hexValue, digit < radix else { return nil }
      value = value * radix + UInt32(digit)
    }
    return Unicode.Scalar(value)
  }

  /// Names of up to eight bytes as a number; longer ones do not occur.
  private static func key(_ name: Span<UInt8>) -> UInt64 {
    if name.count > 8 { return 0 }
    var key: UInt64 = 0
    for index in name.indices { key = key << 8 | UInt64(name[index]) }
    return key
  }

  private static let table: [UInt64: Unicode.Scalar] = {
    var table: [UInt64: Unicode.Scalar] = [:]
    for line in names.split(separator: "\n") {
      let words = line.split(separator: " ")
      for index in stride(from: 0, to: words.count - 1, by: 2) {
        table[key(Array(words[index].utf8).span)] = words[index + 1].unicodeScalars.first
      }
    }
    return table
  }()

  private static let names = """
    em — en – hy ‐ bu • ci ○ sq □ lq “ rq ” oq ‘ cq ’ aq ' dq " Bq „ bq ‚ Fo « Fc » fo ‹ fc ›
    co © rg ® tm ™ de ° mu × di ÷ +- ± -> → <- ← <> ↔ ua ↑ da ↓ va ↕ rA ⇒ lA ⇐ hA ⇔ uA ⇑ dA ⇓
    <= ≤ >= ≥ != ≠ == ≡ ne ≢ =~ ≅ ~~ ≈ ~= ≈ ap ∼ |= ≃ no ¬ tno ¬ mi − pl + eq = ti ~ ha ^ ga ` aa ´
    rs \\ ul _ ru _ sl / ba | br │ bb ¦ bv │ at @ sh # Do $ ct ¢ eu € Eu € Po £ Ye ¥ Fn ƒ Cs ¤
    sc § ps ¶ dg † dd ‡ if ∞ is ∫ integral ∫ sum ∑ product ∏ coproduct ∐ gr ∇ sr √ pt ∝ es ∅
    mo ∈ nm ∉ st ∋ sb ⊂ sp ⊃ nb ⊄ nc ⊅ ib ⊆ ip ⊇ ca ∩ cu ∪ /_ ∠ pp ⊥ c* ⊗ c+ ⊕ AN ∧ OR ∨ fa ∀
    te ∃ tf ∴ 3d ∴ pd ∂ Im ℑ Re ℜ wp ℘ Ah ℵ hb ℏ -h ℏ f/ ⁄ 12 ½ 14 ¼ 34 ¾ 18 ⅛ 38 ⅜ 58 ⅝ 78 ⅞
    S1 ¹ S2 ² S3 ³ sd ″ fm ′ mc µ md ⋅ pc · Of ª Om º %0 ‰ OK ✓ lz ◊ CR ↵ an ⎯ r! ¡ r? ¿
    lB [ rB ] lC { rC } la ⟨ ra ⟩ lc ⌈ rc ⌉ lf ⌊ rf ⌋ bracketlefttp ⎡ lh ☜ rh ☞ a^ ˆ a~ ˜ a- ¯
    a" ˝ a. ˙ ac ¸ ad ¨ ah ˇ ao ˚ ho ˛ ab ˘ SP ♠ HE ♥ DI ♦ CL ♣ .i ı .j ȷ ij ĳ IJ Ĳ
    ff ﬀ fi ﬁ fl ﬂ Fi ﬃ Fl ﬄ ss ß AE Æ ae æ OE Œ oe œ -D Ð Sd ð TP Þ Tp þ /L Ł /l ł /O Ø /o ø
    'A Á 'C Ć 'E É 'I Í 'O Ó 'U Ú 'Y Ý 'a á 'c ć 'e é 'i í 'o ó 'u ú 'y ý
    :A Ä :E Ë :I Ï :O Ö :U Ü :Y Ÿ :a ä :e ë :i ï :o ö :u ü :y ÿ
    ^A Â ^E Ê ^I Î ^O Ô ^U Û ^a â ^e ê ^i î ^o ô ^u û `A À `E È `I Ì `O Ò `U Ù
    `a à `e è `i ì `o ò `u ù ~A Ã ~N Ñ ~O Õ ~a ã ~n ñ ~o õ
    vS Š vs š vZ Ž vz ž ,C Ç ,c ç oA Å oa å
    *A Α *B Β *G Γ *D Δ *E Ε *Z Ζ *Y Η *H Θ *I Ι *K Κ *L Λ *M Μ *N Ν *C Ξ *O Ο *P Π *R Ρ *S Σ
    *T Τ *U Υ *F Φ *X Χ *Q Ψ *W Ω *a α *b β *g γ *d δ *e ε *z ζ *y η *h θ *i ι *k κ *l λ *m μ
    *n ν *c ξ *o ο *p π *r ρ *s σ *t τ *u υ *f ϕ *x χ *q ψ *w ω +h ϑ +f φ +p ϖ +e ϵ ts ς
    """
}
