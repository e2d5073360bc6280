import IndexStorage
import Meaning
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
  public var meaningTable = MeaningTable.installed

  /// Where the table of word vectors is.
  public enum MeaningTable: Equatable, Sendable {
    /// Where an installation has it; if it is not there, there is none.
    case installed
    /// There is none.
    case none
    /// In a file.
    case file(FilePath)
  }

  /// Loads the files with synonyms, and maps the table of word vectors.
  ///
  /// - Returns: the text settings of the index.
  /// - Throws: a ``ConfigurationError`` that names the file and, if known, the line.
  func load() throws -> TextSettings {
    var synonyms = hasShippedSynonyms ? SynonymTable.standard : SynonymTable()
    for file in synonymFiles { synonyms.merge(try Self.readSynonyms(file)) }
    return try TextSettings(
      languages: languages ?? [Stemmer.defaultLanguage], choosesLanguages: languages == nil,
      synonyms: synonyms,
      stopWords: try StopWords(languages: stopWords), readings: readings,
      meaning: try readMeaning())
  }

  private func readMeaning() throws(ConfigurationError) -> VectorTable? {
    let file: FilePath
    switch meaningTable {
    case .none: return nil
    case .file(let path): file = path
    case .installed:
      guard let found = Self.installedTable else { return nil }
      file = found
    }
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

  /// The table beside `sittad` after a build, or in `share/sitta` after an installation; nil if there is none.
  private static var installedTable: FilePath? {
    guard let bin = ProcessEnvironment.programFile?.parent else { return nil }
    return [bin, bin.parent.appending("share").appending("sitta")]
      .map { $0.appending("meaning.sittavec") }
      .first { (try? FileStatus(of: $0))?.kind == .regular }
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
    meaningTable,
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
    switch value.lowercased() {
    case "", "auto": configuration.text.meaningTable = .installed
    case "none": configuration.text.meaningTable = .none
    default:
      guard let file = folders.path(value) else { return false }
      configuration.text.meaningTable = .file(file)
    }
    return true
  }

  /// Splits a value into lower-case words at blanks and commas.
  static func list(_ value: String) -> [String] {
    value.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init)
  }
}
