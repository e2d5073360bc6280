/// A member of a container, such as an attachment, with the content that a reader found in it.
public struct AnsweredMember: Equatable, Sendable {
  /// The path in each container, from the document down to the member; at least one path.
  public var path: [[UInt8]]
  /// The description of the member.
  public var description: ExtractionFrame.Member
  /// The content of the member.
  public var content: DocumentContent
  /// Whether the bytes of the member's file were received, because another program reads them.
  public var hasFile: Bool
  /// How the reading of the member ended.
  public var ending: ExtractionFrame.Ending
}
