extension Stemmer {
  /// An identifier that differs between versions of the stemmers that give different stems.
  ///
  /// It is computed from the stems of some hundred forms in each language. An index whose stems have another one
  /// loses hits: its words have stems that queries do not have.
  public static let fingerprint: String = {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    for language in languages.sorted() {
      add(language.utf8)
      guard var stemmer = try? Stemmer(language: language) else { continue }
      for word in forms(of: language) {
        var stem: [UInt8] = []
        _ = stemmer.stem(of: word.utf8.span, into: &stem)
        add(stem + [0])
      }
    }
    return String(hash, radix: 16)
  }()

  /// Words of a language, as far as endings make them: each of some stems with each of some endings.
  static func forms(of language: String) -> [String] {
    let script = scripts.first { $0.languages.contains(language) } ?? latin
    return script.words
      + script.stems.flatMap { stem in script.endings.map { ending in stem + ending } }
  }

  private struct Script {
    let languages: Set<String>
    let stems: [String]
    let endings: [String]
    let words: [String]

    init(_ languages: Set<String>, _ stems: String, _ endings: String, words: String = "") {
      self.languages = languages
      self.stems = stems.split(separator: " ").map(String.init)
      self.endings = [""] + endings.split(separator: " ").map(String.init)
      self.words = words.split(separator: " ").map(String.init)
    }
  }

  private static let latin = Script(
    [], "organ libr log haus",
    """
    s es ed er est ing ings ly al ally ial ially ional ionally ize ized izing ization isation ise iser able ible ably \
    ment ments ness ful fully less ous ously ive ively ity ities ance ence ant ent ist ists ism ic ical ically y ies \
    ied ogy ogist logi e en em ern n heit heiten keit ung ungen lich licher isch ige ig bar sam schaft chen lein ste \
    ement ements ation ations ateur atrice ique iques isme iste eur euse eux ement amment emment erait eront aient \
    ions iez ais ait ir irent issant a as o os i amente mente idad idades aciones acion ador adora ando iendo ara \
    aron ado ada idos arse irse zione zioni amento evole abile ato ata uto uta ando endo erebbe assero issimo \
    heden elijk ing baar je jes aren het ernas ande ade arna orna het erne ene else lla lta sta ssa ksi mme nne \
    nsa kin ko lar ler dan den ımız lik ului ilor atea ează ului ban ben nak nek val vel ig kent kint
    """,
    words: """
      organize organise internationally international geologist geology evening inning innings paste pasted universe \
      university news skies dying lying tying arzte arztin frauen mutter hauser kinder gelaufen running ran \
      polonaise irlandaises senegalaise niais epoux bijoux versandet spurtet verteidigerin filmemacherin stattfandet \
      trappsteget indexet lingonets invers munkers urologist laterally offed vying interment internally interstate \
      moters paneriai dauderiai apareți apareti expurgați expurgati depozițiune ingrosasesi tractatie inwonertallen \
      yearly hopefully relational conditional rational valency hesitancy digitizer conformably radically differently
      """)

  private static let scripts = [
    Script(
      ["irish"], "leabhar foghlaim beannacht scol bail",
      """
      acht achta achtai ach ann anna annai aire airi aiocht ail eacht eachta each eir eoir eoiri inn inne oir oireacht \
      aim aimid adh tear fidh tar
      """,
      words:
        "bhfear gcapall dtir mbaile ngort bpaiste shuil thig fhear bhaile na hoiche mhuinteoireacht"
    ),
    Script(
      ["russian"], "книг рабоч город чита дом говор красн",
      """
      а ы е у ой ою ам ами ах и я ю ей ий ый ая ое ые ого ему ыми ть л ла ло ли ешь ет ем ете ют ал ала али ил ила ить \
      ишь ит ят ся сь вши вшись ость остью ейше ий ии ия иями ющий нн нный
      """, words: "международный объявление журналистика россиянин всё ещё учёный подъезд"),
    Script(
      ["greek"], "βιβλι ανθρωπ γραφ σπιτ δρομ",
      "ο α ου ων οι ος ε ους η ες εις ω ουμε ετε ουν ησα ηκα ηθηκα ικος ικη ισμος ιστης οτητα ακι αδες ματα ματων"
    ),
    Script(
      ["arabic"], "كتاب درس علم مسلم جميل", "ه ها هم ك كم ي نا ات ون ين ان ة تي وا ت",
      words:
        "الكتاب والكتاب بالكتاب للكتاب وكتابه يدرسون تدرسين سيدرس فالعلم مكتبة المدرسة المعلمون"),
    Script(
      ["hindi", "nepali"], "किताब लड़क घर काम", "ा े ी ों ियाँ ियों ता ते ती ना ने कर ाएगा ूँगा हरू को मा ले लाई बाट का की"),
    Script(["tamil"], "மரம் வீடு பள்ளி", "கள் களை ஐ இல் ஆல் க்கு உடன் இன் ஆக"),
    Script(["armenian"], "գիրք տուն մարդ", "ը ի ով ից եր ներ երի ում ական ություն"),
    Script(["yiddish"], "בוך הויז שרייב", "ער ן ט סט ט ונג לעך קייט ען"),
  ]
}
