import Glibc

/// The content of a file that other processes share, mapped read-only; see mmap(2).
///
/// Pages are read from the disk when they are used. The file must not be shortened while it is mapped: that ends the
/// process with SIGBUS. Package managers put a new file in its place instead, which does no harm.
@safe
public final class MappedFile: Sendable {
  // It is set once, nobody writes to the pages, and they stay mapped until no reference is left.
  nonisolated(unsafe) private let content: UnsafeRawBufferPointer

  /// Maps a whole file.
  ///
  /// - Parameters:
  ///   - path: a regular file with at least one byte.
  ///   - limit: the largest number of bytes.
  /// - Throws: an error if the file cannot be read, is empty, not regular, or larger than the limit.
  public init(_ path: FilePath, upTo limit: Int) throws(SystemError) {
    let file = try FileDescriptor(openingOwn: path)
    let status = try file.status()
    guard status.kind == .regular, status.size > 0 else {
      throw SystemError(code: ENODATA, attempt: "Cannot map", path: path)
    }
    guard status.size <= limit else {
      throw SystemError(code: EFBIG, attempt: "Cannot map", path: path)
    }
    let memory = unsafe mmap(nil, Int(status.size), PROT_READ, MAP_SHARED, file.number, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
      throw SystemError.last("Cannot map", path)
    }
    unsafe content = UnsafeRawBufferPointer(start: memory, count: Int(status.size))
  }

  deinit {
    unsafe munmap(UnsafeMutableRawPointer(mutating: content.baseAddress), content.count)
  }

  /// The number of bytes.
  public var count: Int { unsafe content.count }

  /// Passes all bytes to `body`; the span must not leave it.
  public func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = unsafe Span<UInt8>(_unsafeBytes: content)
    return try body(bytes)
  }
}
