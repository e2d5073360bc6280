/// Reads the tags of music and recordings.
///
/// Reads ID3 (MP3, WAV), Vorbis comments (Ogg, Opus, FLAC), MP4, RIFF and Matroska.
public enum AudioMetadataReader {
  /// Reads the tags of an audio file.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var text = MediaText()
    if !MediaContainer.read(bytes, into: &text) {
      // An MP3 file without a leading tag begins with sound, and may have an ID3v1 tag at its end.
      IdentifierTag.readLast(bytes, into: &text)
    }
    text.write(into: &sink)
  }
}

/// Reads the tags of video files.
///
/// Reads MP4 and QuickTime, Matroska and WebM, AVI and Ogg.
public enum VideoMetadataReader {
  /// Reads the tags of a video file.
  ///
  /// - Throws: ``ReadingFailure/unsupported(_:)`` for an unknown format.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var text = MediaText()
    guard MediaContainer.read(bytes, into: &text) else {
      throw .unsupported("format of the film")
    }
    text.write(into: &sink)
  }
}

/// Recognizes the formats that contain sound, video or both.
enum MediaContainer {
  /// Reads the tags of a file; recognizes the format by the content.
  ///
  /// - Returns: whether the format was recognized.
  static func read(_ bytes: Span<UInt8>, into text: inout MediaText) -> Bool {
    if bytes.hasBytes("ID3") {
      let end = IdentifierTag.read(bytes, into: &text)
      if bytes.hasBytes("fLaC", at: end) {
        VorbisComment.readFLAC(bytes, at: end, into: &text)
      } else if text.isEmpty {
        IdentifierTag.readLast(bytes, into: &text)
      }
    } else if bytes.hasBytes("fLaC") {
      VorbisComment.readFLAC(bytes, at: 0, into: &text)
    } else if bytes.hasBytes("OggS") {
      VorbisComment.readOgg(bytes, into: &text)
    } else if bytes.hasBytes("RIFF") {
      ResourceInterchangeFile.read(bytes, into: &text)
    } else if bytes.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) {
      MatroskaTags.read(bytes, into: &text)
    } else if bytes.hasBytes("ftyp", at: 4) || bytes.hasBytes("moov", at: 4)
      || bytes.hasBytes("mdat", at: 4) || bytes.hasBytes("wide", at: 4)
      || bytes.hasBytes("free", at: 4) || bytes.hasBytes("skip", at: 4)
    {
      MovieTags.read(bytes, into: &text)
    } else {
      return false
    }
    return true
  }
}
