import ExtractionProtocol

/// The effect of a control word of RTF.
enum RTFAction {
  case paragraph, line, blank
  /// Adds a character, given by its code unit.
  case character(UInt16)
  /// Begins a destination whose text is left out.
  case skip
  /// Begins a destination beside the text, such as a footnote; a line break separates it from the text.
  case note
  /// Begins a destination marked with `\*` that is still part of the text.
  case content
  /// Begins a destination that is left out, except for destinations in it with ``restored``.
  case alternative
  /// Begins a destination that is read as if it were outside of the destination with ``alternative``.
  case restored
  /// Begins a destination with a property of the document that has no field.
  case remark
  /// Begins the name and the value of a property of a shape or picture.
  case propertyName, propertyValue
  /// Begins an embedded object.
  case object
  /// Begins the instruction of a field.
  case instruction
  case fontTable, info, field(DocumentField)
  case year, month, day, pages
  case font, defaultFont, fontCharset, fontCodePage, codePage(Int), ansiCodePage
  case plain, hidden, deleted
  case unicode, fallbackLength, binary
}

/// The control words of RTF that matter for the text.
///
/// Source: Rich Text Format Specification 1.9.1.
enum RTFControlWords {
  private static let listed: [(word: StaticString, action: RTFAction)] = [
    ("par", .paragraph), ("sect", .paragraph), ("page", .paragraph), ("column", .paragraph),
    ("line", .line), ("row", .line), ("nestrow", .line), ("softline", .line),
    ("cell", .blank), ("nestcell", .blank), ("tab", .blank), ("emspace", .blank),
    ("enspace", .blank), ("qmspace", .blank),
    ("emdash", .character(0x2014)), ("endash", .character(0x2013)),
    ("bullet", .character(0x2022)), ("lquote", .character(0x2018)),
    ("rquote", .character(0x2019)), ("ldblquote", .character(0x201c)),
    ("rdblquote", .character(0x201d)), ("zwj", .character(0x200d)), ("zwnj", .character(0x200c)),
    ("colortbl", .skip), ("stylesheet", .skip), ("pict", .alternative), ("objdata", .object),
    ("fldinst", .instruction), ("xe", .skip), ("tc", .skip), ("rxe", .skip), ("txe", .skip),
    ("listtext", .skip), ("pntext", .skip), ("pntxta", .skip), ("pntxtb", .skip),
    ("shprslt", .skip), ("nonshppict", .skip), ("sn", .propertyName), ("sv", .propertyValue),
    ("upr", .alternative), ("ud", .restored), ("picprop", .restored), ("cs", .content),
    ("bkmkstart", .skip), ("bkmkend", .skip), ("filetbl", .skip), ("revtbl", .skip),
    ("themedata", .skip), ("datastore", .skip), ("latentstyles", .skip), ("listtable", .skip),
    ("rsidtbl", .skip), ("generator", .skip), ("template", .skip), ("ftnsep", .skip),
    ("ftnsepc", .skip), ("ftncn", .skip), ("aftnsep", .skip), ("aftnsepc", .skip),
    ("aftncn", .skip), ("atnid", .skip), ("atnauthor", .skip), ("xmlnstbl", .skip),
    ("footnote", .note), ("annotation", .note), ("header", .note), ("headerl", .note),
    ("headerr", .note), ("headerf", .note), ("footer", .note), ("footerl", .note),
    ("footerr", .note), ("footerf", .note), ("shptxt", .note), ("dptxbxtext", .note),
    ("shpinst", .content), ("do", .content),
    ("fonttbl", .fontTable), ("info", .info), ("title", .field(.title)),
    ("author", .field(.author)), ("keywords", .field(.keyword)),
    ("subject", .remark), ("doccomm", .remark), ("category", .remark), ("staticval", .remark),
    ("userprops", .info), ("propname", .skip),
    ("creatim", .field(.created)),
    ("revtim", .field(.changed)), ("yr", .year), ("mo", .month), ("dy", .day),
    ("nofpages", .pages),
    ("f", .font), ("deff", .defaultFont), ("fcharset", .fontCharset), ("cpg", .fontCodePage),
    ("mac", .codePage(10_000)), ("pc", .codePage(437)), ("pca", .codePage(850)),
    ("ansicpg", .ansiCodePage), ("plain", .plain), ("v", .hidden), ("deleted", .deleted),
    ("u", .unicode), ("uc", .fallbackLength), ("bin", .binary),
  ]

  private static let actions: CodeTable<RTFAction> = {
    var actions = CodeTable<RTFAction>()
    for (word, action) in listed {
      let key = word.description.utf8.reduce(0) { key, letter in extended(key, by: letter) }
      actions[key] = action
    }
    return actions
  }()

  /// Returns the key of a control word with one more letter; each letter takes five bits.
  ///
  /// A word of more than twelve letters gets the key 0; none of these has an effect.
  static func extended(_ key: UInt64, by letter: UInt8) -> UInt64 {
    key >> 55 == 0 ? key << 5 | UInt64(letter & 0x1f) : 0
  }

  /// Returns the effect of a control word, given its key; nil if it has none.
  static func action(_ key: UInt64) -> RTFAction? { actions[key] }
}
