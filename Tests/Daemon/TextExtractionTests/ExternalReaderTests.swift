import ExtractionProtocol
import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import TextExtraction

/// Programs of other people that read documents, and their jail.
@Suite(.timeLimit(.minutes(10)))
struct ExternalReaderTests {
  let folder: TemporaryDirectory
  let extractor: DocumentExtractor

  init() throws {
    folder = try TemporaryDirectory()
    extractor = DocumentExtractor(
      ExtractionSettings(programs: try Program.sibling("sitta-extract").parent))
  }

  private func use(
    _ script: String, _ arguments: [String] = [], output: ExternalReader.Output = .text,
    givesWay: Bool = false
  ) throws {
    try folder["reader"].writeProgram("#!/bin/sh\n" + script)
    extractor.settings.externalReaders = ExternalReaders([
      ExternalReader(
        name: "own", program: folder["reader"], arguments: arguments, suffixes: ["own"],
        output: output, givesWay: givesWay)
    ])
  }

  private func result(
    _ content: String, name: String = "a.own", isInterrupted: () -> Bool = { false }
  ) throws -> DocumentExtractor.Result {
    try folder[name].write(content)
    let file = try FileDescriptor(openingForeign: folder[name])
    return try extractor.extract(
      file, file.status(), name: Array(name.utf8), byteLimit: 1 << 20, isInterrupted: isInterrupted)
  }

  private func text(_ content: String, name: String = "a.own") throws -> String {
    guard case .read(let document) = try result(content, name: name) else { return "(crashed)" }
    return String(decoding: document.text, as: UTF8.self)
  }

  @Test func `A program reads the files with its suffix, by standard input or by a path`() throws {
    try use("tr a-z A-Z")
    #expect(try text("heron") == "HERON")
    #expect(try text("heron", name: "A.OWN") == "HERON")
    #expect(try text("heron", name: "a.txt") == "heron")
    // Each request reads from the beginning.
    #expect(try text("grey heron") == "GREY HERON")
    try use("[ $# = 2 ] && cat \"$1\" && echo \"$2\"", ["%f", "two words"])
    #expect(try text("heron") == "herontwo words\n")
  }

  @Test func `What it writes is read as text of any encoding, or as a page`() throws {
    try use("printf 'gr\\303\\274n'")
    #expect(try text("x") == "grün")
    try use("printf 'Der Vogel flie\\337t \\374ber die gr\\374nen Wiesen und B\\344che.'")
    let german = try text("x")
    #expect(german == "Der Vogel fließt über die grünen Wiesen und Bäche.")
    try use("echo '<title>Birds</title><p>grey &amp; tall'", output: .html)
    guard case .read(let document) = try result("x") else {
      Issue.record("not read")
      return
    }
    #expect(document.title == "Birds")
    #expect(String(decoding: document.text, as: UTF8.self).contains("grey & tall"))
    #expect(document.reader == extractor.version(forName: Array("a.own".utf8)))
    #expect(extractor.version(replacing: document.reader.rawValue) == document.reader)
  }

  @Test func `A program that fails leaves what it wrote, and the reason`() throws {
    for (script, text, extent) in [
      ("echo heron; exit 3", "heron\n", ExtractedText.Extent.part(because: "the rest is damaged")),
      ("exit 1", "", .part(because: "the rest is damaged")),
      ("", "", .whole),
      ("kill -9 $$; exit 1", "", .part(because: "the rest is damaged")),
    ] {
      try use(script)
      guard case .read(let document) = try result("x") else {
        Issue.record("crashed: \(script)")
        continue
      }
      #expect(String(decoding: document.text, as: UTF8.self) == text)
      #expect(document.extent == extent, "\(script)")
    }
    try folder["reader"].write("no program")
    guard case .read(let document) = try result("x") else {
      Issue.record("crashed")
      return
    }
    #expect(document.extent != .whole)
  }

  @Test func `A program that gives way reads only what it can read`() throws {
    // Such programs write even this to standard output.
    try use(
      "grep -q '^OWN' && echo heron || { echo 'ERROR: Unsupported file format!'; exit 1; }",
      givesWay: true)
    #expect(try text("OWN x") == "heron\n")
    #expect(try text("stork") == "stork")
    guard case .read(let document) = try result("stork") else {
      Issue.record("crashed")
      return
    }
    #expect(document.reader == .plainText && document.extent == .whole)
    #expect(extractor.version(replacing: document.reader.rawValue) == document.reader)
  }

  @Test func `A program may write more than is kept`() throws {
    try use("exec yes heron")
    guard case .read(let document) = try result("x") else {
      Issue.record("crashed")
      return
    }
    #expect(document.text.count >= 1 << 20 && document.text.count < 2 << 20)
    #expect(document.extent != .whole)
  }

  @Test func `A program that is interrupted ends, and all that it has started`() throws {
    // So does one that has closed its output.
    for (word, script) in [
      ("98765", "sleep 98765 & sleep 98765"), ("76543", "exec 1>&-; sleep 76543 & sleep 76543"),
    ] {
      try use(script)
      var asked = 0
      let interrupted = try result("x") {
        asked += 1
        return asked > 5
      }
      #expect(interrupted == .interrupted, "\(script)")
      #expect(allEnd(word), "\(script)")
    }
    try use("echo heron; exec 1>&-; exit 3")
    #expect(try text("x") == "heron\n")
    try use("sleep 87654 & echo heron; exit 0")
    #expect(try text("x") == "heron\n")
    #expect(allEnd("87654"))
  }

  /// Whether all processes with a word in their command end within 10 s; a killed process takes a moment.
  private func allEnd(_ word: String) -> Bool {
    let end = ContinuousClock.now + .seconds(10)
    while processes(with: word) > 0 {
      if end < .now { return false }
      sched_yield()
    }
    return true
  }

  private func processes(with word: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { Int($0) != nil }.count { process in
      let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return words.split(separator: 0).contains { $0.elementsEqual(word.utf8) }
    }
  }

  @Test func `It can change no file and reach no other process`() throws {
    try folder["letter.txt"].write("a letter")
    let letter = "\(folder["letter.txt"])"
    let tries = [
      "cat \(letter)", "echo x > \(letter)", "echo x >> \(letter)", "rm \(letter)",
      "mv \(letter) \(letter)2", "ln \(letter) \(letter)3", "ln -s \(letter) \(letter)4",
      "mkdir \(letter)5", "chmod 777 \(letter)", "touch \(letter)", "truncate -s 0 \(letter)",
      "ls \(folder.path)", "kill -0 1", "kill -0 $PPID", "setsid true", "unshare -r true",
      "ls /proc/1", "cat /proc/$PPID/environ", "echo x > /proc/self/comm", "flock / true",
    ]
    let lines = tries.map { "( \($0) ) > /dev/null 2>&1 && echo '\($0)'" }
    try use(lines.joined(separator: "\n") + "\necho end\n")
    #expect(try text("x") == "end\n")
    #expect(try folder["letter.txt"].text() == "a letter")
    // Without the jail most of them succeed.
    let free = try ChildProcess.run(
      ChildProcess.Command("/bin/sh", [Array("\(folder["reader"])".utf8)]),
      until: .now + .seconds(60))
    #expect(free.output.count { $0 == UInt8(ascii: "\n") } > 10)
  }

  /// Kernels without one of the two protections, as strace(1) and the probe imitate them.
  @Test(arguments: [
    "strace -D -f -qq -o /dev/null -e trace=landlock_create_ruleset "
      + "-e inject=landlock_create_ruleset:error=ENOSYS",
    "strace -D -f -qq -o /dev/null -e trace=landlock_restrict_self "
      + "-e inject=landlock_restrict_self:error=EPERM",
    "\((try? Program.sibling("JailProbe")) ?? .root) unfiltered",
  ])
  func `Without Landlock or without a filter it does not run`(words: String) throws {
    let face = try Program.sibling("sitta-extract-external")
    try folder["programs/sitta-extract-external"].writeProgram(
      "#!/bin/sh\nexec \(words) \(face) \"$@\"\n")
    for name in ["sitta-extract", "sitta-extract-pdf"] {
      try folder["programs/\(name)"].makeSymbolicLink(to: try Program.sibling(name))
    }
    extractor.settings.programs = folder["programs"]
    try use("echo heron")
    guard case .read(let document) = try result("x") else {
      Issue.record("crashed")
      return
    }
    #expect(document.text == [])
    #expect(document.reader.isWaiting)
    if words.contains("ENOSYS") {
      #expect(extractor.obstacles == [.noLandlock])
      #expect(extractor.version(replacing: document.reader.rawValue) == document.reader)
    }
  }

  @Test func `Another program, another argument or another output is another reader`() {
    func version(
      _ program: FilePath, _ arguments: [String], _ output: ExternalReader.Output
    ) -> Int64 {
      ExternalReader(
        name: "a", program: program, arguments: arguments, suffixes: ["own"], output: output
      ).version
    }
    let versions = [
      version("/bin/a", [], .text), version("/bin/b", [], .text), version("/bin/a", ["b"], .text),
      version("/bin/a", [], .html), version("/bin/a", ["b", "c"], .text),
      version("/bin/a", ["bc"], .text),
    ]
    #expect(Set(versions).count == versions.count)
    #expect(versions.allSatisfy { (1...9_997).contains($0) })
  }

  @Test func `A document is read again once no such reader reads it`() throws {
    try use("cat")
    let version = extractor.version(forName: Array("a.own".utf8))
    #expect(extractor.version(replacing: version.rawValue) == version)
    #expect(extractor.settings.externalVersions == ["own": version.number])
    extractor.settings.externalReaders = ExternalReaders()
    #expect(extractor.version(replacing: version.rawValue) == .plainText)
    #expect(extractor.version(forName: Array("a.own".utf8)) == .plainText)
    #expect(extractor.version(replacing: ReaderVersion.outdated.rawValue) != .outdated)
    try use("cat")
    let isKnown = extractor.settings.formats.apply("-external")
    #expect(isKnown)
    #expect(extractor.version(forName: Array("a.own".utf8)) == .plainText)
    #expect(try text("heron") == "heron")
  }
}
