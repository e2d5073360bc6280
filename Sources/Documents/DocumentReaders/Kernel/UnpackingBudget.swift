/// Limits how many bytes are unpacked from a file, so that a small file cannot cost hours.
public struct UnpackingBudget: Sendable {
  /// The largest budget of any file, in bytes.
  public static let mostBytes = 512 << 20
  /// The unpacked bytes that are allowed for each byte of the file, in addition to ``freeBytes``.
  public static let mostPerByte = 200
  /// The unpacked bytes that are allowed for any file, however small.
  public static let freeBytes = 32 << 20

  /// The number of bytes that may still be unpacked.
  public private(set) var remaining: Int

  /// Creates the budget of a file.
  ///
  /// - Parameters:
  ///   - packedSize: the size of the file in bytes.
  ///   - most: the largest budget of this file in bytes, at most ``mostBytes``.
  public init(packedSize: Int, most: Int = mostBytes) {
    let (product, isOver) = packedSize.multipliedReportingOverflow(by: Self.mostPerByte)
    let most = min(max(most, 0), Self.mostBytes)
    remaining = isOver ? most : min(max(product, Self.freeBytes), most)
  }

  /// Takes bytes from the budget.
  ///
  /// - Returns: how many of the bytes the budget allows.
  public mutating func take(_ count: Int) -> Int {
    let covered = min(max(count, 0), remaining)
    remaining -= covered
    return covered
  }
}
