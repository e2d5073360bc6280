package import LinuxSystem
package import Varlink

extension Int {
  /// Checks that the value of a parameter is in a range.
  ///
  /// - Throws: `org.varlink.service.InvalidParameter` with the parameter's name.
  package func bounded(_ range: ClosedRange<Int>, _ name: String) throws(VarlinkError) -> Int {
    guard range.contains(self) else { throw .invalidParameter(name) }
    return self
  }
}

extension DocumentLocation {
  /// Parses a parameter: an absolute path, or a `file:` URI, which may name a member of a file.
  ///
  /// - Throws: `org.varlink.service.InvalidParameter` with the parameter's name.
  package init(parameter text: String, _ name: String) throws(VarlinkError) {
    guard text.hasPrefix("file:") else {
      self.init(try FilePath(parameter: text, name))
      return
    }
    guard let location = DocumentLocation(uri: text) else { throw .invalidParameter(name) }
    self = location
  }
}

extension FilePath {
  /// Parses a parameter: an absolute path or a `file:` URI.
  ///
  /// - Throws: `org.varlink.service.InvalidParameter` with the parameter's name.
  package init(parameter text: String, _ name: String) throws(VarlinkError) {
    let path = text.hasPrefix("file:") ? FilePath(uri: text) : FilePath(absolute: text)
    guard let path else { throw .invalidParameter(name) }
    self = path
  }
}
