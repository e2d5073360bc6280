extension Collection<UInt8> {
  /// Calls `body` with the bytes as a C string; the string ends at the first NUL.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe (Array(self) + [0]).withUnsafeBytes { buffer in
      // An array with at least one element always has a base address.
      let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress
      return unsafe start.map(body) ?? "".withCString(body)
    }
  }
}

extension FilePath {
  /// Calls `body` with the path as a C string.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe bytes.withCString(body)
  }
}
