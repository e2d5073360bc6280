#pragma once
// The functions of libtesseract and libleptonica that Sitta calls. They are loaded, not linked: one program reads all
// formats, and no text in images where these libraries are missing.
#include <stddef.h>
#include <leptonica/environ.h>
#include <leptonica/imageio.h>
#include <tesseract/capi.h>

#define CTESSERACT_TESSERACT(X) \
  X(TessVersion) X(TessBaseAPICreate) X(TessBaseAPIDelete) X(TessBaseAPISetVariable) X(TessBaseAPIInit2) \
  X(TessBaseAPISetPageSegMode) X(TessBaseAPISetImage2) X(TessBaseAPISetSourceResolution) X(TessBaseAPIRecognize) \
  X(TessBaseAPIGetUTF8Text) X(TessBaseAPIClear) X(TessDeleteText) X(TessMonitorCreate) X(TessMonitorDelete) \
  X(TessMonitorSetCancelFunc) X(TessMonitorSetCancelThis)
#define CTESSERACT_LEPTONICA(X) \
  X(setMsgSeverity) X(findFileFormatBuffer) X(pixReadHeaderMem) X(readHeaderMemTiff) X(pixReadMem) \
  X(pixReadMemFromMultipageTiff) X(pixDestroy) X(pixGetWidth) X(pixGetHeight) X(pixGetDepth) X(pixGetSpp) \
  X(pixGetXRes) X(pixGetColormap) X(pixAlphaBlendUniform) X(pixConvertTo8) X(pixScale)

#define CTESSERACT_DECLARE(name) __typeof__(name) *name;
struct ctesseract_functions {
  CTESSERACT_TESSERACT(CTESSERACT_DECLARE)
  // As allheaders.h of leptonica declares them; before 1.83 that header shows what is in a Pix, and Swift would have
  // another type for it.
  l_int32 (*setMsgSeverity)(l_int32 severity);
  l_int32 (*findFileFormatBuffer)(const l_uint8 *bytes, l_int32 *format);
  l_int32 (*pixReadHeaderMem)(
      const l_uint8 *bytes, size_t size, l_int32 *format, l_int32 *width, l_int32 *height, l_int32 *bits,
      l_int32 *samples, l_int32 *has_map);
  l_int32 (*readHeaderMemTiff)(
      const l_uint8 *bytes, size_t size, l_int32 page, l_int32 *width, l_int32 *height, l_int32 *bits,
      l_int32 *samples, l_int32 *resolution, l_int32 *has_map, l_int32 *format);
  struct Pix *(*pixReadMem)(const l_uint8 *bytes, size_t size);
  struct Pix *(*pixReadMemFromMultipageTiff)(const l_uint8 *bytes, size_t size, size_t *offset);
  void (*pixDestroy)(struct Pix **pix);
  l_int32 (*pixGetWidth)(const struct Pix *pix);
  l_int32 (*pixGetHeight)(const struct Pix *pix);
  l_int32 (*pixGetDepth)(const struct Pix *pix);
  l_int32 (*pixGetSpp)(const struct Pix *pix);
  l_int32 (*pixGetXRes)(const struct Pix *pix);
  struct PixColormap *(*pixGetColormap)(struct Pix *pix);
  struct Pix *(*pixAlphaBlendUniform)(struct Pix *pix, l_uint32 color);
  struct Pix *(*pixConvertTo8)(struct Pix *pix, l_int32 has_map);
  struct Pix *(*pixScale)(struct Pix *pix, l_float32 x, l_float32 y);
};

/// Loads both libraries for the lifetime of the process; it is quick when they are loaded. Returns null if one of them
/// is missing. Use one thread only at first.
const struct ctesseract_functions *ctesseract_load(void);
