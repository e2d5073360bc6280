/// The names of the months in 19 languages that are written in Latin, Cyrillic and Greek letters.
enum MonthName {
  /// Returns the number of a month from 1 to 12; nil if the token, as the tokenizer gives it, is no name of a month.
  static func month(_ token: String) -> Int? { months[token] }

  static let months: [String: Int] = {
    var months: [String: Int] = [:]
    for (index, names) in names.enumerated() {
      for name in names.split(whereSeparator: \.isWhitespace) { months[String(name)] = index + 1 }
    }
    return months
  }()

  private static let names = [
    """
    january jan januar janvier enero gennaio janeiro januari gener ianuarie tammikuu ocak styczen stycznia leden \
    ledna января январь януари ιανουαριοσ ιανουαριου
    """,
    """
    february feb februar fevrier febrero febbraio fevereiro februari febrer februarie helmikuu subat luty lutego unor \
    unora февраля февраль февруари φεβρουαριοσ φεβρουαριου
    """,
    """
    march mar marz maerz mars marzo marco maart marts martie maaliskuu mart marzec marca brezen brezna марта март \
    μαρτιοσ μαρτιου
    """,
    """
    april apr avril abril aprile aprilie huhtikuu nisan kwiecien kwietnia duben dubna апреля апрель април απριλιοσ \
    απριλιου
    """,
    """
    may mai mayo maggio maio mei maig maj toukokuu mayis maja kveten kvetna мая май μαιοσ μαιου
    """,
    """
    june jun juni juin junio giugno junho juny iunie kesakuu haziran czerwiec czerwca cerven cervna июня июнь юни \
    ιουνιοσ ιουνιου
    """,
    """
    july jul juli juillet julio luglio julho juliol iulie heinakuu temmuz lipiec lipca cervenec cervence июля июль \
    юли ιουλιοσ ιουλιου
    """,
    """
    august aug aout agosto augustus agost augusti elokuu agustos sierpien sierpnia srpen srpna августа август \
    αυγουστοσ αυγουστου
    """,
    """
    september sep sept septembre septiembre settembre setembro setembre septembrie syyskuu eylul wrzesien wrzesnia \
    zari сентября сентябрь септември σεπτεμβριοσ σεπτεμβριου
    """,
    """
    october oct oktober octobre octubre ottobre outubro octombrie lokakuu ekim pazdziernik pazdziernika rijen rijna \
    октября октябрь октомври οκτωβριοσ οκτωβριου
    """,
    """
    november nov novembre noviembre novembro noiembrie marraskuu kasim listopad listopada listopadu ноября ноябрь \
    ноември νοεμβριοσ νοεμβριου
    """,
    """
    december dec dezember decembre diciembre dicembre dezembro desembre decembrie joulukuu aralik grudzien grudnia \
    prosinec prosince декабря декабрь декември δεκεμβριοσ δεκεμβριου
    """,
  ]
}
