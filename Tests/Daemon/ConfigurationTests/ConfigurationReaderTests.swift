import Cooldown
import ExtractionProtocol
import FileSelection
import LinuxSystem
import TestSupport
import Testing
import TextAnalysis
import TextExtraction

@testable import Configuration

struct ConfigurationReaderTests {
  let folder: TemporaryDirectory
  let reader = ConfigurationReader(home: "/home/a")

  init() throws {
    folder = try TemporaryDirectory()
  }

  func parse(_ text: String) throws(ConfigurationError) -> ServiceConfiguration {
    var configuration = ServiceConfiguration()
    try reader.parse(Array(text.utf8), named: "f", into: &configuration)
    return configuration
  }

  @Test(arguments: ["", "\n\n", "# words\n; words\n", "[Index]\n[Watch]\n", "[Index]\r\n"])
  func `A file that says nothing changes nothing`(text: String) throws {
    #expect(try parse(text) == ServiceConfiguration())
  }

  @Test func `Where a pattern stands is kept`() throws {
    let configuration = try parse("[Index]\n# two\nExclude=a b\nHidden=yes\nExclude=c a\n")
    #expect(
      configuration.excludeOrigins == [
        "a": RuleOrigin(file: "f", line: 5), "b": RuleOrigin(file: "f", line: 3),
        "c": RuleOrigin(file: "f", line: 5),
      ])
  }

  @Test func `Every option is read`() throws {
    let configuration = try parse(
      """
      \u{feff}# A comment
      [Index]
      Roots = ~/notes /srv/docs
      Roots=~
      Exclude=*.iso "a b" ~/tmp/*
      Hidden=yes
      IgnoreFiles=no
      Secrets=yes
      Access=yes
      OneFileSystem=no
      MaxFileSize=3M
      Sources=kmail
      Sources=
      Sources=thunderbird Bookmarks
      Sources=bookmarks

      [Watch]
      PollInterval=30s
      CheckInterval=7d
      [Text]
      Languages=german, FR
      Synonyms=~/words /etc/more
      StopWords=de
      Readings=pinyin,romaji
      [Extract]
      MaxTextSize=2M
      Formats=-archive -image
      Formats=-svg archive
      Archives=no
      ArchiveDepth=3
      MaxMembers=7
      MaxUnpackedSize=3M
      TimeLimit=1min 30s
      Isolation=Strict
      [Cooldown]
      ActiveTime=2min 5s
      RestTime=0.5s
      OnBattery=yes
      Pressure=40%
      [Service]
      LogLevel=Debug
      QueryLog=yes
      [Index]
      Exclude='c d'
      """)
    #expect(configuration.roots == ["/home/a/notes", "/srv/docs", "/home/a"])
    #expect(
      configuration.excludes
        == ["*.iso", "a b", "/home/a/tmp/*", "c d"].map { GlobPattern($0) })
    #expect(configuration.includesHidden)
    #expect(configuration.text.languages == ["german", "fr"])
    #expect(configuration.text.synonymFiles == ["/home/a/words", "/etc/more"])
    #expect(configuration.text.hasShippedSynonyms)
    #expect(configuration.text.stopWords == ["de"])
    #expect(configuration.text.readings == [.pinyin, .romaji])
    #expect(!configuration.followsIgnoreFiles)
    #expect(configuration.includesSecrets)
    #expect(configuration.recordsAccess)
    #expect(!configuration.staysOnFileSystem)
    #expect(configuration.sizeLimit == 3 << 20)
    let sources = [PersonalSource.thunderbird, .bookmarks].flatMap { $0.folders(in: "/home/a") }
    #expect(configuration.sources == sources)
    #expect(configuration.pollInterval == .seconds(30))
    #expect(configuration.checkInterval == .seconds(7 * 86_400))
    #expect(configuration.textLimit == 2 << 20)
    var extraction = ExtractionSettings()
    configuration.extract.apply(to: &extraction)
    var formats = FormatSelection()
    for word in ["-archive", "-image", "-svg", "archive"] { _ = formats.apply(word) }
    #expect(extraction.formats == formats)
    #expect(extraction.members == MemberLimits(depth: 0, count: 7, size: 3 << 20))
    #expect(extraction.timeLimit == 90)
    #expect(extraction.isolatesDocuments)
    #expect(configuration.cooldown.activeTime == .seconds(125))
    #expect(configuration.cooldown.restTime == .milliseconds(500))
    #expect(configuration.cooldown.worksOnBattery)
    #expect(configuration.cooldown.pressure == 40)
    #expect(configuration.logLevel == .debug)
    #expect(configuration.keepsQueries)
  }

  @Test(
    arguments: [
      ("Roots=/a\nRoots=/b", ["/a", "/b"]), ("Roots=/a\nRoots=", nil),
      ("Roots=/a\nRoots=\nRoots=/b", ["/b"]), ("Roots=\"/a b\" '/c d'", ["/a b", "/c d"]),
      ("Roots=/a/../b/", ["/b"]), ("Roots=\"/a b", ["/a b"]),
    ] as [(String, [FilePath]?)])
  func `A list grows, and an empty value empties it`(lines: String, roots: [FilePath]?) throws {
    #expect(try parse("[Index]\n\(lines)\n").roots == roots)
  }

  @Test(
    arguments: [
      "Formats=word", "Formats=-", "ArchiveDepth=0", "ArchiveDepth=5", "ArchiveDepth=-1",
      "MaxMembers=0", "MaxMembers=10001", "MaxUnpackedSize=1K", "MaxUnpackedSize=513M",
      "TimeLimit=9s", "TimeLimit=601s", "TimeLimit=x", "Isolation=yes", "Archives=some",
    ])
  func `A limit of reading outside its range is an error`(line: String) {
    #expect(throws: ConfigurationError.self) { try parse("[Extract]\n\(line)") }
  }

  @Test func `An empty list of formats means all`() throws {
    #expect(try parse("[Extract]\nFormats=-html\nFormats=").extract == ExtractOptions())
  }

  @Test func `Patterns are emptied, too`() throws {
    #expect(try parse("[Index]\nExclude=a b\nExclude=\nExclude=c").excludes == [GlobPattern("c")])
    #expect(try parse("[Index]\nExclude=a b\nExclude=").excludes == [])
  }

  @Test(
    arguments: [
      ("1", true), ("yes", true), ("True", true), ("on", true), ("0", false), ("no", false),
      ("false", false), ("OFF", false),
    ])
  func `A boolean is what systemd takes for one`(value: String, expected: Bool) throws {
    let text = "[Index]\nHidden=\(expected ? "no" : "yes")\nHidden=\(value)"
    #expect(try parse(text).includesHidden == expected)
  }

  @Test(
    arguments: [
      ("1K", 1 << 10), ("1024", 1 << 10), ("64m", 64 << 20), ("1G", 1 << 30), ("1023", nil),
      ("1025M", nil), ("0", nil), ("-1K", nil), ("1T", nil), ("K", nil), ("", nil), ("1.5M", nil),
      ("9999999999999G", nil),
    ] as [(String, Int?)])
  func `A size lies between 1K and 1G`(value: String, expected: Int?) {
    #expect((try? parse("[Extract]\nMaxTextSize=\(value)").textLimit) == expected)
  }

  @Test(
    arguments: [
      ("5", 5), ("100M", 100 << 20), ("1M\nMaxFileSize=infinity", nil), ("0", 0),
    ] as [(String, Int64?)])
  func `The size of a file is limited or not`(value: String, expected: Int64?) throws {
    #expect(try parse("[Index]\nMaxFileSize=\(value)").sizeLimit == expected)
    for wrong in ["-1", "", "1X", "many"] {
      #expect(throws: ConfigurationError.self) { try parse("[Index]\nMaxFileSize=\(wrong)") }
    }
  }

  @Test(
    arguments: [
      ("1", 1), ("90 s", 90), ("5min", 300), ("2 m", 120), ("24h", 86_400), ("7d", 604_800),
      ("1week", 604_800), ("1h 30min", 5_400), ("8d", nil), ("0", nil), ("-1s", nil), ("min", nil),
      ("", nil), ("99999999999999999999d", nil), ("999999999999999999d", nil),
    ] as [(String, Int?)])
  func `A round takes a second to a week`(value: String, seconds: Int?) {
    let interval = try? parse("[Watch]\nPollInterval=\(value)").pollInterval
    #expect(interval == seconds.map { .seconds($0) })
  }

  @Test(arguments: [("1", 1), ("100%", 100), ("60", 60), ("0", nil), ("0%", nil)])
  func `A pressure is a share in percent, or none`(value: String, expected: Int?) throws {
    #expect(try parse("[Cooldown]\nPressure=\(value)").cooldown.pressure == expected)
  }

  @Test func `Times of work and rest can be none`() throws {
    let limits = try parse("[Cooldown]\nActiveTime=0\nRestTime=0s").cooldown
    #expect(limits.activeTime == .zero)
    #expect(limits.restTime == .zero)
  }

  static let indexKeys =
    "Roots, Exclude, Hidden, IgnoreFiles, Secrets, OneFileSystem, MaxFileSize, Access, Sources"

  @Test(
    arguments: [
      ("[Index]\nHiden=no", 2, "[Index] has no Hiden=. It has \(indexKeys)."),
      (
        "[index]\nHidden=no", 2,
        """
        there is no section [index]. Did you mean [Index]? The sections are [Cooldown], [Extract], \
        [Index], [Ranking], [Reader NAME], [Service], [Text], [Watch].
        """
      ),
      (
        "[Idx]\nHidden=no", 2,
        """
        there is no section [Idx]. The sections are [Cooldown], [Extract], [Index], [Ranking], \
        [Reader NAME], [Service], [Text], [Watch].
        """
      ),
      ("Hidden=no", 1, "Hidden= comes before the first section. Write [Index] above it."),
      ("[Index]\nhidden=no", 2, "[Index] has no hidden=. Did you mean Hidden=?"),
      ("[Index]\nQueryLog=no", 2, "[Index] has no QueryLog=. [Service] has QueryLog=."),
      (
        "\n\n[Index]\n\nHidden=perhaps", 5,
        "Hidden=perhaps is not allowed. Hidden= takes yes or no."
      ),
      (
        "[Index]\nRoots=/a b", 2,
        """
        Roots=/a b is not allowed. Roots= takes folders, absolute or beginning with ~/. \
        Put a folder with a blank in quotes.
        """
      ),
      (
        "[Index]\nSources=evolution thunderbrid", 2,
        """
        Sources=evolution thunderbrid is not allowed. Sources= takes words of this list: thunderbird, \
        evolution, kmail, bookmarks. Did you mean thunderbird?
        """
      ),
      (
        "[Index]\nSources=mutt", 2,
        """
        Sources=mutt is not allowed. Sources= takes words of this list: thunderbird, evolution, kmail, \
        bookmarks.
        """
      ),
      (
        "[Extract]\nMaxTextSize=2T", 2,
        "MaxTextSize=2T is not allowed. MaxTextSize= takes a size from 1K to 1G, such as 64M."
      ),
      (
        "[Service]\nLogLevel=loud", 2,
        "LogLevel=loud is not allowed. LogLevel= takes error, warning, info or debug."
      ),
      (
        "[Cooldown]\nRestTime=soon", 2,
        "RestTime=soon is not allowed. RestTime= takes a time span such as 30s, or 0."
      ),
      (
        "[Cooldown]\nPressure=101", 2,
        "Pressure=101 is not allowed. Pressure= takes a share from 1% to 100%, or 0."
      ),
      ("words", 1, "this line is neither [Section], Key=Value nor a comment."),
      ("[Index]\n# ok\n[Index", 3, "this line is neither [Section], Key=Value nor a comment."),
      ("[Index]\nwords\nHiden=no", 2, "this line is neither [Section], Key=Value nor a comment."),
      ("[Index]\nHiden=no\nwords", 2, "[Index] has no Hiden=. It has \(indexKeys)."),
      (
        "[Index]\nHidden=\u{1b}[2J", 2, "Hidden=\\u{1b}[2J is not allowed. Hidden= takes yes or no."
      ),
    ])
  func `The first wrong line is named, with what is allowed`(
    text: String, line: Int, sentence: String
  ) {
    let expected = ConfigurationError(file: "f", line: line, reason: sentence)
    #expect(throws: expected) { try parse(text) }
  }

  @Test func `A wrong file changes nothing`() {
    var configuration = ServiceConfiguration()
    #expect(throws: ConfigurationError.self) {
      try reader.parse(Array("[Index]\nHidden=yes\nx=y".utf8), named: "f", into: &configuration)
    }
    #expect(configuration == ServiceConfiguration())
  }

  @Test func `A line may be as long as the file`() throws {
    let long = "Exclude=" + String(repeating: "a", count: 100_000)
    #expect(try parse("[Index]\n\(long)\nHidden=yes").excludes.first?.text.count == 100_000)
  }

  @Test func `Files are read in their order, and a later line wins`() throws {
    let system = folder["etc"]
    let user = folder["home"]
    try system["sittad.conf"].write("[Index]\nRoots=/1\nHidden=yes\n[Service]\nLogLevel=error")
    try system["sittad.conf.d/20.conf"].write("[Index]\nRoots=/3")
    try system["sittad.conf.d/10.conf"].write("[Index]\nRoots=/2")
    try system["sittad.conf.d/30.bak"].write("nonsense")
    try user["sittad.conf"].write("[Index]\nRoots=/4\n[Service]\nLogLevel=debug")
    try user["sittad.conf.d/05.conf"].write("[Index]\nRoots=/5")
    let configuration = try reader.read(only: nil, folders: [system, user])
    #expect(configuration.roots == ["/1", "/2", "/3", "/4", "/5"])
    #expect(configuration.includesHidden)
    #expect(configuration.logLevel == .debug)
  }

  @Test func `Missing files are passed over, unless one was asked for`() throws {
    let nowhere = folder["nowhere"]
    #expect(try reader.read(only: nil, folders: [nowhere]) == ServiceConfiguration())
    #expect(throws: SystemError.self) { try reader.read(only: nowhere, folders: []) }
  }

  @Test func `The file that was asked for is the only one`() throws {
    try folder["sittad.conf"].write("[Index]\nRoots=/1")
    try folder["x"].write("[Index]\nRoots=/2")
    #expect(try reader.read(only: folder["x"], folders: [folder.path]).roots == ["/2"])
  }

  @Test func `A wrong file is named`() throws {
    try folder["sittad.conf"].write("words")
    let expected = ConfigurationError(
      file: "\(folder["sittad.conf"])", line: 1,
      reason: "this line is neither [Section], Key=Value nor a comment.")
    #expect(throws: expected) { try reader.read(only: nil, folders: [folder.path]) }
    #expect(
      expected.description
        == """
        \(folder["sittad.conf"]), line 1: this line is neither [Section], Key=Value nor a comment.
        """)
  }

  @Test(
    arguments: [
      ("", []), ("  ", []), ("a", ["a"]), (" a  b ", ["a", "b"]), ("\"a b\" c", ["a b", "c"]),
      ("'a \"b\"'", ["a \"b\""]), ("a\"b c\"d", ["ab cd"]), ("\"\"", [""]), ("\"a b", ["a b"]),
      ("a\tb", ["a", "b"]), ("''a", ["a"]),
    ] as [(String, [String])])
  func `Words stand between blanks, and quotes hold them together`(text: String, words: [String]) {
    #expect(ConfigurationOption.words(text) == words)
  }
}

extension FilePath {
  fileprivate subscript(_ name: String) -> FilePath {
    name.split(separator: "/").reduce(self) { $0.appending(String($1)) }
  }
}
