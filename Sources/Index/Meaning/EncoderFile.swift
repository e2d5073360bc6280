public import LinuxSystem

/// A file with a sentence encoder, which turns texts into vectors of what they are about.
public struct EncoderFile: Equatable, Sendable {
  /// The file.
  public let path: FilePath
  /// Identifies its content, in 16 bytes.
  public let identity: [UInt8]

  /// Describes a file.
  public init(_ path: FilePath, identity: [UInt8]) {
    (self.path, self.identity) = (path, identity)
  }
}
