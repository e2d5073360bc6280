import LinuxSystem
import PostgreSQL

/// Who may read the documents of one source, for the feed that writes it.
///
/// Folders have the rules on the way to them, and documents a class: all with the same rules have the same readers. What
/// a page of changes alters is written in its transaction, so no document is there without its readers.
struct FeedRights {
  private let source: Int64
  /// The numbers of the rules that are known, and what they say.
  private var numbers: [String: Int64] = [:]
  private var rules: [Int64: AccessRule] = [:]
  /// The last class whose readers are known.
  private var lastClass: Int64 = 0
  /// What the name service has said of logins, since all readers were computed; nil for a login that it does not know.
  private var accounts: [String: Account?] = [:]

  /// The classes that a comparison has found so far, and the last class when it began; nil without a comparison.
  private var used: (classes: Set<Int64>, upTo: Int64)?

  /// The number of a rule that adds nothing; see the step "rights of readers".
  private static let nothing: Int64 = 0
  /// What a member says, whose file decides.
  private static let inherited = "inherited"

  /// Reads the rules of a source.
  init(
    of source: Int64, in connection: PostgreSQLConnection
  ) async throws(PostgreSQLError) {
    self.source = source
    let found = try await connection.run(
      "SELECT id, rule FROM rule WHERE source = $1", [.integer(source)])
    for row in 0..<found.count {
      guard let id = found.integer(row, 0), let text = found.text(row, 1) else { continue }
      remember(id, text)
    }
    let last = try await connection.run(
      "SELECT coalesce(max(id), 0) FROM readers WHERE source = $1", [.integer(source)])
    lastClass = last.integer(0, 0) ?? 0
  }

  private mutating func remember(_ id: Int64, _ text: String) {
    numbers[text] = id
    rules[id] = AccessRule(text: text)
  }

  /// Writes the rules that are new.
  mutating func add(
    _ texts: Set<String>, to connection: PostgreSQLConnection
  ) async throws(PostgreSQLError) {
    let new = texts.filter {
      numbers[$0] == nil && rule(of: $0) == nil && AccessRule(text: $0) != nil
    }
    for text in new.sorted() {
      let row = try await connection.run(
        "INSERT INTO rule(source, rule) VALUES ($1, $2) RETURNING id",
        [.integer(source), .text(text)])
      if let id = row.integer(0, 0) { remember(id, text) }
    }
  }

  /// The number of a rule that nobody fails, or of what a member says; nil for another rule.
  private func rule(of text: String) -> Int64? {
    if text == Self.inherited { return Self.nothing }
    return AccessRule(text: text)?.allowsEverybody == true ? Self.nothing : nil
  }

  /// The number of a rule in a row; NULL if the rule is not known, and then nobody may read.
  func value(_ text: String?) -> PostgreSQLValue {
    guard let text, let number = rule(of: text) ?? numbers[text] else { return .null }
    return .integer(number)
  }

  /// Computes the readers of what a page has changed: of the documents in `new_document`, and of all in and below the
  /// folders in `new_folder`.
  ///
  /// - Parameters:
  ///   - hasFolders: whether the page has folders.
  ///   - oldest: the first generation of the index; earlier rows are of another one.
  ///   - connection: the connection of the feed, in the transaction of the page.
  /// - Throws: the error of the server.
  mutating func place(
    hasFolders: Bool, since oldest: Int64, in connection: PostgreSQLConnection
  ) async throws {
    let (source, oldest) = (PostgreSQLValue.integer(source), PostgreSQLValue.integer(oldest))
    if hasFolders {
      // Of the ways to a folder, the longest begins at the outermost folder that has changed.
      try await connection.run(
        """
        WITH RECURSIVE way AS (
          SELECT f.id, 0 AS depth, with_rule(CASE WHEN f.parent = 1 THEN '{}' ELSE p.passage END, f.rule) AS passage
          FROM new_folder n JOIN folder f ON f.source = $1 AND f.id = n.id
          LEFT JOIN folder p ON p.source = $1 AND p.id = f.parent AND p.generation >= $2
          UNION ALL SELECT f.id, depth + 1, with_rule(w.passage, f.rule)
          FROM way w JOIN folder f ON f.source = $1 AND f.parent = w.id AND f.generation >= $2 WHERE depth < 4096),
        last AS (SELECT DISTINCT ON (id) id, passage FROM way ORDER BY id, depth DESC),
        changed AS (
          UPDATE folder f SET passage = last.passage FROM last
          WHERE f.source = $1 AND f.id = last.id AND f.passage IS DISTINCT FROM last.passage RETURNING f.id)
        INSERT INTO changed_folder SELECT id FROM changed
        """, [source, oldest])
    }
    try await connection.run(
      """
      INSERT INTO changed_readers
      SELECT d.id, with_rule(CASE WHEN d.folder = 1 THEN '{}' ELSE f.passage END, d.rule)
      FROM document d LEFT JOIN folder f ON f.source = d.source AND f.id = d.folder AND f.generation >= $2
      WHERE d.source = $1 AND d.generation >= $2 AND d.id IN (
        SELECT id FROM new_document UNION
        SELECT d.id FROM changed_folder c JOIN document d ON d.source = $1 AND d.folder = c.id)
      """, [source, oldest])
    try await connection.run(
      """
      INSERT INTO readers(source, rules) SELECT DISTINCT $1::int, rules FROM changed_readers
      WHERE rules IS NOT NULL AND NOT EXISTS (
        SELECT FROM readers r WHERE r.source = $1 AND r.rules = changed_readers.rules)
      """, [source])
    let given = try await connection.run(
      """
      UPDATE document d SET readers = r.id
      FROM changed_readers c LEFT JOIN readers r ON r.source = $1 AND r.rules = c.rules
      WHERE d.source = $1 AND d.id = c.id AND d.readers IS DISTINCT FROM r.id
      RETURNING d.readers
      """, [source])
    if used != nil {
      for row in 0..<given.count { if let id = given.integer(row, 0) { used?.classes.insert(id) } }
    }
    try await connection.runScript("TRUNCATE changed_folder, changed_readers")
    try await addClasses(in: connection)
  }

  /// Begins to look for classes that no document has.
  mutating func beginCounting() { used = ([], lastClass) }

  /// Records that documents have classes, which the server has printed as an array.
  mutating func count(_ classes: String) { used?.classes.formUnion(Self.numbers(classes)) }

  /// Removes the classes that no document had since ``beginCounting()``.
  mutating func removeUnused(in connection: PostgreSQLConnection) async throws(PostgreSQLError) {
    guard let (classes, last) = used else { return }
    used = nil
    let list = classes.map { "\($0)" }.joined(separator: ",")
    try await connection.run(
      "DELETE FROM readers WHERE source = $1 AND id <= $2 AND NOT id = ANY($3::int[])",
      [.integer(source), .integer(last), .text("{\(list)}")])
  }

  /// Takes all rights away, because the rows are those of another index.
  mutating func takeAway(in connection: PostgreSQLConnection) async throws(PostgreSQLError) {
    try await connection.run("DELETE FROM readers WHERE source = $1", [.integer(source)])
    try await connection.run(
      "UPDATE reader SET readers = '{}' WHERE source = $1", [.integer(source)])
  }

  /// Adds new classes to the logins that may read them.
  private mutating func addClasses(in connection: PostgreSQLConnection) async throws {
    let new = try await connection.run(
      "SELECT id, rules FROM readers WHERE source = $1 AND id > $2 ORDER BY id",
      [.integer(source), .integer(lastClass)])
    if new.count == 0 { return }
    lastClass = new.integer(new.count - 1, 0) ?? lastClass
    try await assign(new, adding: true, to: try await logins(connection), in: connection)
  }

  private func logins(
    _ connection: PostgreSQLConnection
  ) async throws(PostgreSQLError) -> [String] {
    let rows = try await connection.run("SELECT name FROM login ORDER BY name")
    return (0..<rows.count).compactMap { rows.text($0, 0) }
  }

  /// Computes anew which classes each login may read, from the groups that the name service has now.
  ///
  /// - Parameters:
  ///   - onlyNew: whether only logins are computed that have no row yet.
  ///   - connection: a connection of the feed, in no transaction.
  /// - Throws: the error of the server.
  mutating func refresh(
    onlyNew: Bool, in connection: PostgreSQLConnection
  ) async throws {
    var names = try await logins(connection)
    if !onlyNew { accounts = [:] }
    if onlyNew {
      let known = try await connection.run(
        "SELECT login FROM reader WHERE source = $1", [.integer(source)])
      names = Set(names).subtracting((0..<known.count).compactMap { known.text($0, 0) }).sorted()
    }
    if names.isEmpty { return }
    let classes = try await connection.run(
      "SELECT id, rules FROM readers WHERE source = $1 ORDER BY id", [.integer(source)])
    try await assign(classes, adding: false, to: names, in: connection)
  }

  /// Writes which of some classes logins may read, in place of all, or besides those that they have.
  private mutating func assign(
    _ classes: PostgreSQLRows, adding: Bool, to logins: [String],
    in connection: PostgreSQLConnection
  ) async throws {
    let all = (0..<classes.count).map { row in
      (id: classes.integer(row, 0) ?? 0, rules: Self.numbers(classes.text(row, 1) ?? "{}"))
    }
    for login in logins {
      // A login that this machine does not know may read nothing here.
      let account = accounts[login] ?? (try? Account(login: login))
      accounts[login] = .some(account)
      let readable = account.map { account in all.filter { mayRead($0.rules, account) } } ?? []
      try await connection.run(
        """
        INSERT INTO reader(login, source, readers) VALUES ($1, $2, $3)
        ON CONFLICT (login, source) DO UPDATE
        SET readers = \(adding ? "reader.readers || excluded.readers" : "excluded.readers")
        WHERE reader.readers IS DISTINCT FROM excluded.readers
        """,
        [
          .text(login), .integer(source),
          .text("{\(readable.map { "\($0.id)" }.joined(separator: ","))}"),
        ])
    }
  }

  private func mayRead(_ numbers: [Int64], _ account: Account) -> Bool {
    numbers.allSatisfy { rules[$0]?.allows(user: account.user, groups: account.groups) ?? false }
  }

  /// The numbers in an array as PostgreSQL prints it.
  private static func numbers(_ text: String) -> [Int64] {
    text.dropFirst().dropLast().split(separator: ",").compactMap { Int64($0) }
  }
}
