/// The words that ``SpokenFilters`` reads, folded as the tokenizer folds them.
enum SpokenWords {
  /// For each word for a kind of document, the value of the filter `type:`.
  static let kinds = table([
    "image": """
    photo photos picture pictures image images screenshot screenshots foto fotos bild bilder imagen imagenes \
    immagine immagini imagem imagens afbeelding afbeeldingen
    """,
    "video": "video videos movie movies film filme films",
    "audio": "song songs music audio recording recordings musik musique musica lied lieder",
    "mail": "email emails mail mails e-mail e-mails courriel courriels correo correos",
    "pdf": "pdf pdfs",
    "spreadsheet": "spreadsheet spreadsheets excel tabelle tabellen tableur hoja",
    "presentation": """
    presentation presentations slides powerpoint prasentation prasentationen folien diapositives presentacion
    """,
    "book": "ebook ebooks epub",
  ])

  /// For each time as people say it, the value of the filters `modified:`, `since:` and `before:`.
  static let times = phrases([
    "today": "today;heute;hoy;oggi;hoje;vandaag",
    "yesterday": "yesterday;gestern;hier;ayer;ieri;ontem;gisteren",
    "this-week": "this week;diese woche;cette semaine;esta semana;questa settimana;deze week",
    "last-week": """
    last week;letzte woche;la semaine derniere;semaine derniere;la semana pasada;semana pasada;scorsa settimana;\
    settimana scorsa;vorige week
    """,
    "this-month": "this month;diesen monat;ce mois;este mes;questo mese;deze maand",
    "last-month": """
    last month;letzten monat;le mois dernier;mois dernier;el mes pasado;mes pasado;mese scorso;scorso mese;\
    vorige maand
    """,
    "this-year": "this year;dieses jahr;cette annee;este ano;quest anno;dit jaar",
    "last-year": """
    last year;letztes jahr;l annee derniere;annee derniere;el ano pasado;ano pasado;anno scorso;vorig jaar
    """,
  ])

  /// Words before a time, a name or a subject.
  static let prepositions = by.union(since).union(before).union(
    words("of about in on with im uber mit aus sur en avec sobre con su over met"))
  /// Words before a time only, unless the query says a kind.
  static let atTime = since.union(before).union(words("from in aus im en"))
  /// Words before an author or a sender.
  static let by = words("by from von par de da do di van")
  static let since = words("since seit depuis desde dal sinds")
  static let before = words("before vor avant antes prima voor")
  /// Words for the sending of a mail.
  static let sent = words("sent geschickt gesendet envoye enviado inviato")
  /// Words that say nothing about a document.
  static let fillers = words(
    """
    my the all a an me show find any some mein meine meinen alle der die das zeige le la les mes mon toutes tous los \
    las mis mi il gli miei mie os meus minhas mijn
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private static func table(_ kinds: [String: String]) -> [String: String] {
    kinds.reduce(into: [:]) { table, kind in
      for word in words(kind.value) {
        table[word.split(separator: "-").joined(separator: " ")] = kind.key
      }
    }
  }

  private static func phrases(_ times: [String: String]) -> [String: String] {
    times.reduce(into: [:]) { table, time in
      for phrase in time.value.split(separator: ";") { table[String(phrase)] = time.key }
    }
  }
}
