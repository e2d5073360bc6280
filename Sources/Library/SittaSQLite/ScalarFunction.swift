import CSittaSQLite

/// A function written in Swift that SQL can call.
///
/// See <https://www.sqlite.org/c3ref/create_function.html>.
public struct ScalarFunction: Sendable {
  /// The name of the function in SQL.
  public let name: String
  /// The number of arguments; -1 for any number.
  public let argumentCount: Int32
  /// Computes the result, which must depend only on the arguments.
  public let body: @Sendable (borrowing Arguments) throws(SQLiteError) -> SQLiteValue

  /// Makes a deterministic function without side effects.
  public init(
    _ name: String, argumentCount: Int32,
    body: @escaping @Sendable (borrowing Arguments) throws(SQLiteError) -> SQLiteValue
  ) {
    self.name = name
    self.argumentCount = argumentCount
    self.body = body
  }

  /// The arguments of one call, numbered from 0.
  @safe
  public struct Arguments: ~Copyable {
    /// The number of arguments.
    public var count: Int { unsafe values.count }
    private let values: UnsafeMutableBufferPointer<OpaquePointer?>

    @unsafe
    package init(_ values: UnsafeMutableBufferPointer<OpaquePointer?>) {
      unsafe self.values = values
    }

    /// Returns an argument; checks the index in release builds, too, because a buffer does not.
    private func argument(_ index: Int) -> OpaquePointer? {
      precondition(
        (0..<count).contains(index),
        "There is no argument \(index): the function was called with \(count) arguments.")
      return unsafe values[index]
    }

    /// Returns an argument with its SQL type, so that a function can return it unchanged.
    ///
    /// Text is `.text`, or `.utf8` if it is not valid UTF-8.
    public func value(at index: Int) -> SQLiteValue {
      let value = unsafe argument(index)
      return switch unsafe sqlite3_value_type(value) {
      case SQLITE_INTEGER: .integer(integer(at: index))
      case SQLITE_FLOAT: .real(real(at: index))
      case SQLITE_TEXT: SQLiteValue(validating: bytes(at: index))
      case SQLITE_BLOB: .blob(bytes(at: index))
      default: .null
      }
    }

    /// Whether an argument is NULL.
    public func isNull(at index: Int) -> Bool {
      unsafe sqlite3_value_type(argument(index)) == SQLITE_NULL
    }

    /// An argument as an integer.
    public func integer(at index: Int) -> Int64 {
      unsafe sqlite3_value_int64(argument(index))
    }

    /// An argument as a number; 0 for NULL.
    public func real(at index: Int) -> Double {
      unsafe sqlite3_value_double(argument(index))
    }

    /// An argument as text, including any NUL; nil for NULL.
    public func text(at index: Int) -> String? {
      let value = unsafe argument(index)
      guard let text = unsafe sqlite3_value_text(value) else { return nil }
      let count = unsafe Int(sqlite3_value_bytes(value))
      return unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// An argument as bytes, of text or of a BLOB; empty for NULL.
    public func bytes(at index: Int) -> [UInt8] {
      guard let blob = unsafe sqlite3_value_blob(argument(index)) else { return [] }
      let count = unsafe Int(sqlite3_value_bytes(argument(index)))
      return unsafe Array(UnsafeRawBufferPointer(start: blob, count: count))
    }
  }
}

extension Database {
  /// Registers a function; it replaces a function with the same name and number of arguments.
  ///
  /// The function is deterministic and innocuous, so views may use it although TRUSTED_SCHEMA is off.
  public func add(function: ScalarFunction) throws(SQLiteError) {
    let box = unsafe Unmanaged.passRetained(FunctionBox(function))
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    let code = unsafe function.name.withCString { name in
      unsafe sqlite3_create_function_v2(
        handle, name, function.argumentCount, flags, box.toOpaque(),
        { context, count, values in
          guard let context = unsafe context, let data = unsafe sqlite3_user_data(context)
          else { return }
          let box = unsafe Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue()
          unsafe box.call(context, UnsafeMutableBufferPointer(start: values, count: Int(count)))
        }, nil, nil,
        { data in
          guard let data = unsafe data else { return }
          unsafe Unmanaged<FunctionBox>.fromOpaque(data).release()
        })
    }
    if code != SQLITE_OK { throw connection.error(code, sql: nil) }
  }
}

private final class FunctionBox {
  let function: ScalarFunction

  init(_ function: ScalarFunction) {
    self.function = function
  }

  func call(_ context: OpaquePointer, _ values: UnsafeMutableBufferPointer<OpaquePointer?>) {
    do throws(SQLiteError) {
      unsafe try function.body(ScalarFunction.Arguments(values)).give(to: context)
    } catch {
      unsafe error.give(to: context)
    }
  }
}
