// The data of ICU that Sitta needs, in place of all of its data; scripts/make-icu-data.py writes the file. Without it,
// and in debug builds, the data of the toolchain's ICU is used.
#ifdef ICU_DATA
#include ICU_DATA
#endif
.section .note.GNU-stack,"",@progbits
