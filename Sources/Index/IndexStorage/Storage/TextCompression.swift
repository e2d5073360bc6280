import CZstd
package import TextAnalysis

/// Compresses texts; see zstd(1) and <https://facebook.github.io/zstd/>.
///
/// A long text is several frames after a frame that decompressors skip, which has its ``TextLayout``
/// (RFC 8878, section 3.1.2).
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

  /// The stored form of a text.
  ///
  /// O(text).
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - places: its places at intervals of ``TextLayout/interval`` tokens, ascending.
  /// - Returns: one frame, or a layout and frames; each frame has its length and a checksum.
  package func compress(_ text: [UInt8], _ places: [TokenPlace] = []) -> [UInt8] {
    if text.count < TextLayout.shortest { return frame(of: text.span) }
    var (frames, sizes): ([UInt8], [Int]) = ([], [])
    for start in stride(from: 0, to: text.count, by: TextLayout.frameSize) {
      let end = min(start + TextLayout.frameSize, text.count)
      let frame = frame(of: text.span.extracting(start..<end))
      frames += frame
      sizes.append(frame.count)
    }
    return TextLayout(of: text, places, frames: sizes).frame + frames
  }

  /// A text as one frame, with its length and a checksum.
  func frame(of text: Span<UInt8>) -> [UInt8] {
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

  /// The text in some frames; nil if they are damaged.
  ///
  /// O(text).
  package func text(from frames: Span<UInt8>) -> [UInt8]? {
    unsafe frames.withUnsafeBytes { frame -> [UInt8]? in
      guard frame.count > 0, let size = unsafe Self.size(of: frame) else { return nil }
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

  /// The size of the text in some frames; nil if it is too large, or the frames are damaged.
  private static func size(of frames: UnsafeRawBufferPointer) -> UInt64? {
    var (offset, size): (Int, UInt64) = (0, 0)
    while offset < frames.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: frames[offset...])
      let length = unsafe ZSTD_findFrameCompressedSize(rest.baseAddress, rest.count)
      guard ZSTD_isError(length) == 0, length > 0, length <= rest.count else { return nil }
      let part = unsafe ZSTD_getFrameContentSize(rest.baseAddress, length)
      // Sizes that are unknown or an error are the two largest values of the type.
      guard part <= min(limit - size, UInt64(length) * mostPerByte) else { return nil }
      (offset, size) = (offset + length, size + part)
    }
    return size
  }
}

extension TextLayout {
  /// The magic number of a frame that decompressors skip, little-endian.
  private static let magic: [UInt8] = [0x50, 0x2a, 0x4d, 0x18]
  /// The size of the magic number and the length before the layout, in bytes.
  static let headSize = 8

  /// The layout in a frame that decompressors skip.
  var frame: [UInt8] {
    let stored = stored
    let length = (0..<4).map { UInt8(truncatingIfNeeded: stored.count >> (8 * $0)) }
    return Self.magic + length + stored
  }

  /// The size of a layout after its head, in bytes; nil if the text has none.
  static func size(afterHead head: [UInt8]) -> Int? {
    guard head.count >= headSize, head.starts(with: magic) else { return nil }
    return head[4..<headSize].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
