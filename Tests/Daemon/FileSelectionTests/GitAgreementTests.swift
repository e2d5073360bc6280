import FileSelection
import LinuxSystem
import TestSupport
import Testing

/// Random trees with random `.gitignore` files, compared with git's decisions and their lines.
@Suite(.timeLimit(.minutes(15)))
struct GitAgreementTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  @Test(arguments: 0..<8)
  func `The selector leaves out the same files as git, because of the same lines`(part: Int) throws
  {
    for round in 0..<12 {
      let seed = UInt64(part * 1_000 + round)
      var tree = RandomTree(seed: seed, in: folder["\(seed)"])
      try tree.make()
      let answers = try git(tree)
      var selector = FileSelector(rules: tree.rules, gitPaths: tree.gitPaths)
      var differences: [String] = []
      for (path, expected) in zip(tree.paths, answers) {
        let found = answer(selector.verdict(on: tree.top.descendant(path)), in: tree)
        if found != expected {
          differences.append("\(path.text): git says \(expected), we say \(found)")
        }
      }
      #expect(differences.isEmpty, "seed \(seed): \(differences)\n\(tree.description)")
    }
  }

  /// The decision of the selector in git's words; empty if no rule leaves the path out.
  private func answer(_ verdict: Verdict, in tree: RandomTree) -> String {
    guard case .excluded(let reason) = verdict else { return "" }
    guard case .ignored(let rule, _) = reason else { return "\(reason)" }
    let text = String(decoding: rule.pattern.text, as: UTF8.self)
    let file =
      rule.file.isInside(tree.top)
      ? rule.file.bytes[(tree.top.bytes.count + 1)...]
      : rule.file.bytes[...]
    return "\(String(decoding: file, as: UTF8.self)):\(rule.line):\(text)"
  }

  /// The decision of git for each path: the line that leaves it out.
  private func git(_ tree: RandomTree) throws -> [String] {
    let env = try #require(FilePath(absolute: "/usr/bin/env"))
    let words = ["git", "check-ignore", "--no-index", "--stdin", "-z", "-v", "-n"]
    let environment = [
      "PATH=/usr/local/bin:/usr/bin:/bin", "HOME=\(tree.home)", "GIT_CONFIG_NOSYSTEM=1",
      "GIT_CEILING_DIRECTORIES=\(folder.path)",
    ]
    let command = ChildProcess.Command(
      env, words.map { Array($0.utf8) }, environment: environment.map { Array($0.utf8) },
      directory: tree.top)
    let input = tree.paths.flatMap { (path: [UInt8]) -> [UInt8] in path + [0] }
    let report = try ChildProcess.run(command, input: .bytes(input), until: .now + .seconds(20))
    try #require(
      report.ending == .exited(0) || report.ending == .exited(1),
      "git: \(String(decoding: report.errors, as: UTF8.self)) \(tree.description)")
    let fields = report.output.split(separator: 0, omittingEmptySubsequences: false)
    try #require(fields.count == tree.paths.count * 4 + 1)
    return tree.paths.indices.map { index in
      let words = fields[(index * 4)..<(index * 4 + 3)].map { String(decoding: $0, as: UTF8.self) }
      return words[2].isEmpty || words[2].hasPrefix("!") ? "" : words.joined(separator: ":")
    }
  }
}

extension [UInt8] {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
