/// The names of months and days in dates of a language.
struct CellLanguage {
  static let english = CellLanguage(
    "January February March April May June July August September October November December",
    "Sunday Monday Tuesday Wednesday Thursday Friday Saturday")

  let months: [String]
  /// The names of months in dates with a day, in the genitive in some languages.
  let monthsAfterDay: [String]
  /// The days of the week, from Sunday.
  let days: [String]

  private init(_ months: String, afterDay: String? = nil, _ days: String) {
    self.months = months.split(separator: " ").map(String.init)
    monthsAfterDay = (afterDay ?? months).split(separator: " ").map(String.init)
    self.days = days.split(separator: " ").map(String.init)
  }

  /// Finds the language of a format code; fails if it is unknown.
  ///
  /// - Parameter code: a number of Windows in hexadecimal, such as `407`, or a tag such as `de-de`.
  init?(code: String) {
    let tag =
      if let number = Int(code, radix: 16) { Self.tags[number & 0x3ff] } else {
        code.split(separator: "-").first.map(String.init)
      }
    guard let tag, let language = Self.languages[tag] else { return nil }
    self = language
  }

  /// The languages by the lowest ten bits of their numbers.
  ///
  /// Source: MS-LCID.
  private static let tags = [
    0x04: "zh", 0x05: "cs", 0x06: "da", 0x07: "de", 0x08: "el", 0x09: "en", 0x0a: "es", 0x0b: "fi",
    0x0c: "fr", 0x0e: "hu", 0x10: "it", 0x11: "ja", 0x12: "ko", 0x13: "nl", 0x14: "nb", 0x15: "pl",
    0x16: "pt", 0x18: "ro", 0x19: "ru", 0x1d: "sv", 0x1f: "tr", 0x22: "uk",
  ]

  private static let chinese = (1...12).map { "\($0)月" }.joined(separator: " ")

  private static let languages: [String: CellLanguage] = [
    "en": english,
    "de": CellLanguage(
      "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
      "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag"),
    "fr": CellLanguage(
      "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
      "dimanche lundi mardi mercredi jeudi vendredi samedi"),
    "es": CellLanguage(
      "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
      "domingo lunes martes miércoles jueves viernes sábado"),
    "it": CellLanguage(
      "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
      "domenica lunedì martedì mercoledì giovedì venerdì sabato"),
    "pt": CellLanguage(
      "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
      "domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado"),
    "nl": CellLanguage(
      "januari februari maart april mei juni juli augustus september oktober november december",
      "zondag maandag dinsdag woensdag donderdag vrijdag zaterdag"),
    "pl": CellLanguage(
      """
      styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad \
      grudzień
      """,
      afterDay: """
        stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada \
        grudnia
        """, "niedziela poniedziałek wtorek środa czwartek piątek sobota"),
    "cs": CellLanguage(
      "leden únor březen duben květen červen červenec srpen září říjen listopad prosinec",
      afterDay: """
        ledna února března dubna května června července srpna září října listopadu prosince
        """,
      "neděle pondělí úterý středa čtvrtek pátek sobota"),
    "ru": CellLanguage(
      "Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь",
      afterDay: """
        января февраля марта апреля мая июня июля августа сентября октября ноября декабря
        """,
      "воскресенье понедельник вторник среда четверг пятница суббота"),
    "uk": CellLanguage(
      "січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень",
      afterDay: """
        січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
        """,
      "неділя понеділок вівторок середа четвер п’ятниця субота"),
    "sv": CellLanguage(
      "januari februari mars april maj juni juli augusti september oktober november december",
      "söndag måndag tisdag onsdag torsdag fredag lördag"),
    "da": CellLanguage(
      "januar februar marts april maj juni juli august september oktober november december",
      "søndag mandag tirsdag onsdag torsdag fredag lørdag"),
    "nb": CellLanguage(
      "januar februar mars april mai juni juli august september oktober november desember",
      "søndag mandag tirsdag onsdag torsdag fredag lørdag"),
    "fi": CellLanguage(
      """
      tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu \
      marraskuu joulukuu
      """,
      afterDay: """
        tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta \
        syyskuuta lokakuuta marraskuuta joulukuuta
        """, "sunnuntai maanantai tiistai keskiviikko torstai perjantai lauantai"),
    "hu": CellLanguage(
      """
      január február március április május június július augusztus szeptember október november \
      december
      """, "vasárnap hétfő kedd szerda csütörtök péntek szombat"),
    "ro": CellLanguage(
      """
      ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie \
      decembrie
      """, "duminică luni marți miercuri joi vineri sâmbătă"),
    "tr": CellLanguage(
      "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
      "Pazar Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi"),
    "el": CellLanguage(
      """
      Ιανουάριος Φεβρουάριος Μάρτιος Απρίλιος Μάιος Ιούνιος Ιούλιος Αύγουστος Σεπτέμβριος \
      Οκτώβριος Νοέμβριος Δεκέμβριος
      """,
      afterDay: """
        Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου \
        Οκτωβρίου Νοεμβρίου Δεκεμβρίου
        """, "Κυριακή Δευτέρα Τρίτη Τετάρτη Πέμπτη Παρασκευή Σάββατο"),
    "zh": CellLanguage(chinese, "星期日 星期一 星期二 星期三 星期四 星期五 星期六"),
    "ja": CellLanguage(chinese, "日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日"),
    "ko": CellLanguage(
      (1...12).map { "\($0)월" }.joined(separator: " "), "일요일 월요일 화요일 수요일 목요일 금요일 토요일"),
  ]
}
