import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// The vectors of documents by a sentence encoder, in a running daemon.
@Suite(.timeLimit(.minutes(15)))
struct SentenceEncoderTests {
  let home: TemporaryDirectory
  private static let table = [1] + [UInt8](repeating: 0, count: 15)

  init() throws {
    SignalDescriptor.ignoreBrokenPipes()
    home = try TemporaryDirectory()
    try home["table"].write(VectorTableFile.household)
    try home["model"].write(TinyModel(table: Self.table).bytes)
    try home["files/garage.txt"].write(
      "The automobile was in the garage for the service and its fix.")
    try home["files/boat.txt"].write(
      "The boat is on the water of the river, and the fish below the boat.")
    try home["files/none.csv"].write("the car,in the garage,for a repair\n")
  }

  private func configuration(model: String) -> String {
    "[Text]\nMeaningTable=\(home["table"])\nMeaningModel=\(model)\n"
  }

  /// The files that are about the same as a file, as JSON.
  ///
  /// By the table the files are about different subjects. The model knows none of their words, so for it all are alike.
  private func alike(_ name: String, _ daemon: RunningDaemon) throws -> String {
    try daemon.sitta(["search", "--json", "--like", "\(home["files/\(name)"])"]).outputText
  }

  @Test func `The encoder replaces the vectors of the table in idle time, also after a restart`()
    throws
  {
    let first = try RunningDaemon(in: home, configuration: configuration(model: "none"))
    #expect(try first.sitta(["sync"]).ending == .exited(0))
    #expect(try !alike("boat.txt", first).contains("garage.txt"))
    #expect(try first.terminate().ending == .exited(0))

    let second = try RunningDaemon(
      in: home, configuration: configuration(model: "\(home["model"])"))
    try second.wait { try alike("boat.txt", second).contains("garage.txt") }
    try home["files/sheep.txt"].write("The padding of wool is from the sheep beside the river.")
    try second.wait { try alike("sheep.txt", second).contains("garage.txt") }
    // A question is read by the encoder as well.
    let report = try second.sitta(["search", "--json", "--relaxed", "how do I fix my car"])
    #expect(report.ending == .exited(0), "\(report.errorText)")
    #expect(try second.terminate().ending == .exited(0))

    let third = try RunningDaemon(in: home, configuration: configuration(model: "\(home["model"])"))
    #expect(try alike("boat.txt", third).contains("garage.txt"))
    #expect(try third.terminate().ending == .exited(0))
  }

  @Test func `An encoder for another table is refused with the reason`() throws {
    try home["model"].write(TinyModel().bytes)
    let daemon = try RunningDaemon(in: home, configuration: configuration(model: "none"))
    try home[".config/sitta/sittad.conf.d/test.conf"].write(
      configuration(model: "\(home["model"])"))
    let report = try daemon.sitta(["reload"])
    #expect(report.ending != .exited(0))
    #expect(report.errorText.contains("another table"), "\(report.errorText)")
    #expect(try daemon.terminate().ending == .exited(0))
  }
}
