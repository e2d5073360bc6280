/// A query of a person, and the documents that the person wants.
struct Question {
  /// Documents that are worth finding.
  struct Judgment {
    let pattern: PathPattern
    let grade: Int
  }

  /// The kind and a number.
  let id: String
  let half: Half
  let kind: String
  let query: String
  let judgments: [Judgment]

  /// Reads a line: id, half, kind, query, and `path=grade` separated by `|`, all separated by tabs.
  ///
  /// - Returns: nil if it is no such line.
  init?(line: some StringProtocol) {
    let fields = line.split(separator: "\t")
    guard fields.count == 5, let half = Half(rawValue: String(fields[1])) else { return nil }
    var judgments: [Judgment] = []
    for term in fields[4].split(separator: "|") {
      guard let sign = term.lastIndex(of: "="), let grade = Int(term[sign...].dropFirst()),
        1...3 ~= grade
      else { return nil }
      judgments.append(Judgment(pattern: PathPattern(String(term[..<sign])), grade: grade))
    }
    (id, self.half) = (String(fields[0]), half)
    (kind, query) = (String(fields[2]), String(fields[3]))
    self.judgments = judgments
  }

  /// The grade of a document: the largest if several patterns match, 0 if none does.
  func grade(of path: String) -> Int {
    judgments.filter { $0.pattern.matches(path) }.map(\.grade).max() ?? 0
  }
}
