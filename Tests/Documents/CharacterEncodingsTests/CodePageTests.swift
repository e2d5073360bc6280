import Testing

@testable import CharacterEncodings

/// Sentences in the code pages of DOS beside the same in the encodings of Windows and Unix.
struct CodePageTests {
  private static let german = [
    "Für die Prüfung müssen alle Geräte ausgeschaltet und geöffnet werden.",
    "Die Straße führt über zwei Brücken, und danach wird sie schmäler.",
    "Wählen Sie im Menü »Ändern«, um die Größe des Bildes einzugeben.",
  ]
  private static let french = [
    "La fenêtre était fermée, mais le café sentait déjà jusque dans la cour.",
    "Le répertoire où sont enregistrées les données a été déplacé.",
    "Le garçon a reçu une lettre à Noël, et sa mère l'a gardée.",
  ]
  private static let spanish = [
    "El próximo año la compañía abrirá también una oficina más pequeña.",
    "¿Cuántos días tardará en llegar el avión después de la señal?",
  ]
  private static let danish = [
    "Når du har gemt æblerne på loftet, skal døren være låst.",
    "Brugeren får først adgang, når nøglen er blevet ændret.",
  ]
  private static let russian = [
    "Перед началом работы необходимо проверить настройки принтера.",
    "Весной река поднимается, и дорога в деревню остаётся под водой.",
    "Введите имя файла и нажмите клавишу.",
  ]
  private static let polish = [
    "Aby zakończyć pracę, należy zapisać wszystkie zmiany i wyłączyć urządzenie.",
    "Późną jesienią liście są już żółte, a dzień jest coraz krótszy.",
    "Plik został usunięty, ponieważ był większy niż dozwolona wartość.",
  ]
  private static let czech = [
    "Příliš dlouhý název souboru způsobil, že záloha nebyla dokončena.",
    "Každý večer chodíme přes řeku, kde už kvetou třešně.",
    "Uživatel může změnit své heslo kdykoliv během práce.",
  ]

  struct Sample: CustomTestStringConvertible {
    let text: String
    let encoding: String
    var testDescription: String { "\(encoding): \(text)" }
  }

  private static func samples(_ texts: [String], _ encodings: String...) -> [Sample] {
    encodings.flatMap { name in texts.map { Sample(text: $0, encoding: name) } }
  }

  private static let inDOS =
    samples(german + french, "IBM437", "IBM850") + samples(spanish + danish, "IBM850")
    + samples(russian, "IBM866") + samples(polish + czech, "IBM852")

  private static let others =
    samples(german + french + spanish + danish, "windows-1252")
    + samples(russian, "windows-1251", "KOI8-R", "ISO-8859-5")
    + samples(polish, "windows-1250", "ISO-8859-2") + samples(czech, "windows-1250", "ISO-8859-2")

  /// Encodes text with the table that decodes it; nil if a character is missing in it.
  private func encode(_ text: String, _ encoding: String) throws -> [UInt8]? {
    let encoding = try #require(CharacterEncoding(label: encoding))
    let table = Array(encoding.text(of: (UInt8(0x80)...0xff).map(\.self)).unicodeScalars)
    try #require(table.count == 0x80)
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else if let index = table.firstIndex(of: scalar) {
        bytes.append(UInt8(0x80 + index))
      } else {
        return nil
      }
    }
    return bytes
  }

  @Test(arguments: inDOS)
  func `A sentence in a code page of DOS is recognized`(sample: Sample) throws {
    guard let bytes = try encode(sample.text, sample.encoding) else { return }
    let detected = EncodingDetector.encoding(of: bytes.span)
    let found = try #require(detected)
    #expect(found.text(of: bytes) == sample.text)
  }

  @Test(arguments: others)
  func `A sentence in an encoding of Windows or Unix is not taken for one of DOS`(
    sample: Sample
  ) throws {
    let encoded = try encode(sample.text, sample.encoding)
    let bytes = try #require(encoded)
    let detected = EncodingDetector.encoding(of: bytes.span)
    let found = try #require(detected)
    #expect(!found.name.hasPrefix("IBM") && found.name != "macintosh")
  }

  @Test(arguments: [
    ("Müller, Tür und Öl\r\n", "IBM850"),
    ("╔══════╗\n║ Menü ║\n╚══════╝\n", "IBM437"), ("┌───┬───┐\n│ a │ b │\n└───┴───┘\n", "IBM437"),
    ("Да, это оно.\n\u{1a}", "IBM866"),
  ])
  func `A few words and frames are enough where no other encoding has letters there`(
    text: String, encoding: String
  ) throws {
    let encoded = try encode(text, encoding)
    let bytes = try #require(encoded)
    let detected = EncodingDetector.encoding(of: bytes.span)
    let found = try #require(detected)
    #expect(found.text(of: bytes) == text)
  }

  @Test(arguments: [
    "He said “no” – and it’s final…", "Œuvre — l’œil", "Šárka, Žižka", "o\u{a0}b\u{a0}c",
    "¿Qué? ¡Sí!", "«\u{a0}Oui\u{a0}»",
  ])
  func `Typographic marks of Windows are no letters of DOS`(text: String) throws {
    let encoded = try encode(text, "windows-1252")
    let bytes = try #require(encoded)
    #expect(EncodingDetector.encoding(of: bytes.span)?.text(of: bytes) == text)
  }

  @Test func `Control characters stay as they are`() throws {
    let bytes = (UInt8(0)..<0x80).map(\.self)
    for name in ["IBM437", "IBM850", "IBM852", "IBM866"] {
      let encoding = try #require(CharacterEncoding(label: name))
      #expect(encoding.decode(bytes.span) == bytes)
    }
  }
}
