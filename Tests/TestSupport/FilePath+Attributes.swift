import Glibc
public import LinuxSystem

/// Extended attributes of files.
extension FilePath {
  private typealias SetAttribute =
    @convention(c) (
      UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<UInt8>?, Int, Int32
    ) -> Int32

  /// Sets an extended attribute; `setxattr` is not in the module of the C library.
  ///
  /// - Returns: whether the file system has extended attributes.
  public func set(attribute name: String, to value: String) -> Bool {
    guard let symbol = unsafe dlsym(nil, "setxattr") else { return false }
    let call = unsafe unsafeBitCast(symbol, to: SetAttribute.self)
    let bytes = Array(value.utf8)
    return unsafe description.withCString { path in
      unsafe name.withCString { name in
        unsafe bytes.withUnsafeBufferPointer { value in
          unsafe call(path, name, value.baseAddress, bytes.count, 0) == 0
        }
      }
    }
  }

  /// Whether the file system of temporary folders has extended attributes.
  public static let hasAttributes: Bool = {
    guard let folder = try? TemporaryDirectory(), (try? folder["a"].write("")) != nil else {
      return false
    }
    return folder["a"].set(attribute: "user.a", to: "a")
  }()
}
