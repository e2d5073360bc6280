import CSittaSQLite
public import SittaSQLite

extension Database {
  /// Registers a tokenizer by its name, so that tables of this connection can use it.
  ///
  /// Add it to every connection that opens the table. Different connections can have different tokenizers of
  /// the same name. The corresponding C function is `fts5_api.xCreateTokenizer`.
  ///
  /// - Parameter tokenizer: the type of the tokenizer; FTS5 makes an instance for each table.
  /// - Throws: ``FullTextError`` if a tokenizer of this name exists, also a built-in one (case is ignored),
  ///   if the name is empty or contains a NUL, or if there is no FTS5.
  public func add<Tokenizer: FTS5CustomTokenizer>(
    tokenizer: Tokenizer.Type
  ) throws(FullTextError) {
    try add(tokenizerNamed: tokenizer.name) { db, arguments in
      try Tokenizer(db: db, arguments: arguments)
    }
  }

  /// Registers a tokenizer that needs more than its arguments, such as a table in memory.
  ///
  /// ```swift
  /// try db.add(tokenizerNamed: "without_stop_words") { db, arguments in
  ///   StopWordTokenizer(stopWords, wrapping: try db.makeTokenizer(.unicode61()))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the tokenizer for `tokenize=`.
  ///   - make: makes an instance for each table, from the words after the name. It must not retain
  ///     the connection. If it throws an error, the statement fails.
  /// - Throws: ``FullTextError`` if a tokenizer of this name exists, also a built-in one (case is ignored),
  ///   if the name is empty or contains a NUL, or if there is no FTS5.
  public func add(
    tokenizerNamed name: String,
    make: @escaping (_ db: Database, _ arguments: [String]) throws -> any FTS5Tokenizer
  ) throws(FullTextError) {
    guard !name.isEmpty else {
      throw FullTextError(.invalidArgument, "A tokenizer has an empty name.")
    }
    guard !name.utf8.contains(0) else { throw .containsNUL("The name of a tokenizer") }
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

  /// Makes a tokenizer, built-in or registered, for use without a table.
  ///
  /// ```swift
  /// let tokenizer = try db.makeTokenizer(.porter(wrapping: .unicode61()))
  /// try tokenizer.tokenize(document: "Databases").map(\.token)  // ["databas"]
  /// ```
  ///
  /// - Parameter descriptor: the name and arguments of the tokenizer.
  /// - Returns: the tokenizer; a tokenizer written in Swift has its own type.
  /// - Throws: ``FullTextError`` if the name is not registered, or if a built-in tokenizer does not
  ///   know an argument; the error of its `init` for a tokenizer written in Swift.
  public func makeTokenizer(_ descriptor: FTS5TokenizerDescriptor) throws -> any FTS5Tokenizer {
    guard descriptor.components.allSatisfy({ !$0.utf8.contains(0) }) else {
      throw FullTextError.containsNUL("The name or an argument of a tokenizer")
    }
    // For an empty name, FTS5 would return its default tokenizer.
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
