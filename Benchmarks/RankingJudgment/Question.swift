/// A query of a person, and the documents that the person wants.
package struct Question {
  /// Documents that are worth finding.
  package struct Judgment {
    package let pattern: PathPattern
    package let grade: Int
  }

  /// The kind and a number.
  package let id: String
  package let half: Half
  package let kind: String
  package let query: String
  package let judgments: [Judgment]

  /// Reads a line: id, half, kind, query, and `path=grade` separated by `|`, all separated by tabs.
  ///
  /// - Returns: nil if it is no such line.
  package init?(line: some StringProtocol) {
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
  package func grade(of path: String) -> Int {
    judgments.filter { $0.pattern.matches(path) }.map(\.grade).max() ?? 0
  }
}
