/// A number of documents, and the size of their files.
package struct FacetSum: Equatable {
  /// The number of documents.
  package var count = 0
  /// The size of the files in bytes; members of files have none of their own.
  package var bytes: Int64 = 0

  /// Adds a document.
  mutating func add(bytes size: Int64) { add(FacetSum(count: 1, bytes: size)) }

  /// Adds documents.
  mutating func add(_ other: FacetSum) {
    count += other.count
    bytes += min(max(0, other.bytes), .max - bytes)
  }
}
