import CZstd

/// Compresses texts one after the other; see zstd(1) and <https://facebook.github.io/zstd/>.
@safe
final class TextCompressor {
  /// The fastest level: 335 MB of documentation become 101 MB, and 97 MB with level 3.
  private static let level: Int32 = 1
  private let context: OpaquePointer?

  init() {
    unsafe context = ZSTD_createCCtx()
    unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Self.level)
    // SQLite's pages have no checksums: so at least a text that was damaged on disk is found out.
    unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
  }

  deinit {
    unsafe ZSTD_freeCCtx(context)
  }

  /// A zstd frame that names the text's length and has a checksum.
  ///
  /// O(text).
  func compress(_ text: [UInt8]) -> [UInt8] {
    let bound = ZSTD_compressBound(text.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { frame, count in
      let written = unsafe text.withUnsafeBytes { text in
        unsafe ZSTD_compress2(context, frame.baseAddress, bound, text.baseAddress, text.count)
      }
      // With room for the bound only a failed allocation is left, and Swift ends there as well.
      precondition(ZSTD_isError(written) == 0, "zstd is out of memory")
      count = written
    }
  }
}

/// Gives compressed texts back, one after the other.
///
/// It is unchecked because SQLite's functions want it Sendable: it belongs to one connection, which is
/// in one isolation domain at a time.
@safe
final class TextDecompressor: @unchecked Sendable {
  /// No text is longer: a damaged frame must not make us ask for the memory it claims.
  private static let limit: UInt64 = 1 << 30
  /// A block has four bytes or more and gives 128 KiB at most (RFC 8878, section 3.1.1.2).
  private static let mostPerByte: UInt64 = (128 << 10) / 4
  /// Kept, because to make one takes longer than a short text.
  private let context: OpaquePointer?

  init() {
    unsafe context = ZSTD_createDCtx()
  }

  deinit {
    unsafe ZSTD_freeDCtx(context)
  }

  /// The text in a frame; nil where the frame is damaged.
  ///
  /// O(text).
  func text(from frame: Span<UInt8>) -> [UInt8]? {
    unsafe frame.withUnsafeBytes { frame -> [UInt8]? in
      let size = unsafe ZSTD_getFrameContentSize(frame.baseAddress, frame.count)
      // Sizes that are unknown or an error are the two largest values of the type.
      guard size <= min(Self.limit, UInt64(frame.count) * Self.mostPerByte) else { return nil }
      var isWhole = false
      let text = unsafe [UInt8](unsafeUninitializedCapacity: Int(size)) { text, count in
        let written = unsafe ZSTD_decompressDCtx(
          context, text.baseAddress, Int(size), frame.baseAddress, frame.count)
        isWhole = ZSTD_isError(written) == 0 && written == Int(size)
        count = isWhole ? written : 0
      }
      return isWhole ? text : nil
    }
  }
}
