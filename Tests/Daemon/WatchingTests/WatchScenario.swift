import FileSelection
import LinuxSystem
import TestSupport
import Testing

@testable import Watching

/// A file of `Scenarios`: the watched folders, the events with their times, and the outcome.
struct WatchScenario: CustomTestStringConvertible, Sendable {
  /// A line does not have the format.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  let name: String
  let title: String
  /// The state before time 0.
  let before: [[String]]
  /// The steps, each with its time in milliseconds.
  let steps: [(time: Int, words: [String])]
  /// The expected outcome, in order.
  let expected: [String]

  var testDescription: String { "\(name): \(title)" }

  static let folder = FilePath(absolute: #filePath).map { $0.parent.appending("Scenarios") }

  /// All scenarios, by name.
  static func all() throws -> [WatchScenario] {
    let folder = try #require(folder)
    let names = try DirectoryListing(of: FileDescriptor(openingDirectory: folder)).names
    return try names.map { String(decoding: $0, as: UTF8.self) }.filter { $0.hasSuffix(".txt") }
      .sorted().map { try WatchScenario(name: $0, text: folder.appending($0).text()) }
  }

  init(name: String, text: String) throws {
    self.name = name
    var title = ""
    var before: [[String]] = []
    var steps: [(time: Int, words: [String])] = []
    var expected: [String] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if words.isEmpty { continue }
      if words[0] == "#" {
        if title.isEmpty { title = words.dropFirst().joined(separator: " ") }
      } else if words[0] == "=>" {
        expected.append(words.dropFirst().joined(separator: " "))
      } else if let times = Self.times(words[0]) {
        steps += times.map { ($0, Array(words.dropFirst())) }
      } else {
        before.append(words)
      }
    }
    self.title = title
    self.before = before
    self.steps = steps
    self.expected = expected
  }

  /// A time in milliseconds, or `FROM-TO/STEP`.
  private static func times(_ word: String) -> [Int]? {
    guard word.first?.isNumber == true else { return nil }
    let numbers = word.split { !$0.isNumber }.compactMap { Int($0) }
    return numbers.count == 3
      ? Array(stride(from: numbers[0], through: numbers[1], by: numbers[2])) : numbers
  }
}

/// Folders and their watch descriptors, as the kernel gives them; it records the requests.
final class FakeKernel: WatchSource {
  var folders: [FilePath: Int32] = [:]
  var asked: [String] = []

  func watch(at folder: FilePath) -> Int32? {
    asked.append("watch \(ScenarioPlayer.text(folder))")
    return folders[folder]
  }

  func watchName(of folder: FilePath, includingAttributes: Bool) -> Int32? {
    let more = includingAttributes ? " access" : ""
    asked.append("watch-name \(ScenarioPlayer.text(folder))\(more)")
    return folders[folder]
  }

  func unwatch(_ watch: Int32) {
    asked.append("unwatch \(watch)")
  }

  func hasFolder(at path: FilePath) -> Bool {
    folders[path] != nil
  }
}
