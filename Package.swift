// swift-tools-version: 6.2
import PackageDescription

// Full RELRO: all symbols are bound at the start, and what they are bound to is read-only then. Relocations
// of a release are packed, which glibc knows since 2.36 and only some linkers can do: a twentieth of its size.
let hardening: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now"]),
  .unsafeFlags(
    ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"],
    .when(configuration: .release)),
]

// Without the shared C++ library a program starts sooner; etc/linker says how. Only in release builds is
// Swift's runtime a part of the program.
let quickStart: [LinkerSetting] = [
  .unsafeFlags(
    ["-L", "\(Context.packageDirectory)/etc/linker", "-Xclang-linker", "-static-libgcc"],
    .when(configuration: .release))
]

// `make` names the file that scripts/make-icu-data.py has written; without it, all data of ICU is linked.
let icuData: [CSetting] =
  Context.environment["ICU_DATA"].map { [.define("ICU_DATA", to: "\"\($0)\"")] } ?? []

// Where each target lies, in Sources and its tests in Tests: the first page of the architecture.
let folders = [
  "System": [
    "CLinux", "CLandlock", "LinuxSystem", "Hashing", "StringDistance", "Arguments", "LanguageCodes",
    "MediaTypes", "SecretMasking", "ForeignJSON",
  ],
  "Library": [
    "CICUData", "CSittaSQLite", "CSittaSQLiteVFS", "CSittaStemmer", "SittaSQLite", "TextAnalysis",
    "FullText",
  ],
  "Documents": [
    "CArchive", "CChannel", "CJail", "CPoppler", "CPopplerLibrary", "CTesseract", "CZlib",
    "ExtractionProtocol", "ContentTypes",
    "CharacterEncodings", "DocumentReaders", "ArchiveReading", "PortableDocumentReading",
    "TextRecognition", "ExtractionWorker", "GeneralReaders",
  ],
  "Wire": ["Varlink", "VarlinkInterface", "SearchInterface"],
  "Index": [
    "CTransformer", "CZstd", "QueryLanguage", "HitOrder", "Meaning", "MeaningModel", "Passages",
    "IndexStorage", "SearchIndex", "SearchMessages",
  ],
  "Daemon": [
    "CSystemd", "FileSelection", "Watching", "TextExtraction", "LanguageDetection", "Cooldown",
    "Configuration", "Indexing", "SearchServing", "IndexService", "sittad",
    "sitta-extract",
  ],
  "Client": ["ModelContextProtocol", "HostSearch", "ClientTool", "sitta"],
  "Session": ["CBus", "CMicrohttpd", "BusServing", "WebServing", "sitta-session"],
  "Team": [
    "CPostgreSQL", "PostgreSQL", "SharedIndex", "SharedSearch", "TeamProgram", "FeedService",
    "GatewayService", "sitta-feed", "sitta-gateway",
  ],
  "Tools": ["InterfaceGenerator", "ManualGenerator", "TableGenerator", "LanguageTableGenerator"],
]

// The layers, lowest first; Tests/ArchitectureTests holds every import line against its own table.
let package = Package(
  name: "sitta",
  products: [
    .library(name: "FullText", targets: ["FullText", "SittaSQLite", "TextAnalysis"]),
    // Distributed under the GPL, because poppler is; see LICENSE.
    .library(name: "sitta-pdf", type: .dynamic, targets: ["CPopplerLibrary"]),
  ],
  targets: [
    .systemLibrary(name: "CSittaSQLite"),
    .systemLibrary(name: "CSystemd"),
    .systemLibrary(name: "CZstd"),
    .systemLibrary(name: "CArchive"),
    .systemLibrary(name: "CSittaStemmer"),
    .systemLibrary(name: "CZlib"),
    .systemLibrary(name: "CMicrohttpd"),
    .systemLibrary(name: "CBus"),
    .systemLibrary(name: "CPostgreSQL"),
    .target(name: "CLinux"),
    // Landlock, for the daemon and for the jailed programs.
    .target(name: "CLandlock"),
    .target(name: "CSittaSQLiteVFS", linkerSettings: [.linkedLibrary("sqlite3")]),

    .target(name: "LinuxSystem", dependencies: ["CLandlock", "CLinux"]),
    .target(name: "ForeignJSON"),
    .target(name: "SittaSQLite", dependencies: ["CSittaSQLite", "CSittaSQLiteVFS"]),
    // What of ICU's data a release contains.
    .target(name: "CICUData", cSettings: icuData),
    // Only ICU's dictionaries find the words of Thai, Lao, Khmer and Burmese; the toolchain brings
    // ICU for Foundation, so nothing is added to a system that runs Swift programs.
    .target(
      name: "TextAnalysis", dependencies: ["CICUData", "CSittaStemmer"],
      linkerSettings: [.linkedLibrary("_FoundationICU")]),
    // Keys and passwords inside of texts.
    .target(name: "SecretMasking"),
    .target(name: "FileSelection", dependencies: ["LinuxSystem", "SecretMasking"]),
    .target(name: "Watching", dependencies: ["LinuxSystem", "FileSelection"]),
    .target(name: "FullText", dependencies: ["CSittaSQLite", "SittaSQLite", "TextAnalysis"]),
    // Codes and names of languages.
    .target(name: "LanguageCodes"),
    // The names of media types, and the words that people have for them.
    .target(name: "MediaTypes"),
    .target(name: "QueryLanguage", dependencies: ["LanguageCodes", "MediaTypes"]),
    .target(
      name: "Varlink", dependencies: ["ForeignJSON", "LinuxSystem"],
      resources: [.embedInCode("org.varlink.service.varlink")]),
    .target(
      name: "SearchInterface", dependencies: ["LinuxSystem", "Varlink"],
      resources: [.embedInCode("io.sitta.Search.varlink")]),
    .target(name: "VarlinkInterface"),
    // Writes Sources/Wire/SearchInterface/Generated; `make interface` runs it after the interface changed.
    .executableTarget(
      name: "InterfaceGenerator", dependencies: ["LinuxSystem", "VarlinkInterface"]),
    // The toolchain brings ICU for Foundation; its converters open no file.
    .target(
      name: "CharacterEncodings", dependencies: ["CICUData"],
      linkerSettings: [.linkedLibrary("_FoundationICU")]),
    .target(name: "LanguageDetection", dependencies: ["LanguageCodes"]),
    // Readers of foreign formats: pure functions of bytes, which only the jailed programs run.
    .target(
      name: "DocumentReaders", dependencies: ["CZlib", "CharacterEncodings", "ExtractionProtocol"]),
    // The door to libarchive: containers and compressed files.
    .target(
      name: "ArchiveReading", dependencies: ["CArchive", "CharacterEncodings", "DocumentReaders"]),
    // Tesseract and leptonica, which are loaded if they are installed.
    .target(name: "CTesseract"),
    // The door to them: the text in images.
    .target(name: "TextRecognition", dependencies: ["CTesseract", "DocumentReaders"]),
    // The channel between the daemon and the jailed programs.
    .target(name: "CChannel"),
    // Landlock, seccomp and resource limits; only the jailed programs link libseccomp.
    .target(
      name: "CJail", dependencies: ["CLandlock"], linkerSettings: [.linkedLibrary("seccomp")]),
    .target(name: "ExtractionProtocol"),
    .target(name: "ContentTypes", dependencies: ["ExtractionProtocol", "MediaTypes"]),
    // The functions of libsitta-pdf.so, which is loaded if it is there; the library itself; the door to it.
    .target(name: "CPoppler"),
    .target(
      name: "CPopplerLibrary", cxxSettings: [.headerSearchPath("../CPoppler/include")],
      linkerSettings: hardening + [.linkedLibrary("poppler-cpp")]),
    .target(
      name: "PortableDocumentReading",
      dependencies: ["CPoppler", "DocumentReaders", "ExtractionProtocol"]),
    // The jailed process that each of the extractors is.
    .target(
      name: "ExtractionWorker",
      dependencies: [
        "CChannel", "CJail", "CharacterEncodings", "ContentTypes", "DocumentReaders",
        "ExtractionProtocol", "Hashing", "MediaTypes",
      ]),
    // The readers of all formats that need no large library.
    .target(
      name: "GeneralReaders",
      dependencies: [
        "ArchiveReading", "CharacterEncodings", "ContentTypes", "DocumentReaders",
        "ExtractionProtocol", "ExtractionWorker",
      ]),
    .target(
      name: "TextExtraction",
      dependencies: [
        "CChannel", "CharacterEncodings", "ContentTypes", "ExtractionProtocol", "Hashing",
        "LinuxSystem", "Meaning", "MediaTypes",
      ]),
    .target(name: "StringDistance"),
    .target(name: "Hashing"),
    // What of a text is shown for a query.
    .target(name: "Passages", dependencies: ["TextAnalysis"]),
    .target(name: "Arguments", dependencies: ["StringDistance"]),
    // The order of hits, for daemons and for a client that merges those of several.
    .target(name: "HitOrder"),
    // What texts are about, as vectors.
    .target(name: "Meaning", dependencies: ["LinuxSystem"]),
    // The same by a sentence encoder, whose arithmetic is in C, for the instructions of each processor.
    .target(name: "CTransformer"),
    .target(name: "MeaningModel", dependencies: ["CTransformer", "LinuxSystem", "Meaning"]),
    // It writes the index, and cannot name what reads it.
    .target(
      name: "IndexStorage",
      dependencies: [
        "CZstd", "FullText", "Hashing", "LanguageCodes", "LinuxSystem", "Meaning", "MediaTypes",
        "SittaSQLite", "TextAnalysis",
      ]),
    .target(
      name: "SearchIndex",
      dependencies: [
        "FullText", "Hashing", "HitOrder", "IndexStorage", "LanguageCodes", "LinuxSystem",
        "Meaning", "MediaTypes", "Passages", "QueryLanguage", "SecretMasking", "SittaSQLite",
        "StringDistance", "TextAnalysis",
      ]),
    // What clients get of it.
    .target(
      name: "SearchMessages",
      dependencies: [
        "HitOrder", "IndexStorage", "LinuxSystem", "Meaning", "QueryLanguage", "SearchIndex",
        "SearchInterface", "Varlink",
      ]),
    .target(name: "Cooldown", dependencies: ["LinuxSystem"]),
    .target(
      name: "Configuration",
      dependencies: [
        "Arguments", "Cooldown", "ExtractionProtocol", "FileSelection", "IndexStorage",
        "LinuxSystem", "Meaning", "MeaningModel", "MediaTypes", "SearchIndex", "StringDistance",
        "TextAnalysis", "TextExtraction", "Watching",
      ]),
    .target(
      name: "Indexing",
      dependencies: [
        "Cooldown", "ExtractionProtocol", "FileSelection", "Hashing",
        "IndexStorage", "LanguageDetection", "LinuxSystem", "Meaning", "MediaTypes", "SittaSQLite",
        "SearchIndex", "TextExtraction", "Watching",
      ]),
    .target(
      name: "SearchServing",
      dependencies: [
        "ContentTypes", "Cooldown", "FileSelection", "HitOrder", "IndexStorage", "Indexing",
        "LinuxSystem", "Meaning", "MediaTypes", "QueryLanguage", "SittaSQLite", "SearchIndex",
        "SearchInterface", "SearchMessages", "TextExtraction", "Varlink", "Watching",
      ]),
    .target(
      name: "IndexService",
      dependencies: [
        "Arguments", "CSystemd", "Configuration", "Cooldown", "FileSelection", "IndexStorage",
        "Indexing", "LinuxSystem", "Meaning", "MediaTypes", "SearchIndex", "SearchInterface",
        "SearchServing", "TextExtraction", "Varlink", "Watching",
      ]),
    // Replies to the lines of an assistant's program.
    .target(name: "ModelContextProtocol", dependencies: ["ForeignJSON"]),
    // Searches on several machines, whose hits have the order of one index.
    .target(
      name: "HostSearch",
      dependencies: [
        "ForeignJSON", "Arguments", "Hashing", "HitOrder", "LinuxSystem", "SearchInterface",
        "StringDistance",
      ]),
    .target(
      name: "ClientTool",
      dependencies: [
        "ForeignJSON", "Arguments", "Hashing", "HostSearch", "LinuxSystem", "MediaTypes",
        "ModelContextProtocol",
        "SearchInterface", "SecretMasking",
      ]),
    .executableTarget(
      name: "sitta", dependencies: ["ClientTool", "LinuxSystem"],
      linkerSettings: hardening + quickStart),
    .executableTarget(
      name: "sittad", dependencies: ["IndexService", "LinuxSystem"], linkerSettings: hardening),
    // The page for a browser.
    .target(
      name: "WebServing",
      dependencies: ["CMicrohttpd", "ForeignJSON", "LinuxSystem", "SearchInterface", "Varlink"]),
    // The searches of the desktops, over D-Bus.
    .target(
      name: "BusServing", dependencies: ["CBus", "LinuxSystem", "MediaTypes", "SearchInterface"]),
    .executableTarget(
      name: "sitta-session",
      dependencies: ["BusServing", "ForeignJSON", "LinuxSystem", "SearchInterface", "WebServing"],
      linkerSettings: hardening + quickStart),
    // The door to libpq.
    .target(name: "PostgreSQL", dependencies: ["CPostgreSQL", "LinuxSystem"]),
    // The tables of a team's index.
    .target(
      name: "SharedIndex",
      dependencies: [
        "Hashing", "LinuxSystem", "PostgreSQL", "SearchInterface", "TextAnalysis",
      ]),
    // Searches in them.
    .target(
      name: "SharedSearch",
      dependencies: [
        "HitOrder", "IndexStorage", "LinuxSystem", "PostgreSQL", "QueryLanguage", "SearchIndex",
        "SearchInterface", "SearchMessages", "SharedIndex", "TextAnalysis",
      ]),
    // What the programs of a team have in common.
    .target(name: "TeamProgram", dependencies: ["Arguments", "LinuxSystem", "PostgreSQL"]),
    .target(
      name: "GatewayService",
      dependencies: [
        "Arguments", "LinuxSystem", "PostgreSQL", "QueryLanguage", "SearchIndex", "SearchInterface",
        "SearchMessages", "SharedIndex", "SharedSearch", "TeamProgram", "Varlink",
      ]),
    .executableTarget(
      name: "sitta-gateway",
      dependencies: ["GatewayService", "LinuxSystem", "PostgreSQL", "TeamProgram"],
      linkerSettings: hardening),
    // The feed of a daemon into them.
    .target(
      name: "FeedService",
      dependencies: [
        "Arguments", "LinuxSystem", "PostgreSQL", "SearchInterface", "SharedIndex", "TeamProgram",
      ]),
    .executableTarget(
      name: "sitta-feed",
      dependencies: ["FeedService", "LinuxSystem", "PostgreSQL", "TeamProgram"],
      linkerSettings: hardening),
    // The jailed program of all readers.
    .executableTarget(
      name: "sitta-extract",
      dependencies: [
        "DocumentReaders", "ExtractionProtocol", "ExtractionWorker", "GeneralReaders",
        "LinuxSystem", "Meaning", "MeaningModel", "PortableDocumentReading", "TextRecognition",
      ], linkerSettings: hardening),
    // Writes share and etc from the tables; `make documents` runs it after one has changed.
    .executableTarget(
      name: "ManualGenerator",
      dependencies: [
        "Arguments", "ClientTool", "Configuration", "FeedService", "GatewayService", "IndexService",
        "LinuxSystem", "SearchInterface", "VarlinkInterface",
      ]),

    // What several benchmarks need.
    .target(
      name: "DaemonMeasuring", dependencies: ["LinuxSystem", "SearchInterface"],
      path: "Benchmarks/DaemonMeasuring"),
    // Judged questions, and how good a list of hits is.
    .target(name: "RankingJudgment", path: "Benchmarks/RankingJudgment"),
    .executableTarget(
      name: "FaultSuite",
      dependencies: [
        "Cooldown", "DaemonMeasuring", "FileSelection", "IndexStorage", "Indexing", "LinuxSystem",
        "SittaSQLite", "SearchIndex", "SearchInterface", "TestSupport", "TextExtraction",
        "Watching",
      ], path: "Benchmarks/FaultSuite"),

    .target(
      name: "TestSupport", dependencies: ["CLinux", "LinuxSystem"], path: "Tests/TestSupport"),
    .testTarget(
      name: "MeaningTests", dependencies: ["LinuxSystem", "Meaning", "TestSupport"]),
    .testTarget(
      name: "MeaningModelTests",
      dependencies: ["LinuxSystem", "Meaning", "MeaningModel", "TestSupport"]),
    .testTarget(name: "ArchitectureTests", dependencies: ["LinuxSystem", "TestSupport"]),
    // The tests of small targets: a module of tests costs more to build than its lines.
    .testTarget(
      name: "UtilityTests",
      dependencies: [
        "Arguments", "ContentTypes", "ExtractionProtocol", "FeedService", "GatewayService",
        "Hashing", "InterfaceGenerator", "LanguageCodes", "LinuxSystem", "MediaTypes", "PostgreSQL",
        "RankingJudgment", "QueryLanguage", "SearchIndex", "SearchInterface", "SharedIndex",
        "SharedSearch", "StringDistance", "TeamProgram", "TestSupport", "VarlinkInterface",
      ]),
    .testTarget(
      name: "SecretMaskingTests", dependencies: ["LinuxSystem", "SecretMasking", "TestSupport"]),
    .testTarget(name: "ArgumentsTests", dependencies: ["Arguments"]),
    .testTarget(name: "ForeignJSONTests", dependencies: ["ForeignJSON"]),
    .testTarget(name: "WebServingTests", dependencies: ["LinuxSystem", "WebServing"]),
    .testTarget(
      name: "BusServingTests",
      dependencies: ["BusServing", "LinuxSystem", "SearchInterface", "TestSupport"]),
    .testTarget(
      name: "ClientToolTests",
      dependencies: [
        "Arguments", "ClientTool", "LinuxSystem", "ModelContextProtocol", "SearchInterface",
        "TestSupport", "Varlink",
      ]),
    .testTarget(
      name: "HostSearchTests",
      dependencies: [
        "Arguments", "HitOrder", "HostSearch", "LinuxSystem", "SearchInterface", "TestSupport",
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "FaultSuite", "LinuxSystem", "ModelContextProtocol", "SittaSQLite", "SearchInterface",
        "TestSupport", "sitta", "TextExtraction", "sitta-extract", "sittad",
      ],
      exclude: [
        "deb-install-test.sh", "deb-test.sh", "desktop-test.py", "desktop-test.sh",
        "hanging-file-system.py", "hostile-host.py", "mcp-client.py", "newcomer-test.sh",
        "readme-commands.sh", "server-test.sh", "systemd-test.sh", "upgrade-test.sh", "web-test.py",
        "with-system-systemd.sh", "with-user-systemd.sh", "without-user-namespaces.sh",
      ]),
    .testTarget(
      name: "FileSelectionTests", dependencies: ["FileSelection", "LinuxSystem", "TestSupport"]),
    .target(
      name: "FullTextFuzzing",
      dependencies: ["CSittaSQLite", "FullText", "SittaSQLite", "TextAnalysis"],
      path: "Tests/Library/FullTextFuzzing"),
    .testTarget(
      name: "FullTextTests",
      dependencies: [
        "FullText", "FullTextFuzzing", "LinuxSystem", "SittaSQLite", "TestSupport", "TextAnalysis",
      ],
      exclude: ["FuzzedInputs.txt"]),
    .testTarget(name: "CharacterEncodingsTests", dependencies: ["CharacterEncodings"]),
    .testTarget(
      name: "LanguageDetectionTests",
      dependencies: ["LanguageCodes", "LanguageDetection", "TestSupport"]),
    .testTarget(
      name: "DocumentReadersTests",
      dependencies: [
        "CharacterEncodings", "DocumentReaders", "ExtractionProtocol", "LinuxSystem", "SittaSQLite",
        "TestSupport",
      ]),
    .testTarget(
      name: "ArchiveReadingTests",
      dependencies: ["ArchiveReading", "DocumentReaders", "ExtractionProtocol", "TestSupport"]),
    .testTarget(
      name: "PortableDocumentReadingTests",
      dependencies: [
        "DocumentReaders", "ExtractionProtocol", "PortableDocumentReading", "TestSupport",
      ]),
    .testTarget(
      name: "ExtractionProtocolTests", dependencies: ["ExtractionProtocol", "TestSupport"]),
    .testTarget(
      name: "TextRecognitionTests",
      dependencies: ["DocumentReaders", "ExtractionProtocol", "TestSupport", "TextRecognition"]),
    .testTarget(name: "CooldownTests", dependencies: ["Cooldown", "LinuxSystem", "TestSupport"]),
    .testTarget(
      name: "ConfigurationTests",
      dependencies: [
        "Configuration", "Cooldown", "ExtractionProtocol", "FileSelection", "IndexStorage",
        "LinuxSystem", "SearchIndex", "TestSupport", "TextAnalysis", "TextExtraction",
      ]),
    .testTarget(
      name: "IndexingTests",
      dependencies: [
        "Cooldown", "ExtractionProtocol", "FileSelection", "IndexStorage", "Indexing",
        "LinuxSystem", "Meaning", "QueryLanguage", "SittaSQLite", "SearchIndex", "TestSupport",
        "TextAnalysis", "TextExtraction", "Watching", "sitta-extract",
      ]),
    .testTarget(
      name: "SearchServingTests",
      dependencies: [
        "Cooldown", "ExtractionProtocol", "FileSelection", "HostSearch", "IndexStorage", "Indexing",
        "LinuxSystem", "Meaning", "QueryLanguage", "SearchIndex", "SearchInterface",
        "SearchMessages", "SearchServing", "TestSupport", "TextExtraction", "Varlink",
        "VarlinkInterface", "Watching",
      ]),
    .testTarget(
      name: "IndexServiceTests",
      dependencies: [
        "Arguments", "Configuration", "FileSelection", "IndexService", "LinuxSystem", "MediaTypes",
        "TestSupport",
      ]),
    .testTarget(
      name: "ManualGeneratorTests",
      dependencies: [
        "Arguments", "ClientTool", "LinuxSystem", "ManualGenerator", "TestSupport",
        "VarlinkInterface",
      ]),
    .testTarget(
      name: "ModelContextProtocolTests", dependencies: ["ModelContextProtocol", "TestSupport"]),
    .testTarget(name: "LinuxSystemTests", dependencies: ["LinuxSystem", "TestSupport"]),
    .testTarget(name: "PassagesTests", dependencies: ["Passages", "TestSupport", "TextAnalysis"]),
    .testTarget(name: "QueryLanguageTests", dependencies: ["QueryLanguage", "TestSupport"]),
    .testTarget(
      name: "SittaSQLiteTests",
      dependencies: ["CSittaSQLite", "LinuxSystem", "SittaSQLite", "TestSupport"]),
    .testTarget(name: "HitOrderTests", dependencies: ["HitOrder"]),
    .testTarget(
      name: "IndexStorageTests",
      dependencies: [
        "FullText", "IndexStorage", "LinuxSystem", "Meaning", "SittaSQLite", "TestSupport",
        "TextAnalysis",
      ]),
    .testTarget(
      name: "SearchIndexTests",
      dependencies: [
        "FullText", "HitOrder", "IndexStorage", "LinuxSystem", "Meaning", "QueryLanguage",
        "SittaSQLite", "SearchIndex", "StringDistance", "TestSupport", "TextAnalysis",
      ]),
    .testTarget(
      name: "SearchInterfaceTests",
      dependencies: ["LinuxSystem", "SearchInterface", "TestSupport", "Varlink"]),
    .testTarget(name: "TextAnalysisTests", dependencies: ["TestSupport", "TextAnalysis"]),
    // Tries from inside the jail what it must forbid.
    .executableTarget(name: "JailProbe", dependencies: ["CJail"], path: "Tests/Daemon/JailProbe"),
    .testTarget(
      name: "TextExtractionTests",
      dependencies: [
        "ExtractionProtocol", "JailProbe", "LinuxSystem", "Meaning", "TestSupport",
        "TextExtraction",
        "sitta-extract",
      ]),
    .testTarget(name: "VarlinkTests", dependencies: ["LinuxSystem", "TestSupport", "Varlink"]),
    .testTarget(
      name: "WatchingTests",
      dependencies: ["FileSelection", "LinuxSystem", "TestSupport", "Watching"],
      exclude: ["Scenarios"]),
  ],
  cxxLanguageStandard: .cxx17)

// What no test starts is built only where it is asked for: `make bench`, and the tables by hand.
if Context.environment["BENCHMARKS"] != nil {
  package.targets += [
    .executableTarget(
      name: "DaemonBenchmark",
      dependencies: ["DaemonMeasuring", "LinuxSystem", "ModelContextProtocol", "SearchInterface"],
      path: "Benchmarks/DaemonBenchmark"),
    .executableTarget(
      name: "LoadBenchmark", dependencies: ["DaemonMeasuring", "LinuxSystem", "SearchInterface"],
      path: "Benchmarks/LoadBenchmark"),
    .executableTarget(
      name: "HostsBenchmark",
      dependencies: ["DaemonMeasuring", "LinuxSystem", "SearchInterface", "TestSupport"],
      path: "Benchmarks/HostsBenchmark"),
    .executableTarget(
      name: "WatchingBenchmark",
      dependencies: ["DaemonMeasuring", "LinuxSystem", "SearchInterface", "TestSupport"],
      path: "Benchmarks/WatchingBenchmark"),
    .executableTarget(
      name: "FeedBenchmark",
      dependencies: [
        "DaemonMeasuring", "LinuxSystem", "SearchInterface", "SittaSQLite", "TestSupport",
      ], path: "Benchmarks/FeedBenchmark"),
    .executableTarget(
      name: "ReadingBenchmark",
      dependencies: [
        "DaemonMeasuring", "LinuxSystem", "SittaSQLite", "SearchInterface", "TestSupport",
        "TextExtraction",
      ],
      path: "Benchmarks/ReadingBenchmark", exclude: ["fetch-material.sh", "reference"]),
    .executableTarget(
      name: "FullTextBenchmark", dependencies: ["FullText", "SittaSQLite", "TextAnalysis"],
      path: "Benchmarks/FullTextBenchmark"),
    .executableTarget(
      name: "SegmentBenchmark", dependencies: ["FullText", "SittaSQLite"],
      path: "Benchmarks/SegmentBenchmark"),
    .executableTarget(
      name: "IndexBenchmark",
      dependencies: [
        "IndexStorage", "LinuxSystem", "QueryLanguage", "SittaSQLite", "SearchIndex",
      ],
      path: "Benchmarks/IndexBenchmark"),
    .executableTarget(
      name: "QueryBenchmark",
      dependencies: [
        "DaemonMeasuring", "IndexStorage", "LinuxSystem", "QueryLanguage", "SearchIndex",
        "TestSupport",
      ],
      path: "Benchmarks/QueryBenchmark"),
    .executableTarget(
      name: "MeaningBenchmark", dependencies: ["LinuxSystem", "MeaningModel", "TestSupport"],
      path: "Benchmarks/MeaningBenchmark", exclude: ["make-reference.py"]),
    .executableTarget(
      name: "RankingBenchmark",
      dependencies: [
        "DaemonMeasuring", "IndexStorage", "LinuxSystem", "QueryLanguage", "RankingJudgment",
        "SittaSQLite", "SearchIndex", "SearchInterface", "TestSupport",
      ],
      path: "Benchmarks/RankingBenchmark",
      exclude: [
        "make-collections.py", "make-meaning-collections.py", "make-tree.sh", "misspellings.tsv",
        "personal", "questions.tsv",
      ]),
    // Writes Sources/Library/TextAnalysis/Generated; run by hand after an update of the toolchain.
    .executableTarget(name: "TableGenerator"),
    // Writes Sources/Daemon/LanguageDetection/Generated from training text, which is not in the repository.
    .executableTarget(name: "LanguageTableGenerator", dependencies: ["LanguageDetection"]),
    .executableTarget(
      name: "TextAnalysisBenchmark", dependencies: ["SecretMasking", "TextAnalysis"],
      path: "Benchmarks/TextAnalysisBenchmark"),
  ]
}

// libFuzzer brings its own linking, so its targets are there only where they are asked for.
if Context.environment["FUZZ"] != nil {
  package.targets += [
    .target(name: "Fuzzing", path: "Tests/Fuzzing"),
    .executableTarget(
      name: "FullTextFuzzer",
      dependencies: ["FullText", "FullTextFuzzing", "Fuzzing", "SittaSQLite"],
      path: "Tests/Library/FullTextFuzzer"),
    .executableTarget(
      name: "QueryFuzzer",
      dependencies: [
        "Fuzzing", "IndexStorage", "LinuxSystem", "QueryLanguage", "SearchIndex", "TestSupport",
      ],
      path: "Tests/Index/QueryFuzzer"),
    .executableTarget(
      name: "ReaderFuzzer",
      dependencies: [
        "ArchiveReading", "CharacterEncodings", "DocumentReaders", "ExtractionProtocol",
        "Fuzzing", "GeneralReaders", "LanguageDetection", "LinuxSystem",
        "PortableDocumentReading", "TextExtraction",
      ], path: "Benchmarks/ReaderFuzzer", exclude: ["tokens.dict"]),
  ]
}

for (folder, names) in folders {
  for target in package.targets where target.path == nil {
    if names.contains(target.name) {
      target.path = "Sources/\(folder)/\(target.name)"
    } else if names.contains(where: { target.name == "\($0)Tests" }) {
      target.path = "Tests/\(folder)/\(target.name)"
    }
  }
}

let hotTargets: Set = [
  "ArchiveReading", "CharacterEncodings", "ClientTool", "ContentTypes", "DocumentReaders",
  "ExtractionProtocol", "FileSelection", "FullText", "FullTextFuzzing", "Hashing", "HitOrder",
  "IndexStorage",
  "Indexing", "LanguageDetection", "LinuxSystem", "MeaningModel", "Passages", "PassagesTests",
  "PortableDocumentReading", "QueryLanguage", "SearchIndex", "SecretMasking", "SecretMaskingTests",
  "SittaSQLite", "StringDistance", "TextAnalysis", "TextExtraction", "TextRecognition", "Watching",
]
let targetsInC: Set = [
  "CChannel", "CICUData", "CJail", "CLandlock", "CLinux", "CPoppler", "CPopplerLibrary",
  "CSittaSQLiteVFS", "CTesseract", "CTransformer", "JailProbe",
]
for target in package.targets
where target.type != .system && !targetsInC.contains(target.name) {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
  ]
  // `make test` has the targets that work hard optimized, with all assertions: that takes less time than tests of
  // slow programs. The others, and the tests themselves, are not worth it; but the largest of them is optimized so that
  // an optimizer that does not come to an end is noticed before a release.
  guard Context.environment["OPTIMIZED"] != nil else { continue }
  // The toolchain brings the quicker linker.
  target.linkerSettings =
    (target.linkerSettings ?? []) + [
      .unsafeFlags(["-use-ld=lld"], .when(configuration: .debug))
    ]
  guard hotTargets.contains(target.name) else { continue }
  target.swiftSettings?.append(
    .unsafeFlags(
      ["-O", "-whole-module-optimization", "-num-threads", "2", "-assert-config", "Debug"],
      .when(configuration: .debug)))
}
