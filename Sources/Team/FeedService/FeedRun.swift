package import LinuxSystem
import SearchInterface
import SharedIndex

/// What `sitta-feed` does on its command line.
package enum FeedRun {
  /// Makes the tables, and says which.
  package static func setUp(_ configuration: FeedConfiguration, on loop: EventLoop) async throws {
    let ran = try await Feed(configuration, on: loop, log: log).setUp()
    let text =
      ran.isEmpty ? "The tables are up to date.\n" : ran.map { "Done: \($0).\n" }.joined()
    try FileDescriptor.writeToStandardOutput(Array(text.utf8))
  }

  /// Prints how far the database is.
  package static func check(_ configuration: FeedConfiguration, on loop: EventLoop) async throws {
    let position = try await Feed(configuration, on: loop, log: log).position()
    let clock = position?.clock.map { "\($0.index):\($0.sequence)" } ?? "nothing yet"
    try FileDescriptor.writeToStandardOutput(Array("\(configuration.source)\t\(clock)\n".utf8))
  }

  /// Follows the changes until a signal ends the process.
  package static func follow(_ configuration: FeedConfiguration, on loop: EventLoop) async throws {
    await Feed(configuration, on: loop, log: log).run()
  }

  private static func log(_ sentence: String) {
    try? FileDescriptor.writeToStandardError("sitta-feed: \(sentence.escapingControls())\n")
  }
}
