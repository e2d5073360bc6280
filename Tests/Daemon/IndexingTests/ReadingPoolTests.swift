import FileSelection
import IndexStorage
import LinuxSystem
import SearchIndex
import TestSupport
import Testing
import TextExtraction
import Watching

@testable import Indexing

/// Documents that are being read while other things happen.
@BlockingThread @Suite(.timeLimit(.minutes(10)))
struct ReadingPoolTests {
  let home: TemporaryDirectory
  let tasks: LoopTaskExecutor

  init() throws {
    home = try TemporaryDirectory()
    tasks = try LoopTaskExecutor(name: "tasks")
    for folder in ["programs", "files"] { try home[folder].makeDirectory() }
    for program in ["sitta-extract", "sitta-extract-pdf"] {
      try home["programs"].appending(program).write("")
    }
  }

  private func stepped(_ programs: GatedReaders, readers: Int = 1) async throws -> SteppedIndexer {
    var extraction = ExtractionSettings(programs: home["programs"])
    extraction.readers = readers
    return try await SteppedIndexer(
      in: home, extraction: extraction, hooks: IndexingHooks(startReader: programs.start))
  }

  /// Does steps until so many documents have reached a program.
  private func step(
    _ stepped: SteppedIndexer, until count: Int, _ programs: GatedReaders
  ) async {
    while programs.texts.count < count {
      let begun = programs.begun.count
      _ = await stepped.indexer.step()
      if stepped.indexer.progress.activity != nil, programs.texts.count < count {
        await programs.begun.wait(after: begun, until: .now + .milliseconds(20), on: tasks)
      }
    }
  }

  @Test func `As many documents are read at the same time as there are readers`() async throws {
    for number in 0..<9 { try home["files"].appending("\(number).html").write("pear") }
    // With fewer readers, the first documents would never be answered.
    let programs = GatedReaders(opensAt: 4)
    let stepped = try await stepped(programs, readers: 4)
    #expect(await stepped.settle())
    // On a very busy machine a program may wait for 100 s; then it is ended, and the indexer reads its document.
    #expect(programs.most == 4 || !programs.interrupted.isEmpty)
    #expect(try await stepped.found("pear").count == 9)
  }

  @Test func `A plain text is found while all readers are busy`() async throws {
    for number in 0..<3 { try home["files"].appending("\(number).html").write("pear") }
    let programs = GatedReaders()
    let stepped = try await stepped(programs)
    await step(stepped, until: 1, programs)
    let note = home["files/note.txt"]
    try note.write("plum")
    stepped.watcher.report { $0.paths = [note] }
    while try await stepped.found("plum").isEmpty { _ = await stepped.indexer.step() }
    #expect(try await stepped.found("pear").isEmpty)
    programs.open()
    #expect(await stepped.settle())
    #expect(try await stepped.found("pear").count == 3)
  }

  @Test func `A large document of bulk work is read once`() async throws {
    for number in 0..<3 { try home["files"].appending("\(number).html").write("pear\(number)") }
    let programs = GatedReaders(isOpen: true, padding: Reconciler.largeText + 2)
    let stepped = try await stepped(programs)
    #expect(await stepped.settle())
    #expect(programs.texts.sorted() == ["pear0", "pear1", "pear2"])
    #expect(try await stepped.found("pear2") == ["2.html"])
  }

  @Test func `A fresh document ends one of bulk work, which is read again`() async throws {
    try home["files/bulk.html"].write("pear")
    let programs = GatedReaders()
    let stepped = try await stepped(programs)
    await step(stepped, until: 1, programs)
    let fresh = home["files/fresh.html"]
    try fresh.write("plum")
    stepped.watcher.report { $0.paths = [fresh] }
    await step(stepped, until: 2, programs)
    #expect(programs.texts == ["pear", "plum"])
    #expect(programs.interrupted == ["pear"])
    programs.open()
    #expect(await stepped.settle())
    #expect(programs.texts == ["pear", "plum", "pear"])
    #expect(try await stepped.found("pear") == ["bulk.html"])
    #expect(try await stepped.found("plum") == ["fresh.html"])
  }

  @Test func `What was forgotten while it was read is not found`() async throws {
    try home["files/a.html"].write("pear")
    try home["files/b.html"].write("plum")
    let programs = GatedReaders()
    let stepped = try await stepped(programs, readers: 2)
    await step(stepped, until: 2, programs)
    let forgotten = Occurrence()
    async let result = {
      defer { forgotten.happen() }
      return try await stepped.indexer.forget(home["files/a.html"])
    }()
    while forgotten.count == 0 { _ = await stepped.indexer.step() }
    _ = try await result
    programs.open()
    #expect(await stepped.settle())
    #expect(programs.interrupted == ["pear"])
    #expect(try await stepped.listed() == [home["files/b.html"]])
    #expect(try await stepped.found("pear").isEmpty)
  }

  @Test(arguments: [true, false])
  func `A file that changes while it is read is found as it is now`(isReported: Bool) async throws {
    let file = home["files/a.html"]
    try file.write("pear")
    let programs = GatedReaders()
    let stepped = try await stepped(programs)
    await step(stepped, until: 1, programs)
    try file.write("plum and more")
    func report() {
      stepped.watcher.report { batch in
        batch.paths = [file]
        batch.written = [file]
      }
    }
    if isReported {
      report()
      await step(stepped, until: 2, programs)
      #expect(programs.interrupted == ["pear"])
    }
    programs.open()
    if !isReported {
      // The first text comes before the event.
      while try await stepped.found("pear").isEmpty { _ = await stepped.indexer.step() }
      report()
    }
    #expect(await stepped.settle())
    #expect(try await stepped.found("plum") == ["a.html"])
    #expect(try await stepped.found("pear").isEmpty)
  }

  @Test func `A file that is renamed while it is read is found by its new name`() async throws {
    let (old, new) = (home["files/a.html"], home["files/b.html"])
    try old.write("pear")
    let programs = GatedReaders()
    let stepped = try await stepped(programs)
    await step(stepped, until: 1, programs)
    try old.rename(to: new)
    stepped.watcher.report { $0.moves = [ChangeBatch.Move(from: old, to: new)] }
    for _ in 0..<3 { _ = await stepped.indexer.step() }
    programs.open()
    #expect(await stepped.settle())
    #expect(try await stepped.listed() == [new])
    #expect(try await stepped.found("pear") == ["b.html"])
  }

  @Test func `A file that is replaced while it is read is found as it is now`() async throws {
    let (file, other) = (home["files/a.html"], home["other"])
    try file.write("pear")
    let programs = GatedReaders()
    let stepped = try await stepped(programs)
    await step(stepped, until: 1, programs)
    try other.write("plum")
    try other.rename(to: file)
    programs.open()
    #expect(await stepped.settle())
    #expect(try await stepped.found("plum") == ["a.html"])
    #expect(try await stepped.found("pear").isEmpty)
  }

  @Test func `A format that is left out while a document is read has no text`() async throws {
    try home["files/a.html"].write("pear")
    let programs = GatedReaders()
    let stepped = try await stepped(programs)
    await step(stepped, until: 1, programs)
    var extraction = ExtractionSettings(programs: home["programs"])
    let isApplied = extraction.formats.apply("-html")
    #expect(isApplied)
    await stepped.adopt(
      Indexer.Settings(
        rules: stepped.indexer.progress.rules, timing: .init(), extraction: extraction))
    programs.open()
    #expect(await stepped.settle())
    #expect(try await stepped.found("pear").isEmpty)
    #expect(try await stepped.documents()["a.html"]?.state == .withoutText)
  }

  @Test func `Events that name a file twice have it read once more, not three times`() async throws
  {
    let file = home["files/a.html"]
    let programs = GatedReaders()
    let stepped = try await stepped(programs)
    #expect(await stepped.settle())
    try file.write("pear")
    for _ in 0..<2 { stepped.watcher.report { $0.paths = [file] } }
    await step(stepped, until: 1, programs)
    for _ in 0..<5 { _ = await stepped.indexer.step() }
    programs.open()
    #expect(await stepped.settle())
    // The second time because its times might hide a write.
    #expect((1...2).contains(programs.texts.count))
    #expect(try await stepped.found("pear") == ["a.html"])
  }
}
