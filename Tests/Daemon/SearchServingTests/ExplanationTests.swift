import FileSelection
import IndexStorage
import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface
import SearchMessages
import TestSupport
import Testing
import TextExtraction
import Watching

@testable import SearchServing

/// The explanation of a path: facts in, sentences out.
struct ExplanationTests {
  static let path: FilePath = "/home/a/notes.md"
  static let clock = IndexClock(index: "5f", sequence: 42)
  static let status = FileStatus(size: 2_000, modified: 1_767_323_045_000_000_000)

  /// A file that is found: each test changes the facts that it is about.
  static func facts(
    _ path: FilePath = path, indexed: Bool = true,
    reader: Int64 = ReaderVersion.plainText.rawValue, _ change: (inout PathFacts) -> Void = { _ in }
  ) -> PathFacts {
    var taken = Document(status: status, type: "text/markdown")
    taken.title = "Notes"
    taken.extractor = reader
    var document = ExplainedDocument(
      ListedDocument(taken, id: 1, path: path), StoredFile(taken, id: 1))
    document.tokens = ColumnCounts(title: 2, body: 300)
    document.lastChange = 41
    var facts = PathFacts(
      location: DocumentLocation(path),
      index: ExplainedPath(indexed ? document : nil, clock: clock))
    facts.entry = .found(status)
    facts.reader = ReaderVersion(stored: reader)
    facts.verdict = .included(root: "/home/a")
    facts.watch = WatchMessage(.notified, every: .seconds(300), isWaiting: false)
    facts.extraction = ExtractionMessage(
      extractor: "plain text", type: "text/markdown", size: 2_000, textBytes: 1_990,
      microseconds: 340, state: .complete)
    change(&facts)
    return facts
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let facts: PathFacts
    /// The steps that speak against it, or all where none does, as "topic: text → remedy".
    let steps: [String]

    init(_ name: String, _ facts: PathFacts, _ steps: String...) {
      self.name = name
      self.facts = facts
      self.steps = steps
    }

    var testDescription: String { name }
  }

  private func text(_ step: StepMessage) -> String {
    "\(step.topic): \(step.text)" + (step.remedy.map { " → \($0)" } ?? "")
  }

  @Test func `A file that is found is explained from the file to the index`() {
    let steps = Self.facts().steps
    #expect(
      steps.map(text) == [
        "file: It is a file of 2000 bytes, last changed at 2026-01-02T03:04:05Z.",
        "rule: It is selected for indexing: it is in the root '/home/a'.",
        "watch: The kernel reports its changes at once.",
        "text: Read as text/markdown: 1990 bytes of text in 0.3 ms.",
        "index: It is in the index with 302 words (title 2, text 300), with all of its text; "
          + "written by commit 41.",
        "index: Read by version \(ReaderVersion.plainText.rawValue) of the reader for plain text.",
      ])
    #expect(steps.allSatisfy { $0.passed })
    #expect(Self.facts().isFound)
  }

  @Test func `The fields of a document are explained, and how it was read`() {
    var taken = Document(status: Self.status, type: "message/rfc822")
    taken.extractor = 20_002
    taken.authors = ["Ann"]
    taken.recipients = ["a", "b", "c", "d"]
    taken.created = UnixTime(seconds: 0)
    taken.language = "de"
    taken.pages = 2
    taken.attachments = 1
    taken.charset = "KOI8-R"
    taken.readingTime = 1_500
    var document = ExplainedDocument(
      ListedDocument(taken, id: 1, path: Self.path), StoredFile(taken, id: 1))
    document.parts = 3
    let facts = PathFacts(
      location: DocumentLocation(Self.path),
      index: ExplainedPath(document, clock: Self.clock))
    #expect(
      facts.fieldsStep?.text == """
        By 'Ann'; to 'a', 'b', 'c' and 1 more; created at 1970-01-01T00:00:00Z; in language 'de', as \
        detected; 2 pages; 3 parts; 1 attachment; encoded in KOI8-R; read by version 2 of the reader for \
        mail in 1.5 ms of CPU time.
        """)
  }

  @Test(arguments: [(20_002, 2), (20_000, 0), (29_999, nil)] as [(Int64, Int?)])
  func `A document that was not read has no version of a reader`(extractor: Int64, version: Int?) {
    var taken = Document(status: Self.status, type: "message/rfc822")
    (taken.extractor, taken.language) = (extractor, "de")
    let listed = ListedDocument(taken, id: 1, path: Self.path)
    let document = ExplainedDocument(listed, StoredFile(taken, id: 1))
    let facts = PathFacts(
      location: DocumentLocation(Self.path),
      index: ExplainedPath(document, clock: Self.clock))
    #expect(DocumentMessage(listed).reader == version)
    #expect(DocumentMessage(listed).format == "mail")
    let isRead = facts.fieldsStep?.text.contains("read by version") ?? false
    #expect(isRead == (version == 2))
  }

  @Test(arguments: chain + states)
  func `What keeps a file from being found is said, and what to do about it`(row: Row) {
    let faults = row.facts.steps.filter { !$0.passed }
    #expect(faults.map(text) == row.steps)
  }

  @Test func `A step includes the facts that help`() {
    let facts = Self.facts { facts in
      facts.watch = WatchMessage(.partlyNotified("NFS"), every: .seconds(300), isWaiting: true)
    }
    let watch = facts.steps.first { $0.topic == .watch }
    #expect(
      watch?.text
        == "The kernel reports changes that this machine makes. Others can change files on NFS, so "
        + "its folder is polled every 5 min as well. A change was just reported and is about to be "
        + "indexed.")
  }

  @Test(
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (10_239, "10239 bytes"), (10_240, "10 KiB"),
      (10 << 20, "10 MiB"), (.max, "8796093022207 MiB"),
    ] as [(Int64, String)])
  func `Sizes are rounded down`(size: Int64, text: String) {
    #expect(size.asBytes == text)
  }
}

// MARK: - The table

extension ExplanationTests {
  static let chain: [Row] = [
    Row(
      "missing",
      facts(indexed: false) { facts in
        facts.entry = .missing
        facts.extraction = nil
      }, "file: There is no such file or folder. → Check the spelling of the path.",
      "index: It is not in the index either."),
    Row(
      "missing, but indexed",
      facts { facts in
        facts.entry = .missing
        facts.extraction = nil
        facts.lane = .fresh
      }, "file: There is no such file.",
      "index: It is still in the index; the next comparison removes it. "
        + "It waits to be indexed, before all bulk work."),
    Row(
      "a link", facts(indexed: false) { $0.entry = .link("/data/notes.md") },
      "file: It is a symbolic link to '/data/notes.md'; links are not followed. → "
        + "Ask about its target: sitta explain '/data/notes.md'",
      "index: It is not in the index."),
    Row(
      "unreachable",
      facts(indexed: false) { facts in
        facts.entry = .unreachable("Permission denied")
        facts.closed = "Permission denied"
        facts.extraction = nil
      }, "file: It cannot be examined: Permission denied.",
      "watch: Its folder cannot be opened: Permission denied. → "
        + "Let this user read and enter the folder.", "index: It is not in the index."),
    excluded(
      .ignored(
        IgnoreFile.Rule("build/", line: 3, in: "/home/a/src/.gitignore"), "/home/a/src/build"),
      "rule: Excluded by line 3 'build/' of '/home/a/src/.gitignore', which matches "
        + "'/home/a/src/build'. → To index it anyway, add the line '!/build/' at the end of "
        + "'/home/a/src/.sittaignore', or remove the other line."),
    excluded(
      .ignored(IgnoreFile.Rule("*.md", line: 1, in: "/home/a/.ignore"), "/home/a/[n].md"),
      path: "/home/a/[n].md",
      "rule: Excluded by line 1 '*.md' of '/home/a/.ignore', which matches '/home/a/[n].md'. → "
        + "To index it anyway, add the line '!/\\[n].md' at the end of "
        + "'/home/a/.sittaignore', or remove the other line."),
    excluded(
      .outsideRoots,
      "rule: Excluded: it is outside of the indexed folders. → "
        + "To index it, add a folder around it to Roots= in sittad.conf."),
    excluded(
      .hidden("/home/a/.x"),
      "rule: Excluded: '/home/a/.x' is hidden (Hidden=no). → To index it, set Hidden=yes in "
        + "sittad.conf, or add '/home/a/.x' to Roots= if it is a folder."),
    excluded(
      .noStore(.kmail, "/home/a/.local/share/local-mail/x"),
      "rule: Excluded: '/home/a/.local/share/local-mail/x' is none of the files that Sources=kmail "
        + "names. → To index more of a folder than the stores in it, add the folder to Roots= in "
        + "sittad.conf."),
    excluded(
      .pattern("*.iso", "/home/a/b.iso"),
      "rule: Excluded: '/home/a/b.iso' matches Exclude=*.iso. → "
        + "To index it, remove '*.iso' from Exclude= and run 'sitta reload'."),
    Row(
      "a pattern in a line",
      facts(indexed: false) { facts in
        facts.verdict = .excluded(.pattern("*.iso", "/home/a/b.iso"))
        facts.excludeOrigin = RuleOrigin(file: "/etc/sitta/sittad.conf", line: 7)
      },
      "rule: Excluded: '/home/a/b.iso' matches Exclude=*.iso in line 7 of "
        + "'/etc/sitta/sittad.conf'. → To index it, remove '*.iso' from Exclude= in line 7 of "
        + "'/etc/sitta/sittad.conf' and run 'sitta reload'.",
      "index: It is not in the index."),
    excluded(
      .secret(pattern: "id_rsa", content: "a private key", "/home/a/id_rsa"),
      "rule: Excluded: '/home/a/id_rsa' matches 'id_rsa' and may hold a private key (Secrets=no). → "
        + "To index it anyway, set Secrets=yes in sittad.conf."),
    excluded(
      .ownFolder("/home/a/state"),
      "rule: Excluded: '/home/a/state' is the index's own folder."),
    excluded(
      .forgotten("/home/a/diary"),
      "rule: Excluded: \(Verdict.Reason.forgotten("/home/a/diary")). → To index it again, run: "
        + "sitta forget --undo '/home/a/diary'"),
    excluded(
      .toolFolder(content: "packages", "/home/a/node_modules"),
      "rule: Excluded: '/home/a/node_modules' holds packages (IgnoreFiles=yes). → To index it anyway, "
        + "add the line '!/node_modules/' at the end of '/home/a/.sittaignore'."),
    excluded(
      .marker("/home/a/d/.nomedia"),
      "rule: Excluded: '/home/a/d/.nomedia' marks its folder as left out. → "
        + "To index the folder, remove '/home/a/d/.nomedia'."),
    excluded(
      .tooLarge("/home/a/x", size: 20, limit: 10),
      "rule: Excluded: '/home/a/x' has 20 bytes, more than MaxFileSize=10. → "
        + "To index it, raise MaxFileSize= in sittad.conf."),
  ]

  private static func excluded(
    _ reason: Verdict.Reason, path: FilePath = path, _ step: String
  ) -> Row {
    Row(
      "\(reason)", facts(path, indexed: false) { $0.verdict = .excluded(reason) }, step,
      "index: It is not in the index.")
  }

  static let states: [Row] = [
    Row(
      "waits", facts(indexed: false) { $0.lane = .fresh },
      "index: It is not in the index. It waits to be indexed, before all bulk work. → "
        + "Wait for it: sitta sync"),
    Row(
      "rests",
      facts(indexed: false) { facts in
        facts.lane = .bulk
        facts.pauses = ["resting until 14:03:20: cooldown"]
      },
      "index: It is not in the index. It waits to be indexed with bulk work, which rests now: "
        + "resting until 14:03:20: cooldown. → Resume bulk work: sitta resume"),
    Row(
      "not examined",
      facts(indexed: false) { facts in
        facts.watch.mode = .unknown
        facts.lane = .bulk
      }, "watch: Its folder has not been examined yet.",
      "index: It is not in the index. It waits to be indexed with the comparison of all files. → "
        + "Wait for it: sitta sync"),
    Row(
      "binary", facts { $0.extraction?.state = .withoutText },
      "text: Read as text/markdown: it has no text that can be read, so it is found by its name "
        + "only."),
    Row(
      "partial",
      facts { facts in
        facts.extraction?.state = .partial
        facts.extraction?.note = "Indexed 16 of 70 MiB."
      },
      "text: Read as text/markdown in 0.3 ms. Indexed 16 of 70 MiB. → The rest is not found; "
        + "MaxTextSize= in sittad.conf sets the limit."),
    Row(
      "partial, and too large to be read again",
      facts { facts in
        facts.extraction = ExtractionMessage(
          extractor: "plain text", type: "text/plain", size: 70 << 20, state: .partial,
          note: "Indexed 32 of 70 MiB.")
      },
      "text: Read as text/plain. Indexed 32 of 70 MiB. → The rest is not found; MaxTextSize= in "
        + "sittad.conf sets the limit."),
    Row(
      "unreadable",
      facts { facts in
        facts.extraction?.state = .unreadable
        facts.extraction?.note = "Cannot be read: Permission denied."
      },
      "text: Cannot be read: Permission denied. It is found by its name only. → "
        + "Let this user read the file."),
    Row(
      "its reader is paused",
      facts(reader: 10_000) { facts in
        facts.extraction?.state = .withoutText
        facts.wait = .paused(until: UnixTime(seconds: 60))
      },
      "text: It waits, because the program that reads HTML failed at many documents and is paused "
        + "until 1970-01-01T00:01:00Z. It is found by its name only until then. → It is read after "
        + "that. If this happens again, check what was installed or updated last."),
    Row(
      "its program is missing",
      facts(reader: 10_000) { $0.wait = .obstacle(.missingProgram(package: "libpaper1")) },
      "text: It waits, because the program that reads HTML is missing or does not run. It is found "
        + "by its name only until then. → Install the package libpaper1."),
    Row(
      "left out", facts(reader: 19_999) { $0.extraction?.state = .withoutText },
      "text: Formats= in sittad.conf leaves out the format HTML: it is found by its name only. → "
        + "To read it, remove '-html' from Formats= and run 'sitta reload'."),
    Row(
      "needs a password", facts(reader: 10_001) { $0.extraction?.state = .locked },
      "text: The reader of HTML, version 1, found that it needs a password: it is found by its name "
        + "only. → To find its text, save a copy without a password."),
    Row(
      "given up",
      facts(reader: 10_001) { facts in
        facts.extraction?.state = .failed
        facts.extraction?.note = "Given up: twice."
      },
      "text: Given up: twice. It is found by its title and name only. → It is read again when it "
        + "changes, or when Sitta has another version of its reader (HTML 1)."),
    Row(
      "changed since", facts { $0.entry = .found(FileStatus(size: 2_001)) },
      "index: It is in the index with 302 words (title 2, text 300), with all of its text; "
        + "written by commit 41. The file has changed since."),
    Row(
      "excluded, but indexed", facts { $0.verdict = .excluded(.outsideRoots) },
      "rule: Excluded: it is outside of the indexed folders. → "
        + "To index it, add a folder around it to Roots= in sittad.conf.",
      "index: It is still in the index; the next comparison removes it."),
    Row(
      "unmounted",
      facts(indexed: false) { facts in
        facts.absence = .unmounted
        facts.entry = .missing
        facts.extraction = nil
      }, "file: There is no such file or folder. → Check the spelling of the path.",
      "rule: Its root '/home/a' is not mounted now. → "
        + "Its documents are kept: search with --away.",
      "index: It is not in the index either."),
    Row(
      "beyond the limit", facts { $0.watch.mode = .polled }),
  ]
}

extension IgnoreFile.Rule {
  /// The rule in the given line of a file that holds nothing else.
  init(_ pattern: String, line: Int, in file: FilePath) {
    guard let pattern = IgnorePattern(line: pattern.utf8) else { fatalError("no pattern") }
    self.init(file: file, line: line, pattern: pattern)
  }
}
