/// How much may be unpacked of a file, so that a small file cannot cost hours.
public struct UnpackingBudget: Sendable {
  /// The most that is unpacked of any file, in bytes.
  public static let mostBytes = 512 << 20
  /// The most that is unpacked for each byte of a file, beyond ``freeBytes``.
  public static let mostPerByte = 200
  /// The bytes that may be unpacked from any file, even from a small one.
  public static let freeBytes = 32 << 20

  /// How many bytes may still be unpacked.
  public private(set) var remaining: Int

  /// Begins the budget of a file.
  ///
  /// - Parameters:
  ///   - packedSize: the size of the file in bytes.
  ///   - most: the most that is unpacked of this file, at most ``mostBytes``.
  public init(packedSize: Int, most: Int = mostBytes) {
    let (product, isOver) = packedSize.multipliedReportingOverflow(by: Self.mostPerByte)
    let most = min(max(most, 0), Self.mostBytes)
    remaining = isOver ? most : min(max(product, Self.freeBytes), most)
  }

  /// Takes bytes from the budget.
  ///
  /// - Returns: how many of them it covers.
  public mutating func take(_ count: Int) -> Int {
    let covered = min(max(count, 0), remaining)
    remaining -= covered
    return covered
  }
}
