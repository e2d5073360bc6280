/// The name and the description of the interface `io.sitta.Search`.
public enum SearchInterfaceDescription {
  /// The interface's name.
  public static let name = "io.sitta.Search"

  /// The description in Varlink's language: the contents of `io.sitta.Search.varlink`.
  public static let text = String(
    decoding: PackageResources.io_sitta_Search_varlink, as: UTF8.self)

  /// The qualified name of a method or error.
  public static func qualified(_ member: String) -> String { "\(name).\(member)" }
}
