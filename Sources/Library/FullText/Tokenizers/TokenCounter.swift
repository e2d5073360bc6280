import CSittaSQLite
package import SittaSQLite

/// Counts the tokens of a tokenizer, which is called as FTS5 calls it; used by benchmarks.
@safe
package final class TokenCounter {
  private let functions: fts5_tokenizer
  private let instance: OpaquePointer

  /// Makes a tokenizer through FTS5's C interface, even if it is written in Swift.
  package init(_ descriptor: FTS5TokenizerDescriptor, in db: Database) throws(FullTextError) {
    guard let (functions, context) = unsafe try FTS5API(db).find(tokenizer: descriptor.name) else {
      throw .unknownTokenizer(descriptor.name)
    }
    self.functions = functions
    unsafe instance = try functions.makeInstance(descriptor, context: context)
  }

  deinit {
    unsafe functions.xDelete(instance)
  }

  /// Returns the number of tokens in a document.
  package func count(_ text: [UInt8]) throws(FullTextError) -> Int {
    var count = 0
    let code = unsafe text.withUnsafeBytes { bytes in
      unsafe withUnsafeMutablePointer(to: &count) { count in
        unsafe functions.xTokenize(
          instance, count, FTS5_TOKENIZE_DOCUMENT,
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count)
        ) { count, _, _, _, _, _ in
          unsafe count?.assumingMemoryBound(to: Int.self).pointee += 1
          return SQLITE_OK
        }
      }
    }
    guard code == SQLITE_OK else { throw .stopped(code) }
    return count
  }
}
