import Testing

/// The folders of `Sources` with their targets, lowest layer first, and the allowed imports of each
/// target.
///
/// A door to C has no Swift, and nil. Change the table with a reason. SwiftPM's own check of the
/// manifest misses imports that come through another target.
private let layers: KeyValuePairs<String, KeyValuePairs<String, Set<String>?>> = [
  "System": [
    "CLinux": nil,
    "CLandlock": nil,
    "LinuxSystem": ["CLandlock", "CLinux", "Glibc"],
    "ForeignJSON": ["FoundationEssentials"],
    "Hashing": [],
    // Misspelled words and misspelled commands are counted alike.
    "StringDistance": [],
    "Arguments": ["StringDistance"],
    // Queries and the detector know languages by the same codes.
    "LanguageCodes": [],
    // Queries name the types that files get.
    "MediaTypes": [],
    // The daemon masks the texts that assistants see, and the client masks the rest.
    "SecretMasking": [],
  ],
  "Library": [
    "CICUData": nil,
    "CSittaSQLite": nil,
    "CSittaSQLiteVFS": nil,
    "CSittaStemmer": nil,
    "SittaSQLite": ["CSittaSQLite", "CSittaSQLiteVFS"],
    // ICU has the only dictionaries for Thai, Lao, Khmer and Burmese and comes with the toolchain;
    // Glibc's dlopen loads the reader of kanji where there is one.
    "TextAnalysis": ["CICUData", "CSittaStemmer", "_FoundationICU", "Glibc"],
    // FTS5's C interface is wrapped where it is used; Glibc is for the logarithm in bm25.
    "FullText": ["CSittaSQLite", "Glibc", "SittaSQLite", "TextAnalysis"],
  ],
  "Documents": [
    "CArchive": nil,
    "CChannel": nil,
    "CJail": nil,
    "CPoppler": nil,
    "CPopplerLibrary": nil,
    "CTesseract": nil,
    "CZlib": nil,
    // The messages between the daemon and the jailed programs.
    "ExtractionProtocol": [],
    // The daemon and the jailed programs recognize files by the same rules.
    "ContentTypes": ["ExtractionProtocol", "MediaTypes"],
    // The toolchain's ICU converts text that is not UTF-8.
    "CharacterEncodings": ["CICUData", "_FoundationICU"],
    // Readers of foreign formats are pure functions of bytes.
    // Objects of PDF and of PowerPoint 97 are often packed with zlib.
    "DocumentReaders": ["CZlib", "CharacterEncodings", "ExtractionProtocol"],
    // Glibc is for the locale in which libarchive gives names.
    "ArchiveReading": ["CArchive", "CharacterEncodings", "DocumentReaders", "Glibc"],
    "PortableDocumentReading": ["CPoppler", "DocumentReaders", "ExtractionProtocol"],
    // The text in images, through tesseract and leptonica.
    "TextRecognition": ["CTesseract", "DocumentReaders"],
    // Glibc is for getpid and _exit: this process has no runtime but Swift's.
    "ExtractionWorker": [
      "CChannel", "CJail", "CharacterEncodings", "ContentTypes", "Hashing", "MediaTypes",
      "DocumentReaders", "ExtractionProtocol", "Glibc",
    ],
    // The formats that one of the programs reads, and how.
    "GeneralReaders": [
      "ArchiveReading", "CharacterEncodings", "ContentTypes", "DocumentReaders",
      "ExtractionProtocol", "ExtractionWorker",
    ],
  ],
  "Wire": [
    "Varlink": ["ForeignJSON", "LinuxSystem", "FoundationEssentials"],
    "VarlinkInterface": [],
    "SearchInterface": ["LinuxSystem", "Varlink"],
  ],
  "Index": [
    "CTransformer": nil,
    "CZstd": nil,
    "QueryLanguage": ["LanguageCodes", "MediaTypes"],
    // Daemons and clients put hits into the same order.
    "HitOrder": [],
    // Text and matches in, sentences out: it knows no index.
    "Passages": ["TextAnalysis"],
    // Texts in, vectors out; Glibc is for the logarithm. It knows no index.
    "Meaning": ["Glibc", "LinuxSystem"],
    // The standard library decomposes characters for Foundation.
    "MeaningModel": ["CTransformer", "LinuxSystem", "Meaning", "Swift"],
    // It writes the index, and knows no query. The analyzer is chosen here.
    "IndexStorage": [
      "LinuxSystem", "SittaSQLite", "TextAnalysis", "FullText", "LanguageCodes", "CZstd",
      "Hashing", "Meaning", "MediaTypes",
    ],
    // It reads the index. The words of queries get their stems and synonyms here.
    "SearchIndex": [
      "LinuxSystem", "SittaSQLite", "TextAnalysis", "FullText", "LanguageCodes", "MediaTypes",
      "QueryLanguage", "HitOrder", "Meaning", "Passages", "IndexStorage", "Hashing",
      "SecretMasking", "StringDistance",
    ],
    // What clients get of it, from a daemon or from a team's index.
    "SearchMessages": [
      "HitOrder", "IndexStorage", "LinuxSystem", "Meaning", "QueryLanguage", "SearchIndex",
      "SearchInterface", "Varlink",
    ],
  ],
  "Daemon": [
    "CSystemd": nil,
    "FileSelection": ["LinuxSystem", "SecretMasking"],
    "Watching": ["LinuxSystem", "FileSelection"],
    // Glibc is for poll(2) and the numbers of signals and errors.
    "TextExtraction": [
      "CChannel", "CharacterEncodings", "ContentTypes", "MediaTypes", "ExtractionProtocol", "Glibc",
      "Hashing", "LinuxSystem", "Meaning",
    ],
    "LanguageDetection": ["LanguageCodes", "FoundationEssentials"],
    // When bulk work may run.
    "Cooldown": ["LinuxSystem", "FoundationEssentials"],
    "Configuration": [
      "LinuxSystem", "TextAnalysis", "FileSelection", "Arguments", "Watching", "IndexStorage",
      "Meaning", "MeaningModel", "MediaTypes", "SearchIndex", "StringDistance", "Cooldown",
      "ExtractionProtocol", "TextExtraction",
    ],
    // It knows nothing of the wire, and nothing of the configuration's files.
    "Indexing": [
      "LinuxSystem", "SittaSQLite", "FileSelection", "Watching", "MediaTypes",
      "TextExtraction", "IndexStorage", "SearchIndex", "Cooldown", "ExtractionProtocol", "Hashing",
      "LanguageDetection", "Meaning",
    ],
    "SearchServing": [
      "LinuxSystem", "SittaSQLite", "QueryLanguage", "FileSelection", "Varlink", "Watching",
      "ContentTypes", "Meaning", "MediaTypes", "TextExtraction", "SearchInterface", "IndexStorage",
      "SearchIndex", "SearchMessages", "Cooldown", "HitOrder", "Indexing", "FoundationEssentials",
    ],
    // Only the composition knows systemd.
    "IndexService": [
      "LinuxSystem", "FileSelection", "Arguments", "Varlink", "Watching", "TextExtraction",
      "SearchInterface", "IndexStorage", "SearchIndex", "Cooldown", "Configuration", "Indexing",
      "Meaning", "SearchServing", "CSystemd", "FoundationEssentials", "MediaTypes",
    ],
    "sittad": ["LinuxSystem", "IndexService"],
    // The program of all jailed readers.
    "sitta-extract": [
      "DocumentReaders", "ExtractionProtocol", "ExtractionWorker", "GeneralReaders", "LinuxSystem",
      "Meaning", "MeaningModel", "PortableDocumentReading", "TextRecognition",
    ],
  ],
  "Client": [
    // It opens no file: a line in, a line out.
    "ModelContextProtocol": ["ForeignJSON", "FoundationEssentials"],
    // It prints nothing, and knows no command.
    "HostSearch": [
      "LinuxSystem", "SearchInterface", "Arguments", "ForeignJSON", "FoundationEssentials",
      "Hashing", "HitOrder", "StringDistance",
    ],
    "ClientTool": [
      "LinuxSystem", "SearchInterface", "Arguments", "ForeignJSON", "FoundationEssentials",
      "Hashing",
      "HostSearch",
      "MediaTypes", "ModelContextProtocol", "SecretMasking",
    ],
    "sitta": ["LinuxSystem", "ClientTool"],
  ],
  "Session": [
    "CBus": nil,
    "CMicrohttpd": nil,
    // The door to sd-bus.
    "BusServing": ["CBus", "Glibc", "LinuxSystem", "MediaTypes", "SearchInterface"],
    // The door to libmicrohttpd; Glibc is for the numbers of errors.
    "WebServing": [
      "CMicrohttpd", "ForeignJSON", "FoundationEssentials", "Glibc", "LinuxSystem",
      "SearchInterface", "Varlink",
    ],
    "sitta-session": [
      "BusServing", "ForeignJSON", "FoundationEssentials", "LinuxSystem", "SearchInterface",
      "WebServing",
    ],
  ],
  "Team": [
    "CPostgreSQL": nil,
    // The door to libpq; Glibc is for the environment that libpq reads.
    "PostgreSQL": ["CPostgreSQL", "Glibc", "LinuxSystem"],
    "SharedIndex": [
      "FoundationEssentials", "Hashing", "LinuxSystem", "PostgreSQL", "SearchInterface",
      "TextAnalysis",
    ],
    "SharedSearch": [
      "FoundationEssentials", "HitOrder", "IndexStorage", "LinuxSystem", "PostgreSQL",
      "QueryLanguage", "SearchIndex", "SearchInterface", "SearchMessages", "SharedIndex",
      "TextAnalysis",
    ],
    // What the programs of a team have in common.
    "TeamProgram": ["Arguments", "LinuxSystem", "PostgreSQL"],
    "GatewayService": [
      "Arguments", "LinuxSystem", "PostgreSQL", "QueryLanguage", "SearchIndex", "SearchInterface",
      "SearchMessages", "SharedIndex", "SharedSearch", "TeamProgram", "Varlink",
    ],
    "sitta-gateway": ["GatewayService", "LinuxSystem", "PostgreSQL", "TeamProgram"],
    "FeedService": [
      "Arguments", "LinuxSystem", "PostgreSQL", "SearchInterface", "SharedIndex", "TeamProgram",
    ],
    "sitta-feed": ["FeedService", "LinuxSystem", "PostgreSQL", "TeamProgram"],
  ],
  "Tools": [
    "InterfaceGenerator": ["Glibc", "LinuxSystem", "VarlinkInterface"],
    "ManualGenerator": [
      "Glibc", "LinuxSystem", "Arguments", "ClientTool", "Configuration", "FeedService",
      "GatewayService", "IndexService", "SearchInterface", "VarlinkInterface",
    ],
    "TableGenerator": ["Foundation"],
    "LanguageTableGenerator": ["Foundation", "LanguageDetection"],
  ],
]

/// The allowed imports of each target with Swift.
private let layout = Dictionary(
  uniqueKeysWithValues: layers.flatMap { folder in
    folder.value.compactMap { target, imports in imports.map { (target, $0) } }
  })

/// Targets without Swift.
private let doorsToC = Set(layers.flatMap { $0.value.filter { $0.value == nil }.map(\.key) })

/// The allowed imports of every target: they belong to the language.
private let language: Set<String> = ["Synchronization"]

/// Modules of the toolchain, which are no targets of the manifest.
private let toolchain: Set<String> = [
  "Foundation", "FoundationEssentials", "Glibc", "Swift", "_FoundationICU",
]

struct LayoutTests {
  @Test(arguments: try SourceFile.targets())
  func `A target imports what stands in the layout, and nothing else`(target: String) throws {
    let folder = try SourceFile.folder(of: target)
    let files = try SourceFile.all(below: folder, endingIn: [".swift"])
    if doorsToC.contains(target) {
      #expect(files.isEmpty, "\(folder) is a door to C and holds no Swift.")
      return
    }
    let imports = try #require(
      layout[target], "\(folder) does not stand in the layout: give it its layer there.")
    let allowed = imports.union(language)
    for file in files {
      for (index, line) in file.lines.enumerated() {
        guard let module = importedModule(in: line), !allowed.contains(module) else { continue }
        let list = allowed.sorted().joined(separator: ", ")
        Issue.record(
          "\(file):\(index + 1): \(target) may not import \(module), only \(list).")
      }
    }
  }

  @Test func `A target imports only those that stand before it in the layout`() {
    var known = toolchain
    for (target, imports) in layers.flatMap({ Array($0.value) }) {
      let early = (imports ?? []).subtracting(known).sorted()
      #expect(early == [], "\(target) may import what stands after it, or nowhere.")
      known.insert(target)
    }
  }

  @Test func `The folders of Sources are those of the layout, with its targets`() throws {
    #expect(try SourceFile.folders(in: "Sources") == layers.map(\.key).sorted())
    for (folder, targets) in layers {
      #expect(
        try SourceFile.folders(in: "Sources/\(folder)") == targets.map(\.key).sorted(), "\(folder)")
    }
  }

  @Test(arguments: try SourceFile.testTargets())
  func `The tests of a target lie in the folder of the target`(path: String) {
    let target = path.split(separator: "/").last.map { $0.replacing("Tests", with: "") } ?? ""
    for (folder, targets) in layers where targets.contains(where: { $0.key == target }) {
      #expect(path == "Tests/\(folder)/\(target)Tests")
    }
  }

  @Test(arguments: layout.keys.sorted())
  func `A target imports all that the layout lets it import`(target: String) throws {
    let files = try SourceFile.all(
      below: SourceFile.folder(of: target), endingIn: [".swift"], includingGenerated: true)
    let imported = Set(files.flatMap { $0.lines.compactMap(importedModule) })
    #expect(layout[target, default: []].subtracting(imported).sorted() == [])
  }

  @Test(arguments: layout.keys.sorted())
  func `The manifest gives a target what the layout lets it import`(target: String) throws {
    let dependencies = try #require(Manifest().dependencies[target], "It is not in the manifest.")
    let expected = layout[target, default: []].subtracting(toolchain)
    #expect(dependencies.sorted() == expected.sorted())
  }

  @Test(arguments: try SourceFile.testTargets())
  func `Tests see the inside of the target that they test, and of no other`(path: String) throws {
    for (file, place, line, module) in try imports(below: path) where line.contains("@testable") {
      // In `UtilityTests`, each target has a folder.
      if !"\(file)".split(separator: "/").contains("\(module)Tests") {
        Issue.record("\(place): only tests of \(module) may import it with @testable.")
      }
    }
  }

  @Test(arguments: try SourceFile.testTargets())
  func `Tests import only what the manifest gives them`(path: String) throws {
    let targets = try Manifest().dependencies
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let known = try #require(targets[name], "\(path) is not in the manifest.")
    for (_, place, _, module) in try imports(below: path)
    where targets[module] != nil && !known.contains(module) {
      Issue.record("\(place): the manifest does not give \(name) the target \(module).")
    }
  }

  @Test func `The client links no SQLite`() {
    #expect(
      reachable(from: "sitta").isDisjoint(with: ["SittaSQLite", "CSittaSQLite", "IndexStorage"]))
  }

  @Test func `A manifest is read as it is written`() {
    let manifest = Manifest([
      #".systemLibrary(name: "C"),"#, #".target(name: "A", dependencies: ["C"]), // "B""#,
      #".executableTarget("#, #"  name: "B","#, "  dependencies: [", #"    "A", "C","#, "  ],",
      #"  path: "x"),"#, #".testTarget(name: "T", dependencies: ["A"]),"#,
    ])
    #expect(manifest.dependencies == ["C": [], "A": ["C"], "B": ["A", "C"], "T": ["A"]])
  }

  @Test(
    arguments: [
      ("import A", "A"), ("import A // why", "A"), ("  import A", nil), ("public import A", "A"),
      ("@testable import A", "A"), ("@preconcurrency @_spi(X) internal import A", "A"),
      ("import struct A.B", "A"), ("import A.B", "A"), ("private import func A.b", "A"),
      ("// import A", nil), ("/// import A", nil), ("important import A", nil), ("", nil),
      ("let a = important", nil), ("import", nil),
    ] as [(String, String?)])
  func `An import line names a module`(line: String, module: String?) {
    #expect(importedModule(in: line) == module)
  }
}

private func reachable(from target: String) -> Set<String> {
  var found: Set<String> = []
  var open = Array(layout[target] ?? [])
  while let next = open.popLast() {
    if found.insert(next).inserted { open += layout[next] ?? [] }
  }
  return found
}

/// The import lines of the Swift files below a folder, with where they are.
private func imports(
  below folder: String
) throws -> [(file: SourceFile, place: String, line: String, module: String)] {
  try SourceFile.all(below: folder, endingIn: [".swift"]).flatMap { file in
    file.lines.enumerated().compactMap { index, line in
      importedModule(in: line).map { (file, "\(file):\(index + 1)", line, $0) }
    }
  }
}

/// The module that a line imports; nil if it is no import line.
private func importedModule(in line: String) -> String? {
  let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
  let kinds: Set<Substring> = [
    "typealias", "struct", "class", "enum", "protocol", "let", "var", "func",
  ]
  // An indented line is in a text of another language.
  if line.first == " " { return nil }
  var words = line.split { $0 == " " || $0 == "\t" }[...]
  words = words.drop { $0.hasPrefix("@") || modifiers.contains($0) }
  guard words.popFirst() == "import" else { return nil }
  return words.first { !kinds.contains($0) }?.split(separator: ".").first.map(String.init)
}
