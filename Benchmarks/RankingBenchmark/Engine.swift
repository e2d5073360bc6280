/// The engines that answer the questions.
enum Engine: String, CaseIterable {
  /// A `sittad`, asked as `sitta search` asks.
  case sitta = "sitta"
  /// Plain FTS5; all words are required.
  case plainAll = "FTS5 AND"
  /// Plain FTS5; one word is enough.
  case plainAny = "FTS5 OR"
}
