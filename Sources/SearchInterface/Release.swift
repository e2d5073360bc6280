/// Which Sitta this is: daemon, client and their manual are released together.
public enum Release {
  /// The version.
  public static let version = "0.1.0"
  /// The day it was made, as year-month-day.
  public static let date = "2026-11-21"
}
