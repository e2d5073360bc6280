import CharacterEncodings

/// A file with items of Outlook, each of which has properties: a saved message, or a data file.
///
/// The file's bytes are passed to each call.
protocol OutlookStore {
  /// Where the properties of an item are: of a message, a recipient or an attachment.
  associatedtype Item
  /// Where a value is that has no fixed size.
  associatedtype Value

  /// Returns the properties of an item, which inherits declared encodings from the message that it belongs to.
  mutating func properties(
    of item: Item, declared: [CharacterEncoding], in bytes: Span<UInt8>
  ) -> OutlookProperties<Self>

  /// Returns the message in a value; nil if there is none.
  func message(in value: Value) -> Item?

  /// Returns the content of a value; less than all of it if the file is damaged.
  mutating func content(of value: Value, in bytes: Span<UInt8>) -> [UInt8]

  /// Returns the size of a value in bytes, as the file declares it.
  mutating func size(of value: Value, in bytes: Span<UInt8>) -> Int

  /// Gives the content of a value to a sink, as the file of the open member.
  mutating func give(_ value: Value, in bytes: Span<UInt8>, to sink: inout some DocumentSink)

  /// Returns the numbers of the properties that have names instead of numbers of their own.
  mutating func names(in bytes: Span<UInt8>) -> OutlookNames
}
