/// A member of a container, such as an attachment, with the content that a reader has found in it.
public struct AnsweredMember: Equatable, Sendable {
  /// The path of the member in each container, from the document to the member; at least one.
  public var path: [[UInt8]]
  /// The container's description of it.
  public var description: ExtractionFrame.Member
  /// The content that was found in it.
  public var content: DocumentContent
  /// Whether its file came, because another program reads it.
  public var hasFile: Bool
  /// How reading it ended.
  public var ending: ExtractionFrame.Ending
}
