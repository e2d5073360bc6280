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
