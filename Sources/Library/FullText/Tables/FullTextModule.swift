import SittaSQLite

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
  /// A module is available if its compile option is set and a temporary table can be made with it. This is
  /// tested once, in a separate database in memory.
  public static let available: Set<FullTextModule> = Set(
    allCases.filter { works($0.rawValue, compileOptions: $0.compileOptions) })

  /// Whether a module was compiled into SQLite and works.
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

  /// The compile options that include the module; `ENABLE_FTS3` and `ENABLE_FTS4` both include FTS3 and FTS4.
  private var compileOptions: [String] {
    switch self {
    case .fts3, .fts4: ["ENABLE_FTS3", "ENABLE_FTS4"]
    case .fts5: ["ENABLE_FTS5"]
    }
  }

  /// Throws an error if the SQLite library does not have the module.
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
