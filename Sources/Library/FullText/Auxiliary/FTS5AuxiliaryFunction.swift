import CSittaSQLite
public import SittaSQLite

/// A function written in Swift that SQL can call on each row of a full-text query.
///
/// ```swift
/// try db.add(
///   auxiliaryFunction: FTS5AuxiliaryFunction("hits") { match, _ in
///     var count: Int64 = 0
///     try match.forEachInstance { _ in count += 1 }
///     return .integer(count)
///   })
/// // SELECT hits(book) FROM book WHERE book MATCH 'whale'
/// ```
///
/// See <https://www.sqlite.org/fts5.html#custom_auxiliary_functions>.
public struct FTS5AuxiliaryFunction {
  /// The name of the function in SQL.
  public let name: String
  /// Computes the value for a row from the arguments after the table's name.
  public let body:
    (_ match: borrowing FTS5Match, _ arguments: borrowing ScalarFunction.Arguments) throws ->
      SQLiteValue

  /// Makes a function; if `body` throws an error, the calling statement fails with it.
  public init(
    _ name: String,
    body:
      @escaping (
        _ match: borrowing FTS5Match, _ arguments: borrowing ScalarFunction.Arguments
      ) throws -> SQLiteValue
  ) {
    self.name = name
    self.body = body
  }
}

extension Database {
  /// Registers an auxiliary function for all FTS5 tables of this connection.
  ///
  /// It replaces a function of the same name, including a built-in one. The corresponding C
  /// function is `fts5_api.xCreateFunction`.
  ///
  /// - Parameter function: the function; it must not retain the connection.
  /// - Throws: ``FullTextError`` if the name is empty or contains a NUL, or if there is no FTS5.
  public func add(auxiliaryFunction function: FTS5AuxiliaryFunction) throws(FullTextError) {
    guard !function.name.isEmpty else {
      throw FullTextError(.invalidArgument, "An auxiliary function has an empty name.")
    }
    guard !function.name.utf8.contains(0) else {
      throw .containsNUL("The name of an auxiliary function")
    }
    let api = try FTS5API(self)
    let box = unsafe Unmanaged.passRetained(AuxiliaryFunctionBox(function))
    let code = unsafe api.pointer.pointee.xCreateFunction(
      api.pointer, function.name, box.toOpaque(), callAuxiliaryFunction,
      { box in
        guard let box = unsafe box else { return }
        unsafe Unmanaged<AuxiliaryFunctionBox>.fromOpaque(box).release()
      })
    guard code == SQLITE_OK else {
      unsafe box.release()
      throw .database(error(code))
    }
  }
}

private final class AuxiliaryFunctionBox {
  private let body: (borrowing FTS5Match, borrowing ScalarFunction.Arguments) throws -> SQLiteValue

  init(_ function: FTS5AuxiliaryFunction) {
    body = function.body
  }

  func call(
    _ match: borrowing FTS5Match, _ arguments: borrowing ScalarFunction.Arguments,
    result: OpaquePointer
  ) {
    do {
      unsafe try body(match, arguments).give(to: result)
    } catch {
      let cause = error as? SQLiteError ?? (error as? FullTextError)?.cause
      unsafe SQLiteError(code: cause?.code ?? SQLITE_ERROR, message: "\(error)").give(to: result)
    }
  }
}

private func callAuxiliaryFunction(
  _ api: UnsafePointer<Fts5ExtensionApi>?, _ context: OpaquePointer?, _ result: OpaquePointer?,
  _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let api = unsafe api, let context = unsafe context, let result = unsafe result,
    let box = unsafe api.pointee.xUserData(context)
  else { return }
  let arguments = unsafe UnsafeMutableBufferPointer(start: values, count: Int(count))
  unsafe Unmanaged<AuxiliaryFunctionBox>.fromOpaque(box)._withUnsafeGuaranteedRef {
    unsafe $0.call(
      FTS5Match(api, context), ScalarFunction.Arguments(arguments), result: result)
  }
}
