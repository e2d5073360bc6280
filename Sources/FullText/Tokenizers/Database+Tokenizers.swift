import CSQLite
public import SQLite

extension Database {
  /// Registers a tokenizer under its name, so that tables of this connection can use it.
  ///
  /// Add it to every connection that opens the table; two connections may know different tokenizers
  /// under one name. The corresponding C function is `fts5_api.xCreateTokenizer`.
  ///
  /// - Parameter tokenizer: the type; FTS5 makes an instance for each table.
  /// - Throws: ``FullTextError``: the name is taken, as the built-in ones are (upper and lower case
  ///   are one), or is empty or holds a NUL, or there is no FTS5.
  public func add<Tokenizer: FTS5CustomTokenizer>(
    tokenizer: Tokenizer.Type
  ) throws(FullTextError) {
    try add(tokenizerNamed: tokenizer.name) { db, arguments in
      try Tokenizer(db: db, arguments: arguments)
    }
  }

  /// Registers tokenizers that need more than their arguments, such as a table in memory.
  ///
  /// ```swift
  /// try db.add(tokenizerNamed: "without_stop_words") { db, arguments in
  ///   StopWordTokenizer(stopWords, wrapping: try db.makeTokenizer(.unicode61()))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: what `tokenize=` calls it in the definition of a table.
  ///   - make: makes an instance for each table, from the words after the name. It gets the
  ///     connection, which it must not keep; what it throws fails the statement.
  /// - Throws: ``FullTextError``: the name is taken, as the built-in ones are (upper and lower case
  ///   are one), or is empty or holds a NUL, or there is no FTS5.
  public func add(
    tokenizerNamed name: String,
    make: @escaping (_ db: Database, _ arguments: [String]) throws -> any FTS5Tokenizer
  ) throws(FullTextError) {
    guard !name.isEmpty else {
      throw FullTextError(.invalidArgument, "A tokenizer has an empty name.")
    }
    guard !name.utf8.contains(0) else { throw .holdsNUL("The name of a tokenizer") }
    let api = try FTS5API(self)
    guard unsafe api.find(tokenizer: name) == nil else { throw .nameTaken(name) }
    let module = unsafe Unmanaged.passRetained(TokenizerModule(name, in: self, make: make))
    var functions = TokenizerModule.functions
    let code = unsafe api.pointer.pointee.xCreateTokenizer(
      api.pointer, name, module.toOpaque(), &functions,
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<TokenizerModule>.fromOpaque(context).release()
      })
    guard code == SQLITE_OK else {
      unsafe module.release()
      throw .database(error(code))
    }
  }

  /// Makes a tokenizer, built-in or registered, to use without a table.
  ///
  /// ```swift
  /// let tokenizer = try db.makeTokenizer(.porter(wrapping: .unicode61()))
  /// try tokenizer.tokenize(document: "Databases").map(\.token)  // ["databas"]
  /// ```
  ///
  /// - Parameter descriptor: its name and arguments.
  /// - Returns: the tokenizer; for one written in Swift an instance of its own type.
  /// - Throws: ``FullTextError`` for a name that is not registered or arguments that a built-in one
  ///   does not know; what its `init` throws for one written in Swift.
  public func makeTokenizer(_ descriptor: FTS5TokenizerDescriptor) throws -> any FTS5Tokenizer {
    guard descriptor.components.allSatisfy({ !$0.utf8.contains(0) }) else {
      throw FullTextError.holdsNUL("The name or an argument of a tokenizer")
    }
    // An empty name would mean FTS5's default.
    guard !descriptor.name.isEmpty,
      let (functions, context) = unsafe try FTS5API(self).find(tokenizer: descriptor.name)
    else {
      throw FullTextError.unknownTokenizer(descriptor.name)
    }
    if let module = unsafe TokenizerModule.find(functions: functions, context: context) {
      return try module.makeTokenizer(arguments: descriptor.arguments)
    }
    return unsafe try RegisteredTokenizer(descriptor, functions: functions, context: context)
  }
}
