import SQLite

/// The full-text modules that an SQLite library can have.
public enum FullTextModule: String, CaseIterable, Sendable {
  /// FTS3: <https://www.sqlite.org/fts3.html>.
  case fts3
  /// FTS4, which is FTS3 with more options.
  case fts4
  /// FTS5: <https://www.sqlite.org/fts5.html>.
  case fts5

  /// The modules that the SQLite library of this process has.
  ///
  /// One counts that was compiled in, by its compile option, and with which a temporary table can
  /// really be made. It is found out once, in a database of its own.
  public static let available: Set<FullTextModule> = Set(
    allCases.filter { works($0.rawValue, compileOptions: $0.compileOptions) })

  /// Whether a module was compiled in and works.
  package static func works(_ module: String, compileOptions: [String]) -> Bool {
    do {
      let db = try Scratch.open()
      let isCompiledIn = try compileOptions.contains { option in
        try db.first("SELECT sqlite_compileoption_used(?1)", .text(option)) { $0.integer(at: 0) }
          == 1
      }
      guard isCompiledIn else { return false }
      try db.execute("CREATE VIRTUAL TABLE temp.probe USING \(quotedName(module))(word)")
      return true
    } catch {
      return false
    }
  }

  /// The options that bring the module; FTS3 and FTS4 come together.
  private var compileOptions: [String] {
    switch self {
    case .fts3, .fts4: ["ENABLE_FTS3", "ENABLE_FTS4"]
    case .fts5: ["ENABLE_FTS5"]
    }
  }

  /// Fails with a sentence where the library lacks the module.
  package static func require(
    _ module: FullTextModule, in available: Set<FullTextModule> = available
  ) throws(FullTextError) {
    guard !available.contains(module) else { return }
    throw FullTextError(
      .missingModule,
      "This SQLite library has no \(module.rawValue.uppercased()): use one that is built with "
        + "SQLITE_ENABLE_\(module.rawValue.uppercased()).")
  }
}
