#pragma once
// The functions of libtesseract and libleptonica that Sitta calls. They are loaded, not linked: one program reads all
// formats, and no text in images where these libraries are missing.
#include <leptonica/allheaders.h>
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

#pragma clang assume_nonnull begin
#define CTESSERACT_DECLARE(name) __typeof__(name) *name;
struct ctesseract_functions {
  CTESSERACT_TESSERACT(CTESSERACT_DECLARE)
  CTESSERACT_LEPTONICA(CTESSERACT_DECLARE)
};
#pragma clang assume_nonnull end

/// Loads both libraries for the lifetime of the process; it is quick when they are loaded. Returns null if one of them
/// is missing. Use one thread only at first.
const struct ctesseract_functions *_Nullable ctesseract_load(void);
