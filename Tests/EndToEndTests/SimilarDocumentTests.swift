import LinuxSystem
import TestSupport
import Testing

/// A table of word vectors works from the configuration to the terminal.
@Suite(.timeLimit(.minutes(15)))
struct SimilarDocumentTests {
  @Test func `A query finds a document that says the same in other words`() throws {
    let home = try TemporaryDirectory()
    try home["table"].write(VectorTableFile.household)
    let file = home["files/garage.txt"]
    try file.write("invoice for the service of the automobile")
    let daemon = try RunningDaemon(
      in: home, configuration: "[Text]\nMeaningTable=\(home["table"])\n")
    _ = try daemon.listed()
    let query = ["vehicle", "fix", "payment"]
    let found = try daemon.sitta(["search", "--relaxed"] + query)
    let pairs = "fix ~ service, payment ~ invoice, vehicle ~ automobile"
    #expect(found.outputText.contains("similar in meaning: \(pairs)"), "\(found.outputText)")
    let explained = try daemon.sitta(["explain", "\(file)"] + query)
    let text = explained.outputText
    #expect(text.contains("It says the same in other words: \(pairs)."), "\(text)")
    #expect(text.contains("It is number 1 of 1 hit,"), "\(text)")
    let strict = try daemon.sitta(["search", "--strict"] + query)
    #expect(strict.outputText == "")
  }

  @Test func `Files that are about the same as a file are found`() throws {
    let home = try TemporaryDirectory()
    try home["table"].write(VectorTableFile.household)
    let files = home["files"]
    try files.appending("garage.txt").write("invoice for the service of the automobile")
    try files.appending("repair.txt").write("bill for the repair of the car")
    try files.appending("boat.txt").write("a boat on the river with fish")
    try files.appending("code.c").write("int repair(car *vehicle) { return bill; }")
    let daemon = try RunningDaemon(
      in: home, configuration: "[Text]\nMeaningTable=\(home["table"])\n")
    _ = try daemon.listed()
    let like = { (name: String) in try daemon.sitta(["search", "--like", "\(files)/\(name)"]) }
    let found = try like("garage.txt")
    #expect(found.ending == .exited(0))
    let text = found.outputText
    #expect(text.hasPrefix("repair.txt\n"), "\(text)")
    let words = "service ~ repair, automobile ~ car, invoice ~ bill"
    #expect(text.contains("similar in meaning: \(words)"), "\(text)")
    #expect(!text.contains("boat.txt") && !text.contains("code.c"))
    let paths = try daemon.sitta(["search", "-0", "--like", "\(files)/garage.txt"])
    #expect(paths.outputText == "\(files)/repair.txt\0")
    #expect(try like("boat.txt").ending == .exited(1))
    for (name, part) in [("code.c", "only English prose"), ("none", "is not in the index")] {
      let report = try like(name)
      #expect(report.ending == .exited(1))
      #expect(report.errorText.contains(part), "\(report.errorText)")
    }
  }

  @Test func `Without a table, the package to install is named`() throws {
    let home = try TemporaryDirectory()
    let file = home["files/a.txt"]
    try file.write("some words")
    let daemon = try RunningDaemon(in: home, configuration: "[Text]\nMeaningTable=none\n")
    _ = try daemon.listed()
    let report = try daemon.sitta(["search", "--like", "\(file)"])
    #expect(report.ending == .exited(1))
    #expect(report.errorText.contains("sitta-meaning"), "\(report.errorText)")
  }

  @Test(arguments: ["missing", "table"])
  func `A table that cannot be used is named at the start`(name: String) throws {
    let home = try TemporaryDirectory()
    try home["table"].write("SITTAVEC")
    do {
      _ = try RunningDaemon(in: home, configuration: "[Text]\nMeaningTable=\(home[name])\n")
      Issue.record("It has started.")
    } catch {
      #expect("\(error)".contains("\(home[name])"), "\(error)")
      #expect("\(error)".contains("MeaningTable=none"), "\(error)")
    }
  }
}
