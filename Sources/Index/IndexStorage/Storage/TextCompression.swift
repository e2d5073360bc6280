import CZstd

/// Compresses texts; see zstd(1) and <https://facebook.github.io/zstd/>.
@safe
package final class TextCompressor {
  /// The fastest level: it compresses 335 MB of documentation to 101 MB; level 3 to 97 MB.
  private static let level: Int32 = 1
  private let context: OpaquePointer?

  /// Makes a compressor; only one isolation domain may use it.
  package init() {
    unsafe context = ZSTD_createCCtx()
    unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Self.level)
    // SQLite's pages have no checksums; zstd's checksum at least detects texts that were damaged on disk.
    unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
  }

  deinit {
    unsafe ZSTD_freeCCtx(context)
  }

  /// A zstd frame with the text's length and a checksum.
  ///
  /// O(text).
  package func compress(_ text: [UInt8]) -> [UInt8] {
    let bound = ZSTD_compressBound(text.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { frame, count in
      let written = unsafe text.withUnsafeBytes { text in
        unsafe ZSTD_compress2(context, frame.baseAddress, bound, text.baseAddress, text.count)
      }
      // The buffer is large enough, so only an allocation can fail, which ends a Swift program anyway.
      precondition(ZSTD_isError(written) == 0, "zstd is out of memory")
      count = written
    }
  }
}

/// Decompresses texts.
///
/// It is `@unchecked` because a `ScalarFunction` must be Sendable, and the context has no lock. Each
/// decompressor has one owner that is not Sendable: a `Database`, for which `Schema.addFunctions(to:)` makes
/// it, or an object that keeps it as a property. An owner is in one isolation domain at a time, and SQLite
/// calls a function only during a call on its connection. So two calls of ``text(from:)`` never overlap.
@safe
package final class TextDecompressor: @unchecked Sendable {
  /// The most bytes of a text; a damaged frame may claim more, which must not be allocated.
  private static let limit: UInt64 = 1 << 30
  /// The most text per byte of a frame: a block has at least 4 bytes, and at most 128 KiB of text (RFC 8878).
  private static let mostPerByte: UInt64 = (128 << 10) / 4
  /// The context is kept, because creating one takes longer than decompressing a short text.
  private let context: OpaquePointer?

  /// Creates a decompressor.
  package init() {
    unsafe context = ZSTD_createDCtx()
  }

  deinit {
    unsafe ZSTD_freeDCtx(context)
  }

  /// The text in a frame; nil if the frame is damaged.
  ///
  /// O(text).
  package func text(from frame: Span<UInt8>) -> [UInt8]? {
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
