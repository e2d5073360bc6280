import IndexStorage
import Meaning
import MeaningModel
public import LinuxSystem
public import TextAnalysis

/// The section `[Text]` of the configuration: how words match.
public struct TextOptions: Equatable, Sendable {
  /// The languages for stemming; nil to use the languages of the documents.
  public var languages: [String]?
  /// Whether the built-in synonyms are used.
  public var hasShippedSynonyms = true
  /// Files with additional synonyms.
  public var synonymFiles: [FilePath] = []
  /// The languages whose stop words are ignored in queries with other words.
  public var stopWords: [String] = []
  /// The readings (pinyin, romaji) of Chinese and Japanese text that are indexed as additional words.
  public var readings: Readings = []

  /// Where the table of word vectors is.
  public var meaningTable = DataFile.installed
  /// Where the sentence encoder is.
  public var meaningModel = DataFile.none

  /// Where a file with data is.
  public enum DataFile: Equatable, Sendable {
    /// Where an installation has it; if it is not there, there is none.
    case installed
    /// There is none.
    case none
    /// In a file.
    case file(FilePath)
  }

  /// Loads the files with synonyms, and maps the table of word vectors and the sentence encoder.
  ///
  /// - Returns: the text settings of the index.
  /// - Throws: a ``ConfigurationError`` that names the file and, if known, the line.
  func load() throws -> TextSettings {
    var synonyms = hasShippedSynonyms ? SynonymTable.standard : SynonymTable()
    for file in synonymFiles { synonyms.merge(try Self.readSynonyms(file)) }
    let table = try readMeaning()
    return try TextSettings(
      languages: languages ?? [Stemmer.defaultLanguage], choosesLanguages: languages == nil,
      synonyms: synonyms,
      stopWords: try StopWords(languages: stopWords), readings: readings,
      meaning: table, encoder: try readEncoder(for: table))
  }

  private func readMeaning() throws(ConfigurationError) -> VectorTable? {
    guard let file = Self.path(of: meaningTable, named: "meaning.sittavec") else { return nil }
    do throws(VectorTable.Failure) {
      return try VectorTable(file)
    } catch {
      let reason =
        switch error {
        case .unreadable(let error): "\(error)"
        case .noTable: "it is no table of this version, or not whole."
        }
      throw ConfigurationError(
        file: file.description,
        reason:
          "the table of word vectors cannot be used: \(reason) MeaningTable=none goes without.")
    }
  }

  /// Maps the sentence encoder; nil if there is none, or no table.
  ///
  /// - Throws: also if the encoder was made for another table: its vectors could not be compared.
  private func readEncoder(
    for table: VectorTable?
  ) throws(ConfigurationError) -> EncoderFile? {
    guard let table, let file = Self.path(of: meaningModel, named: "meaning.sittanet") else {
      return nil
    }
    let reason: String
    do throws(SentenceEncoder.Failure) {
      let encoder = try SentenceEncoder(file)
      if encoder.table == table.identity {
        return EncoderFile(file, identity: encoder.identity)
      }
      reason = "it was made for another table than that of MeaningTable."
    } catch {
      switch error {
      case .unreadable(let error): reason = "\(error)"
      case .noModel: reason = "it is no encoder of this version, or not whole."
      }
    }
    throw ConfigurationError(
      file: file.description,
      reason: "the sentence encoder cannot be used: \(reason) MeaningModel=none goes without.")
  }

  /// The path of a file: `installed` means beside `sittad` after a build, or in `share/sitta` after an installation.
  ///
  /// - Returns: nil if there is none.
  private static func path(of file: DataFile, named name: String) -> FilePath? {
    switch file {
    case .none: return nil
    case .file(let path): return path
    case .installed:
      guard let bin = ProcessEnvironment.programFile?.parent else { return nil }
      return [bin, bin.parent.appending("share").appending("sitta")]
        .map { $0.appending(name) }
        .first { (try? FileStatus(of: $0))?.kind == .regular }
    }
  }

  private static func readSynonyms(_ file: FilePath) throws(ConfigurationError) -> SynonymTable {
    do {
      let descriptor = try FileDescriptor(openingOwn: file)
      let text = try descriptor.read(upTo: 16 << 20, expecting: 4_096)
      return try SynonymTable(parsing: String(decoding: text, as: UTF8.self))
    } catch let error as AnalysisError {
      throw ConfigurationError(file: file.description, reason: error.description)
    } catch {
      throw ConfigurationError(
        file: file.description, reason: "the synonyms cannot be read: \(error)")
    }
  }
}

extension ConfigurationOption {
  static let text: [ConfigurationOption] = [
    ConfigurationOption(
      section: "Text", key: "Languages",
      allowed: "auto, none, or languages: \(Stemmer.languages.joined(separator: ", "))",
      defaultValue: "auto",
      help: """
        The languages in which a word finds its other forms (databases, database). `auto` means the \
        documents' languages, four at most: a language with ten documents and one percent of the documents \
        whose language is known; English until any is known. They are chosen when everything is \
        indexed, at each start and after many changes; `sitta status` names them. A query with \
        two stop words of one of them (`die Sitzung im Haus`) is in that language only. `none` \
        means no language. After a change `sitta reload` returns at once; in a large index the \
        words of another language are read in the background, and the former ones serve until \
        then.
        """
    ) { value, configuration, _ in
      let words = list(value)
      if words == ["none"] || words == ["auto"] {
        configuration.text.languages = words == ["none"] ? [] : nil
        return true
      }
      guard words.allSatisfy({ (try? Stemmer(language: $0)) != nil }) else { return false }
      configuration.text.languages =
        words.isEmpty ? nil : (configuration.text.languages ?? []) + words
      return true
    },
    ConfigurationOption(
      section: "Text", key: "Synonyms",
      allowed: "none, or files, absolute or beginning with ~/",
      defaultValue: "",
      help: """
        Files with synonyms, in addition to those that come with Sitta (first, 1st; colour, color). \
        `none` leaves those out. With the line `car, automobile`, each word finds the other; with \
        `car => vehicle`, only the first finds the second. After a change of a file, `sitta reload` \
        reads it again.
        """
    ) { value, configuration, folders in
      let words = words(value)
      configuration.text.hasShippedSynonyms = words.isEmpty || !words.contains("none")
      let names = words.filter { $0 != "none" }
      let files = names.compactMap { folders.path($0) }
      guard files.count == names.count else { return false }
      configuration.text.synonymFiles =
        words.isEmpty ? [] : configuration.text.synonymFiles + files
      return true
    },
    ConfigurationOption(
      section: "Text", key: "StopWords",
      allowed: "languages: \(StopWords.languages.joined(separator: ", "))",
      defaultValue: "",
      help: """
        Languages whose common words (the, und, les) are ignored in a query that has other words.
        """
    ) { value, configuration, _ in
      let words = list(value)
      guard words.allSatisfy({ (try? StopWords(languages: [$0])) != nil }) else { return false }
      configuration.text.stopWords = words.isEmpty ? [] : configuration.text.stopWords + words
      return true
    },
    ConfigurationOption(
      section: "Text", key: "Readings",
      allowed: "pinyin and romaji",
      defaultValue: "",
      help: """
        Readings that find Chinese and Japanese text: `pinyin` (wenjian finds 文件), `romaji` (sushi \
        finds すし). After a change `sitta reload` has a new index built; the old one serves until \
        then.
        """
    ) { value, configuration, _ in
      let readings: [String: Readings] = ["pinyin": .pinyin, "romaji": .romaji]
      let words = list(value)
      guard words.allSatisfy({ readings[$0] != nil }) else { return false }
      configuration.text.readings = words.reduce(
        words.isEmpty ? [] : configuration.text.readings
      ) { $0.union(readings[$1] ?? []) }
      return true
    },
    meaningTable, meaningModel,
  ]

  private static let meaningTable = ConfigurationOption(
    section: "Text", key: "MeaningTable",
    allowed: "auto, none, or a file, absolute or beginning with ~/",
    defaultValue: "auto",
    help: """
      The table of word vectors with which a query also finds English documents that say the same in other words. \
      `auto` means the file `share/sitta/meaning.sittavec` of the installation, if it is there. With another table \
      the vectors of all documents are made anew in the background.
      """
  ) { value, configuration, folders in
    guard let file = dataFile(value, default: .installed, folders) else { return false }
    configuration.text.meaningTable = file
    return true
  }

  private static let meaningModel = ConfigurationOption(
    section: "Text", key: "MeaningModel",
    allowed: "none, auto, or a file, absolute or beginning with ~/",
    defaultValue: "none",
    help: """
      The sentence encoder that replaces the vectors of the table by its own, which find more. It reads the beginning \
      of each English document once, in 15 to 70 ms of CPU time, while the machine is idle and on mains; until then the \
      table serves. It reads questions, too. `auto` means the file `share/sitta/meaning.sittanet` of the installation, if it is \
      there. Works only with the table that it was made with.
      """
  ) { value, configuration, folders in
    guard let file = dataFile(value, default: .none, folders) else { return false }
    configuration.text.meaningModel = file
    return true
  }

  /// Reads where a file is; nil for a relative path.
  private static func dataFile(
    _ value: String, default: TextOptions.DataFile, _ folders: ConfigurationFolders
  ) -> TextOptions.DataFile? {
    switch value.lowercased() {
    case "": `default`
    case "auto": TextOptions.DataFile.installed
    // Not `.none`, which would be the lack of a value.
    case "none": TextOptions.DataFile.none
    default: folders.path(value).map { TextOptions.DataFile.file($0) }
    }
  }

  /// Splits a value into lower-case words at blanks and commas.
  static func list(_ value: String) -> [String] {
    value.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init)
  }
}
