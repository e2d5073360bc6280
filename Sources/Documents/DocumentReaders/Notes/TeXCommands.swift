/// How the reader treats the commands of TeX and LaTeX.
enum TeXCommands {
  /// For each command whose arguments in braces are not text: how many it has.
  static let dropped: [String: Int] = {
    var counts: [String: Int] = [:]
    for (count, names) in [1: one, 2: two, 3: three] {
      for name in names.split(separator: " ") { counts[String(name)] = count }
    }
    return counts
  }()

  private static let one = """
    label ref pageref eqref autoref cref Cref nameref vref cite citep citet citealp citeauthor \
    citeyear parencite textcite footcite nocite usepackage documentclass documentstyle RequirePackage \
    includegraphics input include includeonly bibliography bibliographystyle addbibresource vspace \
    hspace pagestyle thispagestyle pagenumbering hypersetup color pagecolor index glossary \
    hyphenation lstset geometry usetheme usecolortheme usetikzlibrary graphicspath phantom hphantom \
    vphantom selectlanguage thanks newcounter stepcounter refstepcounter value arabic roman \
    newlength usefont lstinputlisting verbatiminput cline cmidrule hskip vskip kern bibitem tag \
    ProvidesPackage ProvidesClass NeedsTeXFormat newif DeclareOption ExecuteOptions setmainfont \
    setsansfont setmonofont frenchspacing rowcolor columncolor cellcolor inputencoding fontencoding \
    fontfamily fontseries fontshape makeatletter gls acrshort tikzset sisetup captionsetup
    """
  private static let two = """
    setlength addtolength setcounter addtocounter newcommand renewcommand providecommand \
    DeclareMathOperator rule fontsize definecolorset newtheorem raisebox resizebox scalebox \
    DeclareRobustCommand setbeamertemplate setbeamercolor setbeamerfont addtokomafont \
    newcolumntype numberwithin settowidth markboth
    """
  private static let three = """
    newenvironment renewenvironment definecolor addcontentsline titleformat titlespacing \
    DeclareGraphicsRule
    """

  /// Commands whose first argument is not text, but whose next argument is.
  static let droppedFirst: Set<String> = [
    "textcolor", "colorbox", "href", "parbox", "makebox", "framebox", "foreignlanguage",
    "multicolumn", "multirow", "hyperref", "hyperlink", "hypertarget", "scalebox", "raisebox",
    "resizebox",
  ]

  /// Commands whose argument is text without further commands.
  static let literal: Set<String> = ["url", "path", "nolinkurl"]

  /// Environments whose content is text without commands.
  static let verbatim: Set<String> = [
    "verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "alltt", "filecontents",
  ]

  /// For each environment whose arguments are not text: how many it has.
  static let environments = [
    "tabular": 1, "tabular*": 2, "tabularx": 2, "longtable": 1, "array": 1, "minipage": 1,
    "multicols": 1, "thebibliography": 1, "wrapfigure": 2, "list": 2, "adjustwidth": 2,
    "minted": 1, "alignat": 1, "spacing": 1, "textblock": 1, "otherlanguage": 1, "column": 1,
  ]

  /// Commands that print fixed characters.
  static let symbols: [String: String] = [
    "ss": "ß", "SS": "ẞ", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø",
    "aa": "å", "AA": "Å", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "th": "þ", "TH": "Þ",
    "dh": "ð", "DH": "Ð", "dj": "đ", "DJ": "Đ", "LaTeX": "LaTeX", "TeX": "TeX", "LaTeXe": "LaTeX2e",
    "BibTeX": "BibTeX", "XeTeX": "XeTeX", "LuaTeX": "LuaTeX", "ldots": "…", "dots": "…", "S": "§",
    "P": "¶", "copyright": "©", "textcopyright": "©", "textregistered": "®", "texttrademark": "™",
    "pounds": "£", "textsterling": "£", "euro": "€", "texteuro": "€", "EUR": "€",
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textunderscore": "_",
    "textless": "<", "textgreater": ">", "textbar": "|", "textbullet": "•", "textdegree": "°",
    "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’",
    "textquotedblleft": "“", "textquotedblright": "”", "textquotesingle": "'", "glqq": "„",
    "grqq": "“", "flqq": "«", "frqq": "»", "guillemotleft": "«", "guillemotright": "»",
    "textellipsis": "…", "dag": "†", "ddag": "‡", "textdollar": "$", "textperiodcentered": "·",
  ]

  /// Commands that separate words.
  static let separators: Set<String> = [
    "quad", "qquad", "space", "par", "newline", "item", "hfill", "vfill", "newpage", "clearpage",
    "and", "tab", "linebreak", "pagebreak", "hline", "bigskip", "medskip", "smallskip", "noindent",
    "thinspace", "enspace", "hrule", "cr", "indent", "bibitem", "tabularnewline", "toprule",
    "midrule", "bottomrule", "centering", "label", "vspace", "nobreakspace",
  ]

  /// Commands whose argument becomes a line of its own.
  static let headings: Set<String> = [
    "part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph",
    "caption", "frametitle", "framesubtitle", "footnote",
  ]

  /// Commands in formulas that affect only the appearance.
  static let looks: Set<String> = [
    "left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "bigg", "Bigg", "mathrm",
    "mathbf", "mathit", "mathcal", "mathbb", "mathsf", "mathfrak", "mathscr", "text", "textrm",
    "textbf", "textit", "displaystyle", "textstyle", "limits", "nolimits", "nonumber",
    "operatorname",
    "boldsymbol", "bm", "mbox", "rm", "bf", "it", "cal", "middle", "notag", "ensuremath",
  ]

  /// Returns a letter with the accent of a command such as `"` or `v`; one character if Unicode has it.
  static func accented(_ letter: Unicode.Scalar, _ accent: UInt8) -> [Unicode.Scalar] {
    guard let mark = accents[accent] else { return [letter] }
    let plain: Unicode.Scalar = letter == "ı" ? "i" : letter == "ȷ" ? "j" : letter
    if let composed = compositions[plain]?[mark] { return [composed] }
    return [plain, mark]
  }

  /// Whether a command puts an accent on a letter.
  static func isAccent(_ command: UInt8) -> Bool { accents[command] != nil }

  /// Combining accents by command: grave, acute, circumflex, tilde, macron, breve, dot, diaeresis, ring,
  /// double acute, caron, dot below, cedilla, ogonek, line below.
  private static let accents: [UInt8: Unicode.Scalar] = [
    0x60: "\u{300}", 0x27: "\u{301}", 0x5e: "\u{302}", 0x7e: "\u{303}", 0x3d: "\u{304}",
    0x75: "\u{306}", 0x2e: "\u{307}", 0x22: "\u{308}", 0x72: "\u{30a}", 0x48: "\u{30b}",
    0x76: "\u{30c}", 0x64: "\u{323}", 0x63: "\u{327}", 0x6b: "\u{328}", 0x62: "\u{331}",
  ]

  /// The precomposed letters of Latin-1 and Latin Extended-A, by letter and combining accent.
  private static let compositions: [Unicode.Scalar: [Unicode.Scalar: Unicode.Scalar]] = {
    let rows: [(Unicode.Scalar, String, String)] = [
      ("\u{300}", "AEIOUaeiouNn", "ÀÈÌÒÙàèìòùǸǹ"),
      ("\u{301}", "AEIOUYaeiouyCcLlNnRrSsZz", "ÁÉÍÓÚÝáéíóúýĆćĹĺŃńŔŕŚśŹź"),
      ("\u{302}", "AEIOUaeiouCcGgHhJjSsWwYy", "ÂÊÎÔÛâêîôûĈĉĜĝĤĥĴĵŜŝŴŵŶŷ"),
      ("\u{303}", "ANOanoIiUuEe", "ÃÑÕãñõĨĩŨũẼẽ"), ("\u{304}", "AEIOUaeiou", "ĀĒĪŌŪāēīōū"),
      ("\u{306}", "AaEeGgIiOoUu", "ĂăĔĕĞğĬĭŎŏŬŭ"), ("\u{307}", "CcEeGgIZz", "ĊċĖėĠġİŻż"),
      ("\u{308}", "AEIOUYaeiouy", "ÄËÏÖÜŸäëïöüÿ"), ("\u{30a}", "AaUu", "ÅåŮů"),
      ("\u{30b}", "OoUu", "ŐőŰű"), ("\u{30c}", "CcDdEeNnRrSsTtZzGgLl", "ČčĎďĚěŇňŘřŠšŤťŽžǦǧĽľ"),
      ("\u{327}", "CcGKkLlNnRrSsTt", "ÇçĢĶķĻļŅņŖŗŞşŢţ"), ("\u{328}", "AaEeIiUu", "ĄąĘęĮįŲų"),
      ("\u{323}", "AaEeHhIiOoSsTtUu", "ẠạẸẹḤḥỊịỌọṢṣṬṭỤụ"),
    ]
    var table: [Unicode.Scalar: [Unicode.Scalar: Unicode.Scalar]] = [:]
    for (mark, letters, composed) in rows {
      for (letter, result) in zip(letters.unicodeScalars, composed.unicodeScalars) {
        table[letter, default: [:]][mark] = result
      }
    }
    return table
  }()
}
