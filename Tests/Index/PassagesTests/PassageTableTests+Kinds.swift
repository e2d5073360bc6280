extension PassageTableTests {
  private static let prose =
    "For many years the keeper lit the lamp of the lighthouse each evening before the fog came in. "

  /// Which text is preferred to which.
  static let kinds: [Row] = [
    Row(
      "prose to front matter",
      "---\ntitle: The lamp\ntags: [lamp, fog, keeper]\nsummary: lamp and fog\n---\n\n" + prose,
      "lamp",
      "For many years the keeper lit the «lamp» of the lighthouse each evening before the fog…"),
    Row(
      "any text to front matter", "---\ntitle: The lamp\n---\n\nText.", "lamp", 16, "Text."),
    Row(
      "front matter to nothing", "---\ntitle: The lamp\n---\n", "lamp", 16,
      "--- title: The «lamp» ---"),
    Row(
      "only the text behind front matter",
      "---\ntitle: The lamp\n---\nThe lamp is lit. It is dark.",
      "lamp", 16, "The «lamp» is lit. It is dark."),
    Row(
      "prose to a table of contents with leaders",
      "Contents\n1 The lamp ........ 3\n2 The fog ........ 17\n3 The keeper ........ 25\n\n"
        + String(repeating: "Here begins the story of the coast. ", count: 8) + prose, "lamp", 18,
      "For many years the keeper lit the «lamp» of the lighthouse each evening before the fog came in."
    ),
    Row(
      "prose to a table of contents with numbers",
      "1.1 Rope and lamp 4\n1.2 Oil for the lamp 9\n1.3 Cleaning the lamp 12\n1.4 Fog and ice 30\n\n"
        + String(repeating: "Here begins the story of the coast. ", count: 8) + prose, "lamp", 18,
      "For many years the keeper lit the «lamp» of the lighthouse each evening before the fog came in."
    ),
    Row(
      "code to a block of includes",
      "#include <lamp.h>\n#include <fog.h>\n#include <keeper.h>\n\n"
        + String(repeating: "static int wait(void);\n", count: 12)
        + "/* Lights the lamp before the fog comes in. */\nvoid light(void);\n", "lamp", 12,
      "/* Lights the «lamp» before the fog comes in. */ void light(void);"),
    Row(
      "more words of the query to better text",
      "1 The lamp and the fog ........ 3\n\n"
        + String(repeating: "Here begins the story of the coast. ", count: 8)
        + "The lamp is out.", "lamp fog", 7, "1 The «lamp» and the «fog» ........ 3"),
  ]

  /// Which of several words count.
  static let words: [Row] = [
    Row(
      "a rare word to many function words",
      "The the of the and of the sea. " + String(repeating: "Nothing is here to see. ", count: 9)
        + "A mizzen was found.", "the^0.1 of^0.1 mizzen^5", 5, "A «mizzen» was found."),
    Row(
      "the place with all words, however late",
      "A mast. " + String(repeating: "Empty words are here. ", count: 2_000)
        + "The mast was sold in Dover for little money. The end.", "mast dover", 9,
      "The «mast» was sold in «Dover» for little money."),
    Row(
      "near words to far words",
      "The mast was the pride of all the men in rainy Dover. "
        + String(repeating: "Empty words are here. ", count: 9) + "It was the mast of Dover.",
      "mast dover", 12, "It was the «mast» of «Dover»."),
    Row(
      "the matching part of a compound name", "Look at testProducerWaits and testConsumer now.",
      "test/tests", 16, "Look at «test»ProducerWaits and «test»Consumer now."),
    Row(
      "a whole compound name", "Look at testProducerWaits now.", "testproducerwaits", 16,
      "Look at «testProducerWaits» now."),
    Row(
      "a prefix marks whole words", "Many seeds were sown.", "see*", 16, "Many «seeds» were sown."),
    Row(
      "a phrase is one mark", "It is in the page cache of each process.", "page_cache", 16,
      "It is in the «page cache» of each process."),
    Row(
      "no match shows the beginning", "First words of a text. Others follow.", "absent", 5,
      "First words of a text."),
    Row(
      "no match skips metadata", "---\ntitle: A\ndate: today\n---\nFirst words of a text. Others.",
      "absent", 5, "First words of a text."),
  ]

  /// Texts that are no texts.
  static let hostile: [Row] = [
    Row("only a word", "mast", "mast", "«mast»"),
    Row("a word between line ends", "\n\n\nmast\n\n", "mast", "«mast»"),
    Row("a BOM", "\u{feff}A mast.", "mast", "\u{feff}A «mast»."),
    Row("zeros", "a\0mast\0b", "mast", "a\0«mast»\0b"),
  ]
}
