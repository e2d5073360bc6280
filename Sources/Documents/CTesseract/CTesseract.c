#include "CTesseract.h"
#include <dlfcn.h>

const struct ctesseract_functions *ctesseract_load(void) {
  static struct ctesseract_functions functions;
  static int are_loaded;
  if (are_loaded) return &functions;
  void *leptonica = dlopen("liblept.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!leptonica) leptonica = dlopen("libleptonica.so.6", RTLD_NOW | RTLD_LOCAL);
  void *tesseract = dlopen("libtesseract.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!leptonica || !tesseract) return NULL;
#define RESOLVE(library, name) \
  if (!(functions.name = (__typeof__(functions.name))dlsym(library, #name))) return NULL;
#define RESOLVE_TESSERACT(name) RESOLVE(tesseract, name)
#define RESOLVE_LEPTONICA(name) RESOLVE(leptonica, name)
  CTESSERACT_TESSERACT(RESOLVE_TESSERACT)
  CTESSERACT_LEPTONICA(RESOLVE_LEPTONICA)
  are_loaded = 1;
  return &functions;
}
